// The cards that the sandbox bank keeps for whoever pays, before the fields of its form. Served in front of bank-v1.js.
(() => {
  "use strict";

  const ANSWER_MS = 20000;
  const NAMES = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };
  const textOf = ({ brand, last4, month, year }) =>
    `${NAMES[brand] || ""} •••• ${last4} · ${String(month).padStart(2, "0")}/${String(year).slice(2)}`.trim();

  /** Nothing of it keeps anybody from typing a card. */
  async function ask(base, secret) {
    if (!secret) return [];
    try {
      const response = await fetch(`${base}cards`, {
        method: "POST",
        credentials: "omit",
        headers: { "content-type": "application/json", "x-sandbox-secret": secret },
        body: "{}",
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const { cards } = response.ok ? await response.json() : {};
      return Array.isArray(cards) ? cards : [];
    } catch {
      return [];
    }
  }

  window.SandboxBankKept = ({ make, words, secret, base, typing, wallet, onChoice }) => {
    let chosen;
    const inputs = new Map();
    function choose(card) {
      chosen = card;
      for (const [of, input] of inputs) input.checked = of === card;
      for (const part of typing) part.hidden = card !== undefined;
      onChoice();
    }
    const choice = (card, textContent, dir = "") => {
      const input = make("input", { type: "radio", name: "kept" });
      input.addEventListener("change", () => choose(card));
      inputs.set(card, input);
      return make("label", { className: "kept-choice" }, input, make("span", { textContent, dir }));
    };
    return {
      chosen: () => chosen,
      choose,
      focus: () => inputs.get(chosen)?.focus(),
      /** What there is to choose from; nothing where no card is kept. */
      async fetched() {
        const kept = await ask(base, secret);
        if (kept.length === 0 && !wallet) return undefined;
        const hasKept = kept.length > 0;
        const group = make(
          "fieldset",
          { className: "kept wide" },
          make("legend", { textContent: hasKept ? words.kept : words.ways }),
          ...kept.map((card) => choice(card, textOf(card), "ltr")),
          choice(undefined, hasKept ? words.another : words.card),
          ...(wallet ? [choice(wallet, words.wallet)] : []),
        );
        choose(kept[0]);
        return group;
      },
    };
  };
})();
