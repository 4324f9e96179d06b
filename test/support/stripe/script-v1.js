// Answers the calls that our pages make of Stripe's own script, with the shape and the strictness of the original as
// far as it is documented. It draws plain inputs where the original puts a frame. No real money moves.
(() => {
  "use strict";

  const BASE = new URL(document.currentScript.src).origin;

  const integrationError = (message) => Object.assign(new Error(message), { name: "IntegrationError" });
  const make = (name, props, ...children) => {
    const node = Object.assign(document.createElement(name), props);
    node.append(...children);
    return node;
  };

  async function ask(path, body) {
    try {
      const response = await fetch(`${BASE}/browser/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return await response.json();
    } catch {
      return { error: { type: "api_connection_error", message: "no connection" } };
    }
  }

  function paymentElement(options) {
    const heard = { ready: [], loaderror: [], change: [] };
    const emit = (name, event) => heard[name].forEach((listener) => listener(event));
    const box = make("div", {});
    const field = (name, label, autocomplete) => {
      const input = make("input", { id: `facade-${name}`, autocomplete, inputMode: "numeric" });
      box.append(make("label", { htmlFor: `facade-${name}`, textContent: label }), input);
      return input;
    };
    const fields = {};
    const begin = async () => {
      const { error } = await ask("session/new", options);
      if (error) return emit("loaderror", { elementType: "payment", error });
      fields.number = field("number", "Card number", "cc-number");
      fields.expiry = field("expiry", "Expiry (MM/YY)", "cc-exp");
      fields.cvc = field("cvc", "Security code", "cc-csc");
      return emit("ready", { elementType: "payment" });
    };
    const element = {
      mount(place) {
        if (!(place instanceof HTMLElement)) throw integrationError("mount needs a place");
        place.append(box);
        void begin();
      },
      on(name, listener) {
        heard[name]?.push(listener);
        return element;
      },
      focus: () => fields.number?.focus(),
      destroy: () => box.remove(),
      card() {
        const digits = (input) => (input?.value ?? "").replace(/\D/g, "");
        const expiry = digits(fields.expiry);
        const card = {
          number: digits(fields.number),
          month: Number(expiry.slice(0, 2)),
          year: 2000 + Number(expiry.slice(2, 4)),
          cvc: digits(fields.cvc),
        };
        return card.number.length > 11 && expiry.length === 4 && card.cvc.length > 2 ? card : undefined;
      },
    };
    return element;
  }

  function elementsOf(options) {
    const { mode, amount, currency, captureMethod, allowedPaymentMethodTypes, paymentMethodTypes } = options;
    if (mode !== "payment" || !Number.isInteger(amount) || amount < 1 || !/^[a-z]{3}$/.test(currency))
      throw integrationError("a deferred intent needs mode, amount and currency");
    if (captureMethod !== "manual" || paymentMethodTypes || allowedPaymentMethodTypes?.[0] !== "card")
      throw integrationError("these options differ from the intent's");
    let element;
    let submitted = false;
    return {
      create(type, more) {
        if (type !== "payment" || element) throw integrationError("one payment element");
        element = paymentElement({ ...options, ...more });
        return element;
      },
      async submit() {
        submitted = true;
        if (element?.card()) return {};
        element?.focus();
        return { error: { type: "validation_error", code: "incomplete_number", message: "incomplete" } };
      },
      taken() {
        if (!submitted) throw integrationError("elements.submit() must be called before confirmPayment()");
        submitted = false;
        return element.card();
      },
      locale: options.locale,
    };
  }

  /** The window of the card's bank. */
  function askHolder() {
    return new Promise((resolve) => {
      const dialog = make("dialog", { ariaLabel: "Your bank asks you to confirm" });
      const end = (choice) => {
        dialog.remove();
        resolve(choice);
      };
      for (const [choice, textContent] of [
        ["approve", "Approve"],
        ["decline", "Decline"],
        ["cancel", "Cancel"],
      ])
        dialog.append(make("button", { type: "button", textContent, onclick: () => end(choice) }));
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  const told = (reply) =>
    reply.error ? { error: reply.error } : { paymentIntent: { id: reply.id, status: reply.status } };

  window.Stripe = (key, options = {}) => {
    if (typeof key !== "string" || !key.startsWith("pk_"))
      throw integrationError("Expected publishable key to be of type string");
    return {
      elements: (chosen) => elementsOf({ locale: options.locale, ...chosen }),
      async confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
        if (redirect !== "if_required" || !URL.canParse(confirmParams?.return_url ?? ""))
          throw integrationError("a return address is needed");
        const secret = clientSecret;
        const id = secret.split("_secret_")[0];
        const first = await ask(`confirm/${id}`, { secret, card: elements.taken() });
        if (first.error || first.status !== "requires_action") return told(first);
        return told(await ask(`answer/${id}`, { secret, choice: await askHolder() }));
      },
    };
  };
})();
