// The sandbox bank's script in the shape of Stripe's: the same form and the same window, by the calls that a page makes
// of Stripe's own script and with its strictness, as far as it is documented. No real money moves here.
(() => {
  "use strict";

  const open = window.SandboxBank;
  const integrationError = (message) => Object.assign(new Error(message), { name: "IntegrationError" });

  /** Codes that Stripe says by their own name; every other decline is a `card_declined` with a reason. */
  const OWN_CODES = ["expired_card", "incorrect_cvc", "processing_error", "incorrect_number"];
  const REFUSED = ["unexpected_state", "no_such_intent", "bad_request", "already_captured"];

  function errorOf(code) {
    if (code === "no_answer") return { type: "api_connection_error", message: "no connection" };
    if (code === "incomplete") return { type: "validation_error", code: "incomplete_number", message: code };
    if (code === "confirmation_failed")
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

  /** The page's colours in our names for them. */
  function themeIn(appearance) {
    const given = appearance?.variables ?? {};
    const names = {
      ink: given.colorText,
      quiet: given.colorTextSecondary,
      field: given.colorBackground,
      paper: given.colorBackground,
      accent: given.colorPrimary,
      error: given.colorDanger,
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

  function paymentElement(bank, options, mounted) {
    const { on, emit } = emitter(["ready", "loaderror", "change"]);
    let form;
    const element = {
      mount(place) {
        if (!(place instanceof HTMLElement)) throw integrationError("mount needs a place");
        form = bank.mountCard(place, {
          locale: options.locale,
          hasWallet: WALLETS.some((name) => options.wallets?.[name] !== "never"),
          theme: themeIn(options.appearance),
          onReady: () => emit("ready", { elementType: "payment" }),
          onChange: ({ complete, empty }) => emit("change", { elementType: "payment", complete, empty }),
          onTrouble: (trouble) =>
            emit("loaderror", {
              elementType: "payment",
              error: {
                type: trouble === "not-available" ? "invalid_request_error" : "api_connection_error",
                message: trouble,
              },
            }),
        });
        mounted(form);
      },
      on(name, listener) {
        on(name, listener);
        return element;
      },
      focus: () => form?.focus(),
      unmount: () => form?.destroy(),
      destroy: () => form?.destroy(),
    };
    return element;
  }

  /** Wallets have no buttons of their own: "Sandbox Pay" is a choice in the form. */
  function walletElement() {
    const { on, emit } = emitter(["ready", "loaderror", "click", "confirm", "cancel"]);
    const element = {
      mount: () => emit("ready", { elementType: "expressCheckout", availablePaymentMethods: undefined }),
      on(name, listener) {
        on(name, listener);
        return element;
      },
      unmount: () => undefined,
      destroy: () => undefined,
    };
    return element;
  }

  function elementsOf(bank, options) {
    const { mode, amount, currency, captureMethod, allowedPaymentMethodTypes, paymentMethodTypes } = options;
    if (mode !== "payment" || !Number.isInteger(amount) || amount < 1 || !/^[a-z]{3}$/.test(currency))
      throw integrationError("a deferred intent needs mode, amount and currency");
    if (captureMethod !== "manual" || paymentMethodTypes || allowedPaymentMethodTypes?.[0] !== "card")
      throw integrationError("these options differ from the intent's");
    let form;
    let element;
    let submitted = false;
    return {
      create(type, more) {
        if (type === "expressCheckout") return walletElement();
        if (type !== "payment" || element) throw integrationError("one payment element");
        element = paymentElement(bank, { ...options, ...more }, (mounted) => {
          form = mounted;
        });
        return element;
      },
      getElement: (type) => (type === "payment" ? (element ?? null) : null),
      async submit() {
        submitted = true;
        return (await form?.check()) ? {} : { error: errorOf("incomplete") };
      },
      taken() {
        if (!submitted) throw integrationError("elements.submit() must be called before confirmPayment()");
        submitted = false;
      },
    };
  }

  const openElements = (publicKey, chosen = {}) => {
    if (typeof publicKey !== "string" || !publicKey.startsWith("pk_"))
      throw integrationError("Expected publishable key to be of type string");
    const bank = open(publicKey);
    // Stripe does not tell a closed window from a confirmation that failed.
    const closing = "decline";
    return {
      ...bank,
      elements: (options = {}) => elementsOf(bank, { locale: chosen.locale, ...options }),
      async confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
        if (redirect !== "if_required" || !URL.canParse(confirmParams?.return_url ?? ""))
          throw integrationError("a return address is needed");
        elements.taken();
        return told(clientSecret, await bank.confirm({ clientSecret, closing }));
      },
      handleNextAction: async ({ clientSecret }) =>
        told(clientSecret, await bank.resume({ clientSecret, closing })),
      retrievePaymentIntent: async (clientSecret) => told(clientSecret, await bank.show({ clientSecret })),
      paymentRequest: () => ({ canMakePayment: () => Promise.resolve(null), on: () => undefined }),
    };
  };
  openElements.version = "v1";
  window.SandboxBank = openElements;
})();
