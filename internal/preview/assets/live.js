// Requests the page every second, and loads it again if it has changed. It keeps no
// connection open: browsers limit the connections to a server, and pages in other
// tabs would not load.
"use strict";

(() => {
	const interval = 1000; // milliseconds
	let version;

	const say = (text) => {
		const status = document.querySelector("[data-status]");

		// Setting the same text would make a screen reader repeat it.
		if (status.textContent !== text) {
			status.textContent = text;
		}
	};

	const update = async () => {
		const response = await fetch(location.href, { cache: "no-cache" });
		const current = response.headers.get("ETag");

		if (!response.ok) {
			say("This theme is gone. The page shows its last state.");
		} else if (version && version !== current) {
			location.reload();
		} else {
			version = current;
			say("Updates automatically.");
		}
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

	watch();
})();
