import fc from "fast-check";
import { expect, test } from "vitest";
import { receiptNumber, sumsOf, type Priced } from "./receipt.ts";

const SEED = Number(process.env["WAYBILL_SEED"] ?? 20_261_122);
const total = (list: readonly { readonly minor: number }[]) =>
  list.reduce((all, { minor }) => all + minor, 0);

const priced: Priced = {
  amountMinor: 1_190,
  taxMinor: 190,
  currency: "EUR",
  lines: [
    { title: "Base fee", rule: "base", minor: 600 },
    { title: "Express", rule: "express", minor: 400 },
  ],
  taxes: [{ basisPoints: 1_900, minor: 190 }],
};

test("the whole price keeps its lines, a part of it is one line with its share of the tax", () => {
  expect(sumsOf(priced, { before: 0, minor: 1_190 }, "service")).toEqual({
    lines: priced.lines,
    netMinor: 1_000,
    taxes: priced.taxes,
    totalMinor: 1_190,
  });
  expect(sumsOf(priced, { before: 0, minor: 357 }, "cancellation")).toEqual({
    lines: [{ title: "cancellation", rule: "cancellation", minor: 300 }],
    netMinor: 300,
    taxes: [{ basisPoints: 1_900, minor: 57 }],
    totalMinor: 357,
  });
  expect(sumsOf(priced, { before: 0, minor: 1_190 }, "returned").lines).toEqual([
    { title: "returned", rule: "returned", minor: 1_000 },
  ]);
  const lowered = sumsOf({ ...priced, taxMinor: 0, taxes: [] }, { before: 0, minor: 5 }, "service");
  expect(lowered).toMatchObject({ taxes: [], lines: [{ rule: "lowered" }] });
});

test("lines and taxes sum exactly, and the taxes of all parts to the tax of the whole", () => {
  const prices = fc
    .record({
      nets: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 }),
      taxes: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 3 }),
      cuts: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 }),
    })
    .map(({ nets, taxes, cuts }) => {
      const lines = nets.map((minor, at) => ({ title: `r${at}`, rule: `r${at}`, minor }));
      const taxLines = taxes.map((minor, at) => ({ basisPoints: 100 * (at + 1), minor }));
      const price = {
        amountMinor: total(lines) + total(taxLines),
        taxMinor: total(taxLines),
        currency: "EUR",
        lines,
        taxes: taxLines,
      };
      return { price, cuts };
    });
  fc.assert(
    fc.property(prices, ({ price, cuts }) => {
      let before = 0;
      let taxed = 0;
      for (const cut of [...cuts, price.amountMinor]) {
        const minor = Math.min(cut, price.amountMinor - before);
        if (minor <= 0) continue;
        const sums = sumsOf(price, { before, minor }, "service");
        expect(total(sums.lines)).toBe(sums.netMinor);
        expect(sums.netMinor + total(sums.taxes)).toBe(minor);
        expect(Math.min(sums.netMinor, ...sums.taxes.map((tax) => tax.minor))).toBeGreaterThanOrEqual(0);
        taxed += total(sums.taxes);
        before += minor;
      }
      expect(taxed).toBe(price.taxMinor);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test("a number names its series, its year and its place", () => {
  expect(receiptNumber("receipt", 2026, 42)).toBe("R-2026-000042");
  expect(receiptNumber("credit-note", 2027, 1_234_567)).toBe("C-2027-1234567");
});
