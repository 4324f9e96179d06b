/** The languages Waybill speaks. The first is the fallback. */
export const LOCALES = ["en", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language by its own name, so that a reader finds it in any other language. */
export const NATIVE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
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

/** The first of the reader's languages that we speak. */
export function chooseLocale(stored: string | null, wished: readonly string[]): Locale {
  if (isLocale(stored)) return stored;
  const languages = wished.map((tag) => tag.toLowerCase().split("-")[0]);
  return languages.find(isLocale) ?? LOCALES[0];
}
