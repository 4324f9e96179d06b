import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES } from "#kernel/currency.ts";
import { money } from "#kernel/money.ts";
import { fromCardUnits, toCardUnits } from "./card-units.ts";

test.each([
  ["EUR", 1190, 1190],
  ["JPY", 500, 500],
  ["ISK", 500, 50_000],
  ["UGX", 500, 50_000],
  ["MGA", 50_000, 500],
  ["HUF", 12_300, 12_300],
  ["KWD", 5120, 5120],
])("%s: %d of ours is %d there", (currency, ours, there) => {
  expect(toCardUnits(money(ours, currency))).toBe(there);
  expect(fromCardUnits(there, currency.toLowerCase())).toEqual(money(ours, currency));
});

test.each([
  ["finer than it counts", 5124, "KWD"],
  ["finer than it counts", 50_001, "MGA"],
  ["nothing at all", 0, "EUR"],
  ["nine digits", 100_000_000, "EUR"],
  ["nine digits after the shift", 1_000_000, "ISK"],
  ["a unit of account", 10_000, "CLF"],
  ["a unit of account", 10_000, "UYI"],
])("%s has no number there: %d %s", (_says, minor, currency) => {
  expect(toCardUnits(money(minor, currency))).toBeUndefined();
});

test("what is no amount of ours is not read as one", () => {
  for (const [amount, currency] of [
    [1.5, "eur"],
    [-1, "eur"],
    [Number.NaN, "eur"],
    [50_001, "isk"],
    [100, "xxx"],
    [100, ""],
    [100, "clf"],
  ] as const)
    expect(fromCardUnits(amount, currency)).toBeUndefined();
});

test("every amount comes back as it was sent, or was never sent", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom(...CURRENCIES),
      (minor, currency) => {
        const sent = toCardUnits(money(minor, currency));
        const back = sent === undefined ? money(minor, currency) : fromCardUnits(sent, currency);
        expect(back).toEqual(money(minor, currency));
      },
    ),
    { numRuns: 20_000 },
  );
});
