import { expect, test } from "vitest";
import { chooseLocale, directionOf } from "./locales.ts";

test.each([
  [null, ["de-AT", "en"], "de"],
  [null, ["pt-BR", "es-MX"], "es"],
  [null, ["pt-BR"], "en"],
  [null, [], "en"],
  [null, ["en-US", "de"], "en"],
  [null, ["en-GB", "en-US"], "en-GB"],
  [null, ["en-IE"], "en-GB"],
  ["en-GB", ["en-US"], "en-GB"],
  ["fr", ["de"], "fr"],
  ["xx", ["ar-EG"], "ar"],
] as const)("stored %s and wished %s give %s", (stored, wished, chosen) => {
  expect(chooseLocale(stored, wished)).toBe(chosen);
});

test("Arabic is read from right to left", () => {
  expect(directionOf("ar")).toBe("rtl");
  expect(directionOf("fr")).toBe("ltr");
});
