import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { codeOfHash, parseHandoverCode, shownCode, termsText } from "./handover-code.ts";

const codeOf = (terms: Parameters<typeof termsText>[0]) =>
  codeOfHash(createHash("sha256").update(termsText(terms)).digest("hex"));
const TERMS = { secret: "s", at: 1_795_000_000_000, deliveryIds: ["b", "A"] };

test("a code is bound to the giver's secret, the time and the parcels, in any order and case", () => {
  const code = codeOf(TERMS);
  expect(code).toMatch(/^\d{10}$/);
  expect(codeOf({ ...TERMS, deliveryIds: ["a", "B"] })).toBe(code);
  const others = [
    { ...TERMS, secret: "t" },
    { ...TERMS, at: TERMS.at + 1 },
    { ...TERMS, deliveryIds: ["a"] },
    { ...TERMS, deliveryIds: ["a", "b", "c"] },
  ];
  expect(others.map(codeOf)).not.toContain(code);
});

test("a typed code may have gaps, and no single wrong digit passes", () => {
  const code = codeOf(TERMS);
  expect(parseHandoverCode(shownCode(code))).toBe(code);
  expect(parseHandoverCode(code.slice(1))).toBeUndefined();
  for (let place = 0; place < code.length; place += 1)
    for (let digit = 0; digit < 10; digit += 1) {
      const typed = code.slice(0, place) + String(digit) + code.slice(place + 1);
      expect(parseHandoverCode(typed)).toBe(typed === code ? code : undefined);
    }
});
