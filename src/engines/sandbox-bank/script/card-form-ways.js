// Ways to pay in the sandbox bank's card form: the typed card, and the wallet that stands for one of the device's. Served
// in front of card-form.js. No real money moves here.
(() => {
  "use strict";

  const { make } = window.SandboxBankParts;

  /** The card that lies in the wallet: one that the bank takes without a question. */
  const inside = () => ({
    number: "4242424242424242",
    month: 12,
    year: new Date().getFullYear() + 4,
    cvc: "123",
  });

  /** A wallet asks its owner once for each payment; closed, it hands over nothing. */
  function wallet(askInWindow, words) {
    let agreed = false;
    return {
      async opened() {
        agreed ||=
          (await askInWindow({
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
  function ways({ words, typing, wallet, onChoice }) {
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

  Object.assign(window.SandboxBankParts, { wallet, ways });
})();
