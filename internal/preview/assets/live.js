// Requests the page every second, and replaces what is marked data-live when its
// version has changed. It does not hold a connection open: a browser opens only a
// few to one server, and the pages in further tabs would not load.
"use strict";

(() => {
	const interval = 1000; // milliseconds
	const root = document.documentElement;

	const say = (text) => {
		const status = document.querySelector("[data-status]");

		// Text that stays the same is not read out again.
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

	const look = async () => {
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
				await look();
			}
		} catch {
			say("The server has stopped. The page shows its last state.");
		}

		setTimeout(watch, interval);
	};

	setTimeout(watch, interval);
})();
