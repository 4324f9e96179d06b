import { expect, test } from "vitest";
import { collectable, isCardAmount } from "./card-amount.ts";

test.each<[number, string, boolean]>([
  [49, "EUR", false],
  [50, "EUR", true],
  [99_999_999, "EUR", true],
  [100_000_000, "EUR", false],
  [29, "GBP", false],
  [30, "GBP", true],
  [1499, "CZK", false],
  [1500, "CZK", true],
  [17_499, "HUF", false],
  [17_500, "HUF", true],
  [199, "PLN", false],
  [200, "PLN", true],
  // No cents: a yen is a yen.
  [49, "JPY", false],
  [50, "JPY", true],
  [99_999_999, "JPY", true],
  // Sent with two digits that are always zero, so that eight digits are used up earlier.
  [49, "ISK", false],
  [50, "ISK", true],
  [999_999, "ISK", true],
  [1_000_000, "ISK", false],
  [1_000_000, "UGX", false],
  // Three digits, of which the last must be zero.
  [499, "KWD", false],
  [500, "KWD", true],
  [1505, "KWD", false],
  [1510, "KWD", true],
  // Not known there.
  [5_000_000, "CLF", false],
])("amount.out-of-range: whether %i minor units of %s can be paid by card", (minor, currency, expected) => {
  expect(isCardAmount({ minor, currency })).toBe(expected);
});

test.each<[number, string, number | undefined]>([
  [300, "EUR", 300],
  [49, "EUR", undefined],
  [0, "EUR", undefined],
  [174, "HUF", undefined],
  [1509, "KWD", 1500],
  [505, "KWD", 500],
  [499, "KWD", undefined],
  [49, "JPY", undefined],
  [1200, "JPY", 1200],
])("of %i minor units of %s a card can pay %s", (minor, currency, expected) => {
  expect(collectable({ minor, currency })?.minor).toBe(expected);
});
