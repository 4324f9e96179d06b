/** The languages that Waybill's words are written in. The first is the fallback. */
export const WORD_LOCALES = ["en", "de", "fr", "es", "ar"] as const;
export type WordLocale = (typeof WORD_LOCALES)[number];

/** Choices of a reader: a language, or its dates and clock elsewhere. */
export const LOCALES = ["en", "en-GB", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);

/** The language that a choice is written in: American and British readers read the same words. */
export const wordLocale = (locale: Locale): WordLocale => (locale === "en-GB" ? "en" : locale);

/** Query parameter and cookie of the language of recipients' pages, which the server draws. */
export const PAGE_LANGUAGE = "lang";
const YEAR_S = 31_536_000;

/** The cookie of a chosen language: says nothing else, and only to pages of recipients. */
export const languageCookie = (locale: Locale, isSecure: boolean): string =>
  `${PAGE_LANGUAGE}=${locale}; Path=/t/; Max-Age=${YEAR_S}; SameSite=Lax${isSecure ? "; Secure" : ""}`;

/**
 * The tag given to `Intl`. Arabic keeps Latin digits: prices, phone, house and delivery numbers are read aloud and
 * compared with labels that carry Latin digits.
 */
export const intlTag = (locale: Locale): string => (locale === "ar" ? "ar-u-nu-latn" : locale);

/** Regions whose English is written with the month first; elsewhere the day comes first. */
const MONTH_FIRST: ReadonlySet<string | undefined> = new Set([
  undefined,
  "us",
  "as",
  "gu",
  "mp",
  "pr",
  "vi",
  "ca",
  "ph",
]);

/** The choice that a reader's tag means; a script such as `Latn` says nothing. */
export function localeOf(tag: string): Locale | undefined {
  const [language, region] = tag
    .toLowerCase()
    .split("-")
    .filter((part) => part.length !== 4);
  if (language === "en") return MONTH_FIRST.has(region) ? "en" : "en-GB";
  return isLocale(language) ? language : undefined;
}

/** The first of a reader's wishes that is on offer, if only in its words; the first on offer where none is. */
export function chooseLocale(
  wished: readonly (string | null | undefined)[],
  offered: readonly Locale[] = LOCALES,
): Locale {
  const offerOf = (tag: string | null | undefined): Locale | undefined => {
    const wish = localeOf(tag ?? "");
    if (wish === undefined || offered.includes(wish)) return wish;
    return offered.find((one) => wordLocale(one) === wordLocale(wish));
  };
  return wished.map(offerOf).find((locale) => locale !== undefined) ?? offered[0] ?? LOCALES[0];
}

export const directionOf = (locale: Locale): "ltr" | "rtl" => (locale === "ar" ? "rtl" : "ltr");

/** Tags of an `Accept-Language`. Browsers send their weights in order. */
export const wishedLanguages = (header: string): string[] =>
  header.split(",").map((tag) => tag.trim().split(";")[0] ?? "");
