// The sandbox bank's windows over the page, and the wallet that stands for one of the device's. Served in front of
// bank-v1.js. No real money moves here.
(() => {
  "use strict";

  /** Asks in a window. Escape chooses `cancel`. @returns what was chosen */
  function ask({ make, dress, locale, theme }, { title, about, choices }) {
    const host = make("div", {});
    if (locale === "ar") host.dir = "rtl";
    const root = dress(host, theme);
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

  /** The card that lies in the wallet: one that the bank takes without a question. */
  const inside = () => ({
    number: "4242424242424242",
    month: 12,
    year: new Date().getFullYear() + 4,
    cvc: "123",
  });

  /** A wallet asks its owner once for each payment; closed, it hands over nothing. */
  function wallet(parts, words) {
    let agreed = false;
    return {
      async opened() {
        agreed ||=
          (await ask(parts, {
            title: words.wallet,
            about: words["wallet-about"],
            choices: { approve: words["wallet-pay"], cancel: words.cancel },
          })) === "approve";
        return agreed ? inside() : undefined;
      },
      used() {
        agreed = false;
      },
    };
  }

  /** What there is to choose from beside the typed card: the wallet, where there is one. */
  function ways({ make, words, typing, wallet, onChoice }) {
    let chosen;
    const inputs = new Map();
    function choose(way) {
      chosen = way;
      for (const [of, input] of inputs) input.checked = of === way;
      for (const part of typing) part.hidden = way !== undefined;
      onChoice();
    }
    const choice = (way, textContent) => {
      const input = make("input", { type: "radio", name: "way" });
      input.addEventListener("change", () => choose(way));
      inputs.set(way, input);
      return make("label", { className: "way" }, input, make("span", { textContent }));
    };
    return {
      chosen: () => chosen,
      choose,
      focus: () => inputs.get(chosen)?.focus(),
      /** Nothing where only a card pays. */
      shown() {
        if (!wallet) return undefined;
        const group = make(
          "fieldset",
          { className: "ways wide" },
          make("legend", { textContent: words.ways }),
          choice(undefined, words.card),
          choice(wallet, words.wallet),
        );
        choose(undefined);
        return group;
      },
    };
  }

  window.SandboxBankWindow = { ask, wallet, ways };
})();
