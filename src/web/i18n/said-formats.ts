import type { Locale } from "#kernel/locale.ts";
import { type Formats, formats, putFormats } from "./format.ts";

type Said = Readonly<Record<string, string>>;

/** The same formats, each text by way of `each`, which may know it already. */
function through(inner: Formats, each: (key: string, make: () => string) => string): Formats {
  const methods = Object.entries(inner).map(([name, make]: [string, (...values: never[]) => string]) => [
    name,
    (...values: never[]) => each(`${name} ${JSON.stringify(values)}`, () => make(...values)),
  ]);
  // Safe: every format makes one text of its values, and each has its name again.
  return Object.fromEntries(methods) as Formats;
}

/** Keeps to texts that the server wrote: engines differ in commas and spaces, and a page that begins drawn must not. */
export function repeatSaid(locale: Locale, said: Said): void {
  const own = formats(locale);
  putFormats(
    locale,
    through(own, (key, make) => said[key] ?? make()),
  );
}

/** Runs `draw` at once. @returns what it made, and every text that it asked for */
export function withSaid<T>(locale: Locale, draw: () => T): { readonly made: T; readonly said: Said } {
  const own = formats(locale);
  const said: Record<string, string> = {};
  putFormats(
    locale,
    through(own, (key, make) => (said[key] = make())),
  );
  try {
    return { made: draw(), said };
  } finally {
    putFormats(locale, own);
  }
}
