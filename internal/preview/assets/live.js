// Requests the page every second, and loads it again if it has changed. It keeps no
// connection open: browsers limit the connections to a server, and pages in other
// tabs would not load.
"use strict";

(() => {
	const interval = 1000; // milliseconds
	const status = document.querySelector("[data-version]");

	const say = (text) => {
		// Setting the same text would make a screen reader repeat it.
		if (status.textContent !== text) {
			status.textContent = text;
		}
	};

	const update = async () => {
		const response = await fetch(location.href, { cache: "no-cache" });

		if (!response.ok) {
			say("This theme is gone. The page shows its last state.");
		} else if (response.headers.get("ETag") !== `"${status.dataset.version}"`) {
			location.reload();
		} else {
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
