// Evaluates to a list of a page's accessibility problems.
(() => {
	const problems = [];
	const report = (element, problem) => problems.push(`${problem}: ${element.outerHTML.slice(0, 120)}`);
	const all = (selector) => [...document.querySelectorAll(selector)];

	// The document.

	if (!document.documentElement.lang) {
		problems.push("the page has no language");
	}

	if (!document.title.trim()) {
		problems.push("the page has no title");
	}

	if (all("main").length !== 1) {
		problems.push(`the page has ${all("main").length} main landmarks`);
	}

	if (all("h1").length !== 1) {
		problems.push(`the page has ${all("h1").length} headings of level 1`);
	}

	let level = 0;

	for (const heading of all("h1, h2, h3, h4, h5, h6")) {
		const next = Number(heading.tagName[1]);

		if (next > level + 1) {
			report(heading, `heading of level ${next} after level ${level}`);
		}

		level = next;
	}

	// Names.

	const textOf = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
	const nameOf = (element) => (
		textOf(element.getAttribute("aria-labelledby") ?? "").trim()
		|| (element.getAttribute("aria-label") ?? "").trim()
		|| (element.labels ? [...element.labels].map((label) => label.textContent).join(" ").trim() : "")
		|| (element.matches("a, button") ? element.textContent.trim() : "")
		|| (element.title ?? "").trim()
	);

	for (const element of all("a, button, input, select, textarea, iframe, [tabindex], [role=region], [role=group], nav, aside, table")) {
		if (!nameOf(element)) {
			report(element, "no name");
		}
	}

	for (const element of all("[aria-labelledby]")) {
		if (!textOf(element.getAttribute("aria-labelledby")).trim()) {
			report(element, "labeled by nothing");
		}
	}

	for (const element of all("img:not([alt]), svg:not([aria-hidden=true])")) {
		report(element, "image without text");
	}

	for (const element of all("th:not([scope])")) {
		report(element, "header cell without scope");
	}

	const ids = all("[id]").map((element) => element.id);

	for (const id of ids.filter((each, index) => ids.indexOf(each) !== index)) {
		problems.push(`two elements have the id ${id}`);
	}

	// Scrollable elements must be reachable by keyboard.

	for (const element of all("*")) {
		const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1;

		if (scrolls && element.tabIndex < 0 && element !== document.body && element !== document.documentElement) {
			report(element, "scrolls, but cannot be focused");
		}
	}

	// Contrast of text, by WCAG 2.2.

	const channels = (color) => {
		const numbers = color.match(/[\d.]+/g).map(Number);

		return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
	};
	const luminance = (rgb) => {
		const [red, green, blue] = rgb.map((value) => {
			const channel = value / 255;

			return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
		});

		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const backgroundOf = (element) => {
		for (let behind = element; behind; behind = behind.parentElement) {
			const { rgb, alpha } = channels(getComputedStyle(behind).backgroundColor);

			if (alpha === 1) {
				return rgb;
			}

			if (alpha > 0) {
				report(behind, "background that is half transparent");
			}
		}

		return [255, 255, 255];
	};

	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

	while (walker.nextNode()) {
		const element = walker.currentNode.parentElement;

		if (!walker.currentNode.textContent.trim() || element.closest("script, style")) {
			continue;
		}

		const lights = [luminance(channels(getComputedStyle(element).color).rgb), luminance(backgroundOf(element))];
		const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);

		if (ratio < 4.5) {
			report(element, `contrast ${ratio.toFixed(2)}`);
		}
	}

	return problems;
})()
