import type { Locale } from "#kernel/locale.ts";

/** Each language by its own name, so that a reader finds it in any other language. */
export const NATIVE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English (US)",
  "en-GB": "English (UK)",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
};
