// The sandbox bank's script in the shape of Stripe's: the calls that a page makes of Stripe's own script, with its
// strictness as far as it is documented. The card form is a further script, loaded when a form is drawn. No real money
// moves here.
(() => {
  "use strict";

  const FORM = new URL("form.js", document.currentScript.src).href;
  let form;
  /** Loads the card form's own script once; a failure is forgotten, so that the next form asks again. */
  const loadForm = () =>
    (form ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const fail = () => {
        form = undefined;
        script.remove();
        reject(new Error("not-loaded"));
      };
      script.addEventListener("load", () => (window.SandboxForm ? resolve(window.SandboxForm) : fail()));
      script.addEventListener("error", fail);
      script.src = FORM;
      document.head.append(script);
    }));
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
    let isOver = false;
    let card;
    const draw = (place, bank) => {
      if (isOver) return;
      card = bank.mountCard(place, {
        locale: options.locale,
        hasWallet: WALLETS.some((name) => options.wallets?.[name] !== "never"),
        theme: themeIn(options.appearance),
        onReady: () => emit("ready", { elementType: "payment" }),
        onChange: ({ complete, empty }) => emit("change", { elementType: "payment", complete, empty }),
        onTrouble: fail,
      });
      mounted(bank, card);
    };
    const element = {
      mount(place) {
        if (!(place instanceof HTMLElement)) throw integrationError("mount needs a place");
        loadForm().then(
          (makeForm) => draw(place, makeForm()),
          () => isOver || fail("not-loaded"),
        );
      },
      on(name, listener) {
        on(name, listener);
        return element;
      },
      repaint: () => card?.repaint(themeIn(options.appearance)),
      focus: () => card?.focus(),
      /** Types a demo card; Stripe's form has no such call. */
      fill: (number) => card?.fill(number),
      destroy() {
        isOver = true;
        card?.destroy();
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
    let bank;
    let card;
    let element;
    let submitted = false;
    return {
      create(type, more) {
        if (type !== "payment" || element) throw integrationError("one payment element");
        Object.assign(current, more);
        element = paymentElement(current, (drawnBy, drawn) => {
          bank = drawnBy;
          card = drawn;
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
        return (await card?.check()) ? {} : { error: errorOf("incomplete") };
      },
      taken() {
        if (!submitted) throw integrationError("elements.submit() must be called before confirmPayment()");
        submitted = false;
        return bank;
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
        const bank = elements.taken();
        return told(clientSecret, await bank.confirm({ clientSecret }));
      },
    };
  };
  openStripe.version = "endive";
  window.Stripe = openStripe;
})();
