import { setupI18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readWords, WORD_LOCALES, wordRooms } from "../../../tools/build/words-plugin.ts";
import { type Compiled, interpret } from "./interpret.ts";

/** Safe: what the build compiles is what the reader reads. */
const compile = (message: string): Compiled => compileMessageOrThrow(message);

test.each<[string, Record<string, string | number>, string]>([
  ["Hello {name}", { name: "Ada" }, "Hello Ada"],
  ["{n, plural, =0 {none} one {# parcel} other {# parcels}}", { n: 0 }, "none"],
  ["{n, plural, =0 {none} one {# parcel} other {# parcels}}", { n: 1 }, "1 parcel"],
  ["{n, plural, one {# parcel} other {# parcels}}", { n: 1200 }, "1,200 parcels"],
  [
    "{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}",
    { n: 3 },
    "you and 2 others",
  ],
  ["{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { n: 22 }, "22nd"],
  ["{who, select, courier {the {what}} other {a {what}}}", { who: "courier", what: "door" }, "the door"],
  ["{n, plural, one {{name} has # stop} other {{name} has # stops}}", { n: 4, name: "Bo" }, "Bo has 4 stops"],
  ["{n, number} of {m, number}", { n: 1000, m: 2 }, "1,000 of 2"],
  ["Ticket #{n}, '{'braces'}'", { n: 7 }, "Ticket #7, {braces}"],
])("%s", (message, values, text) => {
  expect(interpret(compile(message), "en", values)).toBe(text);
});

test("every word of the product reads as Lingui reads it, for any count", () => {
  const all = [...wordRooms(process.cwd()).values()].flatMap((folder) =>
    WORD_LOCALES.flatMap((locale) =>
      Object.values(readWords(folder, locale)).map((message) => ({ locale, message })),
    ),
  );
  expect(all.length).toBeGreaterThan(500);
  const values = fc.record({
    n: fc.integer({ min: 0, max: 1_000_000 }),
    text: fc.constantFrom("Ada", "كارلا", ""),
  });
  fc.assert(
    fc.property(fc.constantFrom(...all), values, ({ locale, message }, { n, text }) => {
      const compiled = compileMessageOrThrow(message);
      const names = [...message.matchAll(/\{\s*([\w-]+)\s*(,\s*(\w+))?/g)].map(
        ([, name = "", , kind]) => [name, kind === undefined || kind === "select" ? text : n] as const,
      );
      const given = Object.fromEntries(names);
      const tag = locale === "ar" ? "ar-u-nu-latn" : locale;
      const lingui = setupI18n({ locale, locales: [tag], messages: { [locale]: { m: compiled } } });
      expect(interpret(compiled as Compiled, tag, given)).toBe(lingui._("m", given));
    }),
    { numRuns: 3_000 },
  );
});
