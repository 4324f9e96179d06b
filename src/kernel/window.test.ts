import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contains, isWindow, overlaps, type Window } from "./window.ts";

const span = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 50 }))
  .map(([start, length]): Window => ({ start, end: start + length }));

test("a window holds its start and not its end", () => {
  fc.assert(
    fc.property(span, (w) => {
      expect(isWindow(w)).toBe(true);
      expect(contains(w, w.start)).toBe(true);
      expect(contains(w, w.end)).toBe(false);
      expect(contains(w, w.end - 1)).toBe(true);
      expect(contains(w, w.start - 1)).toBe(false);
    }),
  );
});

test("windows overlap exactly where they share a moment", () => {
  fc.assert(
    fc.property(span, span, (a, b) => {
      const shared = Array.from({ length: 101 }, (_, i) => i).filter((i) => contains(a, i) && contains(b, i));
      expect(overlaps(a, b)).toBe(shared.length > 0);
      expect(overlaps(b, a)).toBe(shared.length > 0);
    }),
  );
});

test("windows side by side do not overlap", () => {
  expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false);
});

test("an empty, reversed or broken window is none", () => {
  for (const [start, end] of [
    [5, 5],
    [6, 5],
    [0.5, 2],
    [0, Number.NaN],
  ] as const) {
    expect(isWindow({ start, end })).toBe(false);
  }
});
