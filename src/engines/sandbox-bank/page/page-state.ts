import { readFileSync } from "node:fs";

const near = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  near("./page-v1-words.json"),
);
/** The card form says the same in a shop's page. */
const FORM_WORDS: typeof WORDS = JSON.parse(near("../script/card-form-words.json"));

export const pageSheet = (): string => near("./page-v1.css");

interface Amount {
  readonly minor: number;
  readonly currency: string;
  readonly exponent: number;
}

/** State of the staff's page: one payment, or why it cannot be shown. */
export type PageState =
  | { readonly at: "intent"; readonly ref: string; readonly status: string; readonly amount: Amount }
  | { readonly at: "silent" | "nowhere" };

/** The first language that a browser wants and the bank speaks. */
export const languageOf = (wanted: string | undefined): string =>
  (wanted ?? "")
    .split(",")
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((tag) => tag in WORDS) ?? "en";

/** The bank's own page about one payment, without a script. */
export function pageHtml(state: PageState, language: string): string {
  const t = sayer(language);
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${safe(t("intent"))} – ${safe(t("bank"))}</title>
    <link rel="stylesheet" href="/sandbox-bank/v1/page.css" />
  </head>
  <body>
    <p class="mark">${safe(t("mark"))}</p>
    <main>
      <h1>${safe(t("intent"))}</h1>
      ${middleOf(state, language, t)}
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

function amountOf({ minor, currency, exponent }: Amount, language: string): string {
  const tag = language === "ar" ? "ar-u-nu-latn" : language;
  return new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  }).format(minor / 10 ** exponent);
}

function middleOf(state: PageState, language: string, t: Say): string {
  if (state.at !== "intent") return `<p class="alert" role="alert">${safe(t(state.at))}</p>`;
  return `<p class="amount">${safe(amountOf(state.amount, language))}</p>
      <p>${safe(t(`status-${state.status}`))}</p>
      <p class="quiet"><bdi dir="ltr">${safe(state.ref)}</bdi></p>`;
}
