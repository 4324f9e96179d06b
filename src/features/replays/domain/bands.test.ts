import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BARS, bandOf, barOf, barWidth, endsOf } from "./bands.ts";

test("a distance belongs to the band that it is below", () => {
  expect([0, 1_999, 2_000, 9_999, 20_000, 90_000].map(bandOf)).toEqual([0, 0, 1, 2, 4, 4]);
});

test("bars are 1, 2 or 5 times a power of ten wide", () => {
  expect([0, 1, 6, 7, 60, 61, 300, 1_200, 7_000].map(barWidth)).toEqual([1, 1, 1, 2, 10, 20, 50, 200, 2_000]);
});

test("every difference lies in one bar between its ends, and no change stands alone", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: 1, max: 400 }), (n, width) => {
      const bar = barOf(n, width);
      expect(BARS).toContain(bar);
      expect(bar === 0).toBe(n === 0);
      const { from, to } = endsOf(bar, width);
      const isWithin =
        n > 0 ? (from ?? 0) < n && n <= (to ?? Infinity) : (from ?? -Infinity) <= n && n < (to ?? 0);
      expect(isWithin).toBe(n !== 0);
    }),
  );
});
