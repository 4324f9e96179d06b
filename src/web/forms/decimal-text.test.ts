import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, readDecimal } from "./decimal-text.ts";

test.each([
  ["4.90", 2, 490],
  ["4,9", 2, 490],
  ["4", 2, 400],
  ["0.07", 2, 7],
  ["1 200", 0, 1200],
  ["٤٫٥٠", 2, 450],
  ["1.250", 3, 1250],
])("%s with %i digits is %i", (text, digits, units) => expect(readDecimal(text, digits)).toBe(units));

test.each(["", "-1", "4.905", "1.234.50", "1e3", "4€", ".", "0x10"])("%j is no amount of cents", (text) => {
  expect(readDecimal(text, 2)).toBeUndefined();
});

test("a currency without digits takes none", () => {
  expect(readDecimal("490", 0)).toBe(490);
  expect(readDecimal("490.5", 0)).toBeUndefined();
});

test("what is shown is read back exactly, in any language's mark", () => {
  const units = fc.integer({ min: 0, max: 999_999_999_999 });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 4 }), fc.constantFrom(".", ",", "٫"), (n, digits, mark) => {
      expect(readDecimal(decimalText(n, digits, mark, digits), digits)).toBe(n);
    }),
  );
});
