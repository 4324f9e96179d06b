import { expect, test } from "vitest";
import { isCardAmount } from "./card-amount.ts";

test.each<[number, string, boolean]>([
  [49, "EUR", false],
  [50, "EUR", true],
  [99_999_999, "EUR", true],
  [100_000_000, "EUR", false],
  [49, "JPY", false],
  [50, "JPY", true],
  [499, "KWD", false],
  [500, "KWD", true],
])("amount.out-of-range: whether %i minor units of %s can be paid by card", (minor, currency, expected) => {
  expect(isCardAmount({ minor, currency })).toBe(expected);
});
