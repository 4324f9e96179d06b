import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromIso, toIso } from "./instant.ts";

test("a moment survives being written and read", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(9999, 0) }), (ms) => {
      expect(fromIso(toIso(ms))).toBe(ms);
    }),
  );
});

test("offsets and fractions are read, what is no moment is refused", () => {
  expect(fromIso("2026-03-29T03:30:00+02:00")).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(fromIso("2026-03-29T01:30:00.1239Z")).toBe(Date.UTC(2026, 2, 29, 1, 30, 0, 123));
  for (const text of [
    "2026-02-30T00:00:00Z",
    "2026-02-30T00:00:00.000Z",
    "+012026-02-03T00:00:00.000Z",
    "2026-13-01T00:00:00Z",
    "2026-03-29",
    "2026-03-29T10:00:00",
    "",
    "now",
  ]) {
    expect(() => fromIso(text)).toThrow("not an instant");
  }
});
