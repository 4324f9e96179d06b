// The sandbox bank's script in the shape of Stripe's: the calls that a page makes of Stripe's own script, with its
// strictness as far as it is documented. The card form is a document of the bank's in a frame, with a script of its own;
// no card is ever in the page. No real money moves here.
(() => {
  "use strict";

  const FRAME = new URL("form.html", document.currentScript.src);
  /** A frame that has loaded and says nothing by then has no card form in it, in ms. */
  const SILENT_MS = 1000;

  // Filled in where it is served.
  const TITLES = /* titles */ {};

  const { make, repaint, talkOver, askInWindow } = window.SandboxBankParts;
  delete window.SandboxBankParts;

  /** Puts the card form's frame into a place. @returns how to take it away */
  function drawFrame(place, locale, { onForm, onSilence }) {
    const frame = make("iframe", { title: TITLES[locale] || TITLES.en, name: "sandbox-bank-form" });
    // The form's own margin holds the outline of a field that has the focus.
    Object.assign(frame.style, {
      display: "block",
      inlineSize: "calc(100% + 8px)",
      blockSize: "0",
      margin: "-4px",
      border: "0",
      // As the form's document is; where the two differ browsers paint a ground behind it.
      colorScheme: "light",
    });
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow || data !== "sandbox-bank-form") return;
      window.removeEventListener("message", listen);
      onForm(frame);
    };
    let silence;
    const stop = () => {
      clearTimeout(silence);
      window.removeEventListener("message", listen);
    };
    window.addEventListener("message", listen);
    frame.addEventListener("load", () => {
      silence = setTimeout(() => onSilence(), SILENT_MS);
    });
    frame.src = FRAME.href;
    place.replaceChildren(frame);
    return { frame, stop };
  }
  const integrationError = (message) => Object.assign(new Error(message), { name: "IntegrationError" });

  /** Codes that Stripe says by their own name; every other decline is a `card_declined` with a reason. */
  const OWN_CODES = ["expired_card", "incorrect_cvc", "processing_error", "incorrect_number"];
  const REFUSED = ["unexpected_state", "no_such_intent", "bad_request", "already_captured"];

  function errorOf(code) {
    if (code === "no_answer") return { type: "api_connection_error", message: "no connection" };
    if (code === "incomplete") return { type: "validation_error", code: "incomplete_number", message: code };
    if (code === "confirmation_failed" || code === "confirmation_cancelled")
      return { type: "invalid_request_error", code: "payment_intent_authentication_failure", message: code };
    if (code === "unexpected_state")
      return { type: "invalid_request_error", code: "payment_intent_unexpected_state", message: code };
    if (REFUSED.includes(code)) return { type: "invalid_request_error", code, message: code };
    return {
      type: "card_error",
      code: OWN_CODES.includes(code) ? code : "card_declined",
      decline_code: code === "card_declined" ? "generic_decline" : code,
      message: code,
    };
  }

  const told = (clientSecret, { error, status }) =>
    error
      ? { error: errorOf(error.code) }
      : {
          paymentIntent: {
            id: clientSecret.split("_secret_")[0],
            object: "payment_intent",
            client_secret: clientSecret,
            status: status === "requires_card" ? "requires_payment_method" : status,
          },
        };

  /** The page's colours and roundness in our names for them. */
  function themeIn(appearance) {
    const given = appearance?.variables ?? {};
    const names = {
      ink: given.colorText,
      quiet: given.colorTextSecondary,
      field: given.colorBackground,
      paper: given.colorBackground,
      line: appearance?.rules?.[".Input"]?.borderColor,
      accent: given.colorPrimary,
      onaccent: given.accessibleColorOnColorPrimary,
      error: given.colorDanger,
      radius: given.borderRadius,
      font: given.fontFamily,
    };
    return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
  }

  /** The wallets that a page can leave out; "Sandbox Pay" stands for all of them. */
  const WALLETS = ["applePay", "googlePay", "link"];

  function emitter(names) {
    const heard = Object.fromEntries(names.map((name) => [name, []]));
    return {
      on: (name, listener) => heard[name]?.push(listener),
      emit: (name, event) => heard[name].forEach((listener) => listener(event)),
    };
  }

  function paymentElement(options, mounted) {
    const { on, emit } = emitter(["ready", "loaderror", "change"]);
    const fail = (trouble) =>
      emit("loaderror", {
        elementType: "payment",
        error: {
          type: trouble === "not-available" ? "invalid_request_error" : "api_connection_error",
          message: trouble,
        },
      });
    const look = { locale: options.locale, theme: themeIn(options.appearance) };
    let drawn;
    let form;
    const begin = (frame) => {
      const { port1, port2 } = new MessageChannel();
      form = talkOver(port1, {
        ready: () => emit("ready", { elementType: "payment" }),
        change: ({ complete, empty }) => emit("change", { elementType: "payment", complete, empty }),
        trouble: fail,
        height: (px) => {
          frame.style.blockSize = `${px + 8}px`;
        },
        choice: (question) => askInWindow(look, question),
      });
      mounted(form);
      const hasWallet = WALLETS.some((name) => options.wallets?.[name] !== "never");
      frame.contentWindow.postMessage({ ...look, hasWallet }, FRAME.origin, [port2]);
    };
    const element = {
      mount(place) {
        if (!(place instanceof HTMLElement)) throw integrationError("mount needs a place");
        const onSilence = () => form || fail("not-loaded");
        drawn = drawFrame(place, options.locale, { onForm: begin, onSilence });
      },
      on(name, listener) {
        on(name, listener);
        return element;
      },
      repaint() {
        look.theme = themeIn(options.appearance);
        repaint(look.theme);
        form?.tell("repaint", look.theme);
      },
      focus() {
        drawn?.frame.focus();
        form?.tell("focus");
      },
      /** Types a demo card; Stripe's form has no such call. */
      fill: (number) => form?.tell("fill", number),
      destroy() {
        drawn?.stop();
        drawn?.frame.remove();
        form?.end();
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
    const current = { ...options };
    let form;
    let element;
    let submitted = false;
    return {
      create(type, more) {
        if (type !== "payment" || element) throw integrationError("one payment element");
        Object.assign(current, more);
        element = paymentElement(current, (begun) => {
          form = begun;
        });
        return element;
      },
      getElement: (type) => (type === "payment" ? (element ?? null) : null),
      /** Takes a new appearance; what else Stripe's call takes, our page never changes. */
      async update({ appearance }) {
        if (appearance === undefined) return;
        current.appearance = appearance;
        element?.repaint();
      },
      async submit() {
        submitted = true;
        return (await form?.ask("check")) ? {} : { error: errorOf("incomplete") };
      },
      taken() {
        if (!submitted) throw integrationError("elements.submit() must be called before confirmPayment()");
        submitted = false;
        return form;
      },
    };
  }

  const openStripe = (publicKey, chosen = {}) => {
    if (typeof publicKey !== "string" || !publicKey.startsWith("pk_"))
      throw integrationError("Expected publishable key to be of type string");
    return {
      elements: (options = {}) => elementsOf({ locale: chosen.locale, ...options }),
      async confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
        if (redirect !== "if_required" || !URL.canParse(confirmParams?.return_url ?? ""))
          throw integrationError("a return address is needed");
        const form = elements.taken();
        const reply = await form.ask("confirm", clientSecret);
        return told(clientSecret, reply ?? { error: { code: "no_answer" } });
      },
    };
  };
  openStripe.version = "endive";
  window.Stripe = openStripe;
})();
