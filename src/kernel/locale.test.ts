import { describe, expect, test } from "vitest";
import { chooseLocale, directionOf, type Locale } from "./locale.ts";

describe("the language of a reader", () => {
  test.each<[(string | null | undefined)[], Locale]>([
    [["de-AT", "en"], "de"],
    [["pt-BR", "es-MX"], "es"],
    [["pt-BR"], "en"],
    [[], "en"],
    [[null, undefined, "fr"], "fr"],
    [["en-US", "de"], "en"],
    [["en-GB", "en-US"], "en-GB"],
    [["en-IE"], "en-GB"],
    [["ar-EG"], "ar"],
    [["en-PR"], "en"],
    [["en-Latn-GB"], "en-GB"],
    [["en-Latn"], "en"],
    [["es-419"], "es"],
  ])("whoever wishes %j reads %s", (wished, chosen) => {
    expect(chooseLocale(wished)).toBe(chosen);
  });

  test.each<[string[], Locale[], Locale]>([
    [["en", "fr"], ["de", "fr"], "fr"],
    [["en-US"], ["de", "en-GB"], "en-GB"],
    [["en-GB"], ["de", "en"], "en"],
    [["pt"], ["de", "fr"], "de"],
    [["en"], ["de", "fr"], "de"],
  ])("whoever wishes %j where %j are on offer reads %s", (wished, offered, chosen) => {
    expect(chooseLocale(wished, offered)).toBe(chosen);
  });
});

test("Arabic is read from right to left", () => {
  expect(directionOf("ar")).toBe("rtl");
  expect(directionOf("fr")).toBe("ltr");
});
