import fc from "fast-check";
import { expect, test } from "vitest";
import { bareCell, guardCell } from "./csv-cell.ts";

const text = fc.string({
  unit: fc.constantFrom("=", "+", "-", "@", "'", '"', ";", ",", "\t", "\n", " ", "x", "＝"),
  maxLength: 12,
});

test.each([
  ["=1+1", "'=1+1"],
  ["x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"],
  ["x\t@y", "x\t'@y"],
  ['x;"=1"', 'x;\'"=1"'],
  ["two\n-lines", "two\n'-lines"],
  ["'=1", "''=1"],
  ["a-b; c=d", "a-b; c=d"],
])("%j is written as %j", (given, written) => {
  expect(guardCell(given)).toBe(written);
  expect(bareCell(written)).toBe(given);
});

test("however a reader splits a cell, no part is a formula, and the marks come off again", () => {
  fc.assert(
    fc.property(text, (given) => {
      const written = guardCell(given);
      expect(written.split(/[;,\t\n]/).filter((part) => /^[" ]*[=+\-@＝]/.test(part))).toEqual([]);
      expect(bareCell(written)).toBe(given);
    }),
  );
});
