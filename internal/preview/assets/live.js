// Requests the page every second, and replaces the elements marked data-live if its
// version has changed. It keeps no connection open: browsers limit the connections
// to a server, and pages in other tabs would not load.
"use strict";

(() => {
	const interval = 1000; // milliseconds
	const root = document.documentElement;

	const say = (text) => {
		const status = document.querySelector("[data-status]");

		// Setting the same text would make a screen reader repeat it.
		if (status && status.textContent !== text) {
			status.textContent = text;
		}
	};

	const replaceTheme = (next) => {
		const links = [...document.querySelectorAll("link[data-theme]")];
		const added = document.importNode(next.querySelector("link[data-theme]"));

		// The old colors stay until the new ones have loaded.
		added.addEventListener("load", () => links.forEach((link) => link.remove()));
		links.at(-1).after(added);
	};

	const replace = (next) => {
		const focused = document.activeElement ? document.activeElement.id : "";

		for (const region of document.querySelectorAll("[data-live]")) {
			const nextRegion = next.getElementById(region.id);

			if (nextRegion) {
				region.replaceChildren(...nextRegion.childNodes);
			}
		}

		if (focused && document.getElementById(focused)) {
			document.getElementById(focused).focus();
		}

		document.title = next.title;
		root.dataset.version = next.documentElement.dataset.version;
		replaceTheme(next);
	};

	const update = async () => {
		const response = await fetch(location.href, { cache: "no-cache" });

		if (!response.ok) {
			say("This theme is gone. The page shows its last state.");

			return;
		}

		if (response.headers.get("ETag") === `"${root.dataset.version}"`) {
			return;
		}

		replace(new DOMParser().parseFromString(await response.text(), "text/html"));
		say(`Updated at ${new Date().toLocaleTimeString("en-GB")}.`);
	};

	const watch = async () => {
		try {
			if (!document.hidden) {
				await update();
			}
		} catch {
			say("The server has stopped. The page shows its last state.");
		}

		setTimeout(watch, interval);
	};

	setTimeout(watch, interval);
})();
