// Asks every second whether the page has changed, and loads it again if it has. It
// keeps no connection open: browsers limit the connections to a server, and pages in
// other tabs would not load.
"use strict";

(() => {
	const interval = 1000; // milliseconds
	const current = "Updates automatically.";
	const status = document.querySelector("[data-version]");

	const say = (text) => {
		// Setting the same text would make a screen reader repeat it.
		if (status.textContent !== text) {
			status.textContent = text;
		}
	};

	say(current);

	const update = async () => {
		const response = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });

		if (!response.ok) {
			say(`The server returned status ${response.status}. The page shows its last state.`);
		} else if (response.headers.get("ETag") !== `"${status.dataset.version}"`) {
			location.reload();
		} else {
			say(current);
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

	// What the reader opened or closed stays so when the page is loaded again.
	const parts = new Map();

	for (const theme of document.querySelectorAll(".theme")) {
		[theme, ...theme.querySelectorAll("details")].forEach((part, index) => {
			parts.set(`${index} ${theme.querySelector("[id]").id}`, { part, open: part.open });
		});
	}

	// So does the focus.
	const placesIn = (id) => [...(document.getElementById(id)?.closest(".theme") ?? document.querySelector("header")).querySelectorAll("a, summary, [tabindex]")];

	try {
		for (const [key, open] of JSON.parse(sessionStorage.getItem("open") ?? "[]")) {
			if (parts.has(key)) {
				parts.get(key).part.open = open;
			}
		}

		const [id, index] = JSON.parse(sessionStorage.getItem("focus") ?? "[]");
		placesIn(id)[index]?.focus({ preventScroll: true });
	} catch {
		// Without storage, the page opens as it was rendered.
	}

	addEventListener("pagehide", () => {
		const changed = [...parts].filter(([, { part, open }]) => part.open !== open).map(([key, { part }]) => [key, part.open]);

		try {
			sessionStorage.setItem("open", JSON.stringify(changed));

			const id = document.activeElement.closest(".theme")?.querySelector("[id]").id ?? "";
			sessionStorage.setItem("focus", JSON.stringify([id, placesIn(id).indexOf(document.activeElement)]));
		} catch {
			// As above.
		}
	});

	watch();
})();
