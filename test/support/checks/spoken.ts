import { readFileSync } from "node:fs";

export interface Spoken {
  readonly accounts: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  readonly hall: Readonly<Record<string, string>>;
}

const read = (folder: string, locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${folder}/words/${locale}.json`, "utf8"));

/** The words of signing in, in one language. */
export const spoken = (locale: string): Spoken => ({
  accounts: read("src/features/accounts/web", locale),
  session: read("src/web/session", locale),
  hall: read("src/web", locale),
});

/** Fills the gaps of a sentence that has no choices in it. */
export const said = (sentence: string | undefined, values: Readonly<Record<string, string>>): string =>
  (sentence ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
