// Keeps the page as the server draws it now: asks for it again and again, and
// replaces what is marked data-live once its version is another one.
//
// It asks, rather than holding a connection open, because a browser opens only a
// few to one server: with some more tabs the last ones would not load.
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
		const link = document.querySelector("link[data-theme]");
		const nextLink = next.querySelector("link[data-theme]");

		if (!link || !nextLink) {
			return;
		}

		const added = document.importNode(nextLink);

		// The old colours stay until the new ones are there.
		added.addEventListener("load", () => link.remove());
		link.after(added);
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
		document.dispatchEvent(new CustomEvent("preview:updated", { detail: next }));
	};

	const look = async () => {
		const response = await fetch(location.href, { cache: "no-cache" });

		if (!response.ok) {
			say("This object is gone: the page shows how it was last.");

			return;
		}

		if (response.headers.get("ETag") === `"${root.dataset.version}"`) {
			return;
		}

		replace(new DOMParser().parseFromString(await response.text(), "text/html"));
		say(`Updated at ${new Date().toLocaleTimeString("en-GB")}, after a change.`);
	};

	const watch = async () => {
		try {
			if (!document.hidden) {
				await look();
			}
		} catch {
			say("The mock server does not answer: the page shows how it was last.");
		}

		setTimeout(watch, interval);
	};

	setTimeout(watch, interval);
})();
