import { describe, expect, test } from "vitest";
import { chooseLocale, type Locale } from "./locale.ts";

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
  ])("whoever wishes %j reads %s", (wished, chosen) => {
    expect(chooseLocale(wished)).toBe(chosen);
  });
});
