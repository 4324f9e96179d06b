// The sandbox bank's window over the page, which asks the card's holder or the wallet's owner. Served in front of
// stripe-elements.js. No real money moves here.
(() => {
  "use strict";

  const { make, dress } = window.SandboxBankParts;

  /** Asks in a window. Escape chooses `cancel`. @returns what was chosen */
  function ask(look, { title, about, choices }) {
    const host = make("div", {});
    const root = dress(host, look);
    const before = document.activeElement;
    return new Promise((resolve) => {
      const dialog = make("dialog", {});
      dialog.setAttribute("aria-labelledby", "ask");
      dialog.setAttribute("aria-describedby", "about");
      const end = (choice) => {
        dialog.close();
        host.remove();
        if (before instanceof HTMLElement) before.focus();
        resolve(choice);
      };
      const buttons = Object.entries(choices).map(([choice, textContent], place) =>
        make("button", {
          type: "button",
          className: place === 0 ? "main" : "",
          textContent,
          onclick: () => end(choice),
        }),
      );
      dialog.append(
        make("h2", { id: "ask", textContent: title }),
        make("p", { id: "about", textContent: about }),
        make("div", { className: "acts" }, ...buttons),
      );
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        end("cancel");
      });
      root.append(dialog);
      document.body.append(host);
      dialog.showModal();
    });
  }

  window.SandboxBankParts.askInWindow = ask;
})();
