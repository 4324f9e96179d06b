/** The languages that Waybill's words are written in. The first is the fallback. */
export const WORD_LOCALES = ["en", "de", "fr", "es", "ar"] as const;
export type WordLocale = (typeof WORD_LOCALES)[number];

/** Choices of a reader: a language, or its dates and clock elsewhere. */
export const LOCALES = ["en", "en-GB", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);

/** The language that a choice is written in: American and British readers read the same words. */
export const wordLocale = (locale: Locale): WordLocale => (locale === "en-GB" ? "en" : locale);

/**
 * The tag given to `Intl`. Arabic keeps Latin digits: prices, phone, house and delivery numbers are read aloud and
 * compared with labels that carry Latin digits.
 */
export const intlTag = (locale: Locale): string => (locale === "ar" ? "ar-u-nu-latn" : locale);

/** Regions whose English is written with the month first; elsewhere the day comes first. */
const MONTH_FIRST: ReadonlySet<string | undefined> = new Set([undefined, "us", "ca", "ph", "latn"]);

/** The choice that a reader's tag means. */
function localeOf(tag: string): Locale | undefined {
  const [language, region] = tag.toLowerCase().split("-");
  if (language === "en") return MONTH_FIRST.has(region) ? "en" : "en-GB";
  return isLocale(language) ? language : undefined;
}

/** The first of a reader's wishes that Waybill speaks. */
export const chooseLocale = (wished: readonly (string | null | undefined)[]): Locale =>
  wished.map((tag) => localeOf(tag ?? "")).find((locale) => locale !== undefined) ?? LOCALES[0];
