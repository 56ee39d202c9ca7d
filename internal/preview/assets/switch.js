// Shows the chat view in the mode that was chosen.
"use strict";

(() => {
	const root = document.documentElement;

	const press = () => {
		for (const button of document.querySelectorAll("button[data-show]")) {
			button.setAttribute("aria-pressed", String(button.dataset.show === root.dataset.mode));
		}
	};

	document.addEventListener("click", (event) => {
		const button = event.target.closest("button[data-show]");

		if (button) {
			root.dataset.mode = button.dataset.show;
			press();
		}
	});

	// What live.js has put in place is as the server draws it. The choice stays,
	// as long as there is one.
	document.addEventListener("preview:updated", (event) => {
		const offersBoth = document.querySelector("button[data-show]") !== null;

		if (!offersBoth) {
			root.dataset.mode = event.detail.documentElement.dataset.mode;
		}

		press();
	});
})();
