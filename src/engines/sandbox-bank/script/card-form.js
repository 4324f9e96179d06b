// The sandbox bank's card form, in a frame that its script makes when a form is drawn. Plain JavaScript, no build,
// nothing from elsewhere: it stands for a payment provider's own. A typed card goes to the bank's addresses only and
// never to the page. No real money moves here.
(() => {
  "use strict";

  const BASE = new URL("/sandbox-bank/v1/", document.currentScript.src).href;
  const ANSWER_MS = 20000;

  // Filled in where it is served.
  const WORDS = /* words */ {};

  const { make, dress, repaint, talkOver, wallet: walletOf, ways: waysOf } = window.SandboxBankParts;
  delete window.SandboxBankParts;

  const digitsOf = (text) =>
    text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/\D/g, "");

  function isCardNumber(digits) {
    if (!/^\d{12,19}$/.test(digits)) return false;
    let sum = 0;
    for (let place = 0; place < digits.length; place += 1) {
      const n = Number(digits[digits.length - 1 - place]) * (place % 2 === 1 ? 2 : 1);
      sum += n > 9 ? n - 9 : n;
    }
    return sum % 10 === 0;
  }

  const brandOf = (digits) =>
    digits.startsWith("4")
      ? "VISA"
      : /^(5[1-5]|2[2-7])/.test(digits)
        ? "MASTERCARD"
        : /^3[47]/.test(digits)
          ? "AMEX"
          : "";

  const grouped = (digits) =>
    brandOf(digits) === "AMEX"
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(" ")
      : (digits.slice(0, 19).match(/.{1,4}/g) || []).join(" ");

  const expiryOf = (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits);

  function cardForm({ locale, theme, hasWallet }, page) {
    const words = WORDS[locale] || WORDS.en;
    const host = make("div", {});
    const root = dress(host, { locale, theme });
    const touched = new Set();
    const fields = {
      number: field("number", "cc-number", 23),
      expiry: field("expiry", "cc-exp", 7),
      cvc: field("cvc", "cc-csc", 4),
    };
    const brand = make("span", { className: "brand", ariaHidden: "true" });
    fields.number.box.append(brand);
    fields.number.part.classList.add("wide");
    const mark = make("p", { className: "mark", textContent: words.mark });
    const typing = Object.values(fields).map(({ part }) => part);
    root.append(make("div", { className: "grid" }, mark, ...typing));
    const wallet = hasWallet ? walletOf((question) => page.ask("choice", question), words) : undefined;
    const ways = waysOf({ words, typing, wallet, onChoice: () => show() });
    document.documentElement.lang = locale;
    // Room for the outline of a field that has the focus.
    document.body.style.margin = "4px";
    document.body.replaceChildren(host);
    new ResizeObserver(() => page.tell("height", host.getBoundingClientRect().height)).observe(host);
    void begin();

    /** The bank may refuse to have its form drawn; then it is of no use. */
    async function begin() {
      const trouble = await session();
      if (trouble) return page.tell("trouble", trouble);
      const choices = ways.shown();
      if (choices) mark.after(choices);
      show();
      page.tell("ready");
    }

    function field(name, autocomplete, maxLength) {
      const input = make("input", { id: name, name, autocomplete, inputMode: "numeric", maxLength });
      input.setAttribute("aria-describedby", `${name}-fault`);
      const fault = make("p", { id: `${name}-fault`, className: "fault" });
      const box = make("div", { className: "box" }, input);
      const label = make("label", { htmlFor: name, textContent: words[name] });
      input.addEventListener("input", () => typed(name, input));
      input.addEventListener("blur", () => {
        if (input.value !== "") touched.add(name);
        show();
      });
      return { input, fault, box, part: make("div", {}, label, box, fault) };
    }

    function typed(name, input) {
      const behind = digitsOf(input.value.slice(input.selectionStart ?? input.value.length)).length;
      const digits = digitsOf(input.value);
      const text = name === "number" ? grouped(digits) : name === "expiry" ? expiryOf(digits) : digits;
      if (text !== input.value) {
        input.value = text;
        let at = text.length;
        for (let left = behind; left > 0 && at > 0; at -= 1) if (/\d/.test(text[at - 1])) left -= 1;
        input.setSelectionRange(at, at);
      }
      show();
    }

    function faults() {
      if (ways.chosen()) return {};
      const number = digitsOf(fields.number.input.value);
      const expiry = digitsOf(fields.expiry.input.value);
      const cvc = digitsOf(fields.cvc.input.value);
      const month = Number(expiry.slice(0, 2));
      const year = 2000 + Number(expiry.slice(2, 4));
      const now = new Date();
      const isPast = year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
      const found = {};
      if (!isCardNumber(number)) found.number = "bad-number";
      if (expiry.length !== 4 || month < 1 || month > 12) found.expiry = "bad-expiry";
      else if (isPast) found.expiry = "past";
      if (cvc.length !== (brandOf(number) === "AMEX" ? 4 : 3)) found.cvc = "bad-cvc";
      return found;
    }

    function show() {
      const found = faults();
      brand.textContent = brandOf(digitsOf(fields.number.input.value));
      for (const [name, { input, fault }] of Object.entries(fields)) {
        const code = touched.has(name) ? found[name] : undefined;
        fault.textContent = code ? words[code] : "";
        input.setAttribute("aria-invalid", code ? "true" : "false");
      }
      page.tell("change", {
        complete: Object.keys(found).length === 0,
        empty: Object.values(fields).every(({ input }) => input.value === ""),
      });
    }

    /** The card as typed, or nothing: then every fault shows and the first one has the focus. A wallet asks first. */
    function read() {
      if (ways.chosen()) return wallet.opened();
      for (const name of Object.keys(fields)) touched.add(name);
      show();
      const wrong = Object.keys(faults())[0];
      if (wrong) {
        fields[wrong].input.focus();
        return undefined;
      }
      const expiry = digitsOf(fields.expiry.input.value);
      return {
        number: digitsOf(fields.number.input.value),
        month: Number(expiry.slice(0, 2)),
        year: 2000 + Number(expiry.slice(2, 4)),
        cvc: digitsOf(fields.cvc.input.value),
      };
    }

    /** Types a demo card, valid for years. */
    function fill(number) {
      ways.choose(undefined);
      fields.number.input.value = grouped(digitsOf(number));
      fields.expiry.input.value = expiryOf(`12${String(new Date().getFullYear() + 4).slice(2)}`);
      fields.cvc.input.value = brandOf(digitsOf(number)) === "AMEX" ? "1234" : "123";
      show();
    }

    return {
      read,
      fill,
      locale,
      used: () => wallet?.used(),
      focus: () => (ways.chosen() ? ways : fields.number.input).focus(),
    };
  }

  /** Whether the form may be drawn: nothing, or why not. */
  async function session() {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(`${BASE}session`, { method: "POST", credentials: "omit", signal });
      return response.ok ? undefined : response.status < 500 ? "not-available" : "not-loaded";
    } catch {
      return "not-loaded";
    }
  }

  /** One call to the bank. Silence and breakage are `no_answer`: it may have happened. */
  async function post(clientSecret, what, body) {
    const id = clientSecret.split("_secret_")[0];
    try {
      const response = await fetch(`${BASE}intents/${encodeURIComponent(id)}/${what}`, {
        method: "POST",
        credentials: "omit",
        headers: { "content-type": "application/json", "x-sandbox-secret": clientSecret },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (response.status >= 500) return { error: { code: "no_answer" } };
      return await response.json();
    } catch {
      return { error: { code: "no_answer" } };
    }
  }

  /** The question of the card's bank to its holder. */
  function questionAbout({ exponent, currency, amountMinor }, locale) {
    const words = WORDS[locale] || WORDS.en;
    const tag = locale === "ar" ? "ar-u-nu-latn" : locale || "en";
    const amount = new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    }).format(amountMinor / 10 ** exponent);
    return {
      title: words.ask,
      about: words.about.replace("{amount}", () => amount),
      choices: {
        approve: words.approve,
        decline: words.decline,
        cancel: words.cancel,
        never: words.never,
      },
    };
  }

  /** Status of the intent, or the code of what went wrong. */
  const told = (reply) =>
    reply.error ? { error: { code: String(reply.error.code) } } : { status: String(reply.intent?.status) };

  /** Confirms with the card as typed and asks its holder where that must be. "Never" leaves the question open. */
  async function confirmWith(form, clientSecret, page) {
    const card = await form.read();
    if (!card) return { error: { code: "incomplete" } };
    const first = await post(clientSecret, "confirm", card);
    form.used();
    if (first.error || first.intent?.status !== "requires_action") return told(first);
    const choice = await page.ask("choice", questionAbout(first.intent, form.locale));
    return told(choice === "never" ? first : await post(clientSecret, "answer", { choice }));
  }

  window.addEventListener("message", ({ source, data, ports: [port] }) => {
    if (source !== window.parent || !port) return;
    let running;
    const page = talkOver(port, {
      repaint,
      fill: (number) => form.fill(number),
      focus: () => form.focus(),
      check: async () => (await form.read()) !== undefined,
      confirm(clientSecret) {
        running ??= confirmWith(form, clientSecret, page).finally(() => {
          running = undefined;
        });
        return running;
      },
    });
    const form = cardForm(data, page);
  });
  window.parent.postMessage("sandbox-bank-form", "*");
})();
