import { type Locale, type WordLocale, wordLocale } from "#kernel/locale.ts";

/** Words that a server writes in mails and documents, in every language; English has the keys. */
export type ServerWords<T> = Readonly<Record<WordLocale, T>>;

/** Words in the language of a reader. */
export const wordsIn = <T>(words: ServerWords<T>, locale: Locale): T => words[wordLocale(locale)];

/** Puts values in the place of `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z]+)\}/gi, (whole, name: string) => values[name] ?? whole);
