import { readFileSync } from "node:fs";

const near = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  near("./page-v1-words.json"),
);
/** The card form says the same in a shop's page. */
const FORM_WORDS: typeof WORDS = JSON.parse(near("../bank-v1-words.json"));

export const pageSheet = (): string => near("./page-v1.css");

/** What stands on the page now. */
export type Face =
  | { readonly at: "form"; readonly wrong?: Wrong | undefined }
  | { readonly at: "ask" }
  /** For the shop's staff: how one payment stands. */
  | { readonly at: "intent"; readonly ref: string; readonly status: string }
  | { readonly at: "over" | "silent" | "nowhere" };
export type Wrong = "no" | "bad-number" | "bad-expiry" | "past" | "bad-cvc";

export interface Shown {
  readonly face: Face;
  readonly language: string;
  /** The page's own address. */
  readonly address: string;
  readonly description: string;
  readonly amount: { readonly minor: number; readonly currency: string; readonly exponent: number };
  /** Absent where nobody knows the page. */
  readonly returnUrl: string | undefined;
}

/** Numbers that stand for what a card may do. */
const DEMO = [
  ["4242 4242 4242 4242", "approve"],
  ["4000 0027 6000 3184", "ask"],
  ["4000 0000 0000 0002", "decline"],
  ["4000 0000 0000 9995", "funds"],
] as const;

/** The first language that a browser wants and the bank speaks. */
export const languageOf = (wanted: string | undefined): string =>
  (wanted ?? "")
    .split(",")
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((tag) => tag in WORDS) ?? "en";

/** The bank's own page: a plain form, which needs no script and so is there where a script is held back. */
export function pageHtml(shown: Shown): string {
  const { language, returnUrl, face } = shown;
  const t = sayer(language);
  const isForStaff = face.at === "intent" || face.at === "nowhere";
  const title = t(isForStaff ? "intent" : "title");
  const back =
    returnUrl === undefined ? "" : `<a class="back" href="${safe(returnUrl)}">${safe(t("back"))}</a>`;
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${safe(title)} – ${safe(t("bank"))}</title>
    <link rel="stylesheet" href="/sandbox-bank/v1/page.css" />
  </head>
  <body>
    <p class="mark">${safe(t("mark"))}</p>
    <main>
      <h1>${safe(face.at === "ask" ? t("ask") : title)}</h1>
      ${middleOf(shown, t)}
      ${back}
    </main>
  </body>
</html>
`;
}

type Say = (key: string) => string;
const sayer =
  (language: string): Say =>
  (key) =>
    WORDS[language]?.[key] ?? FORM_WORDS[language]?.[key] ?? key;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

function amountOf({ amount: { minor, currency, exponent }, language }: Shown): string {
  const tag = language === "ar" ? "ar-u-nu-latn" : language;
  return new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  }).format(minor / 10 ** exponent);
}

function middleOf(shown: Shown, t: Say): string {
  const { face } = shown;
  if (face.at === "over" || face.at === "silent" || face.at === "nowhere")
    return `<p class="alert" role="alert">${safe(t(face.at))}</p>`;
  const amount = amountOf(shown);
  if (face.at === "intent")
    return `<p class="amount">${safe(amount)}</p>
      <p>${safe(t(`status-${face.status}`))}</p>
      <p class="quiet"><bdi dir="ltr">${safe(face.ref)}</bdi></p>`;
  const head = `<p class="amount">${safe(amount)}</p>
      <p class="quiet">${safe(shown.description)}</p>`;
  return head + (face.at === "ask" ? question(shown, t) : cardForm(shown, t, amount));
}

function cardForm({ face, address }: Shown, t: Say, amount: string): string {
  const wrong = face.at === "form" ? face.wrong : undefined;
  const alert = wrong === undefined ? "" : `<p class="alert" role="alert">${safe(t(wrong))}</p>`;
  const field = (name: string, autocomplete: string, length: number): string =>
    `<label>${safe(t(name))}<input name="${name}" autocomplete="${autocomplete}" inputmode="numeric" maxlength="${length}" required /></label>`;
  const demo = DEMO.map(
    ([number, what]) =>
      `<li><button name="demo" value="${number}" formnovalidate><bdi dir="ltr">${number}</bdi><span class="quiet">${safe(t(`demo-${what}`))}</span></button></li>`,
  ).join("");
  return `${alert}<form method="post" action="${safe(address)}/pay">
        ${field("number", "cc-number", 23)}
        <div class="pair">${field("expiry", "cc-exp", 7)}${field("cvc", "cc-csc", 4)}</div>
        <button class="main" name="pay" value="1">${safe(t("pay").replace("{amount}", () => amount))}</button>
        <div class="demo"><p>${safe(t("demo"))}</p><ul>${demo}</ul></div>
      </form>`;
}

function question({ address }: Shown, t: Say): string {
  const choice = (name: string, look: string): string =>
    `<button name="choice" value="${name}"${look}>${safe(t(name))}</button>`;
  return `<form method="post" action="${safe(address)}/answer">
        ${choice("approve", ' class="main"')}${choice("decline", "")}${choice("cancel", "")}
      </form>`;
}
