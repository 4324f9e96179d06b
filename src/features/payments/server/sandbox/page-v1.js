// The sandbox bank's own page: the same card form as in a shop's page, at the bank's address. No real money moves here.
void (async () => {
  "use strict";

  // Filled in where it is served.
  const WORDS = /* words */ {};
  const SHEET =
    "body{margin:0;font:1rem/1.5 system-ui,sans-serif;color-scheme:light}main{display:grid;gap:1rem;max-inline-size:28rem;margin:auto;padding:1.5rem 1rem}h1{font-size:1.375rem;margin:0}p{margin:0}button{min-block-size:3rem;border:0;border-radius:.5rem;background:#0b57d0;color:#fff;font:inherit;font-weight:600}button[aria-busy]{opacity:.7}a{min-block-size:2.75rem;color:#0b57d0}";

  const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
  const words = WORDS[language];
  const page = document.querySelector("main");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  document.title = words.title;

  const add = (name, text, more = {}) => {
    const node = Object.assign(document.createElement(name), more);
    node.textContent = text;
    page.append(node);
    return node;
  };
  const say = (text) => {
    page.querySelector("[role=alert]")?.remove();
    add("p", text).role = "alert";
  };

  const answer = await fetch(`${location.pathname}/enter`, { method: "POST" });
  const { state, clientSecret, amountMinor, currency, exponent, description, returnUrl } = answer.ok
    ? await answer.json()
    : { state: "expired" };
  add("h1", words.title);
  if (state !== "open") {
    say(words.over);
    if (returnUrl) add("a", words.back, { href: returnUrl });
    return;
  }
  const amount = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  }).format(amountMinor / 10 ** exponent);
  add("p", description);
  const bank = window.SandboxBank("pk_sandbox_no_real_money");
  bank.mountCard(add("div", ""), { locale: language });
  const button = add("button", words.pay.replace("{amount}", amount), { type: "button" });
  button.addEventListener("click", async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    const { status, error } = await bank.confirm({ clientSecret });
    button.ariaBusy = null;
    if (status === "requires_capture") location.assign(returnUrl);
    else if (error && error.code !== "incomplete") say(error.code === "no_answer" ? words.silent : words.no);
  });
  add("a", words.back, { href: returnUrl });
})();
