import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, searchText } from "./search-text.ts";

describe("what was typed is taken apart", () => {
  test.each([
    ["Lindenstraße 12", "lindenstrasse", "12"],
    ["lindenstr. 12a", "lindenstrasse", "12a"],
    ["Lindenstr 12 A", "lindenstrasse", "12a"],
    ["Lindenstraße12", "lindenstrasse", "12"],
    ["500 Sutter Street", "sutter street", "500"],
    ["Hauptstr.7, 00711 Marienbrück", "hauptstrasse 00711 marienbruck", "7"],
    ["Bäckerei Ahrens", "backerei ahrens", null],
    ["شارع النيل ١٢", "شارع النيل", "12"],
    ["12", "", "12"],
  ])("%s", (typed, words, number) => {
    expect(searchText(typed)).toEqual({ words, number });
  });
});

test("folding twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});
