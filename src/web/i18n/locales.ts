/** The languages Waybill speaks. The first is the fallback. */
export const WORD_LOCALES = ["en", "de", "fr", "es", "ar"] as const;
export type WordLocale = (typeof WORD_LOCALES)[number];

/** Choices of a reader: a language, or its dates and clock elsewhere. */
export const LOCALES = ["en", "en-GB", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language by its own name, so that a reader finds it in any other language. */
export const NATIVE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English (US)",
  "en-GB": "English (UK)",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
};

/**
 * The tag given to `Intl`. Arabic keeps Latin digits: prices, phone, house and delivery numbers are read aloud and
 * compared with labels that carry Latin digits.
 */
export const intlTag = (locale: Locale): string => (locale === "ar" ? "ar-u-nu-latn" : locale);

export const directionOf = (locale: Locale): "ltr" | "rtl" => (locale === "ar" ? "rtl" : "ltr");

export const isLocale = (text: unknown): text is Locale => LOCALES.some((locale) => locale === text);

/** The language that a choice is written in: American and British readers read the same words. */
export const wordLocale = (locale: Locale): WordLocale => (locale === "en-GB" ? "en" : locale);

/** Regions whose English is written with the month first; elsewhere the day comes first. */
const MONTH_FIRST: ReadonlySet<string | undefined> = new Set([undefined, "us", "ca", "ph", "latn"]);

/** The choice that a browser's tag means. */
function localeOf(tag: string): Locale | undefined {
  const [language, region] = tag.toLowerCase().split("-");
  if (language === "en") return MONTH_FIRST.has(region) ? "en" : "en-GB";
  return isLocale(language) ? language : undefined;
}

/** The first of the reader's languages that we speak. */
export function chooseLocale(stored: string | null, wished: readonly string[]): Locale {
  if (isLocale(stored)) return stored;
  return wished.map(localeOf).find((locale) => locale !== undefined) ?? LOCALES[0];
}
