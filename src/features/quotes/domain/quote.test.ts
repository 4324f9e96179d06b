import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance } from "#kernel/machine.ts";
import { QUOTE_VALID_MS } from "./limits.ts";
import { QUOTE_MACHINE } from "./quote-lifecycle.ts";
import { acceptable, expiryOf, quoteStateAt, requestTextOf } from "./quote.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const quote = { state: "open", requestHash: "h", expiresAt: expiryOf(NOON) } as const;

describe("a quote", () => {
  test("holds for fifteen minutes and not a millisecond longer", () => {
    expect(() => acceptable(quote, NOON + QUOTE_VALID_MS - 1, "h")).not.toThrow();
    expect(() => acceptable(quote, NOON + QUOTE_VALID_MS, "h")).toThrow("quotes.expired");
    expect(quoteStateAt(quote, NOON + QUOTE_VALID_MS)).toBe("expired");
    expect(quoteStateAt({ ...quote, state: "accepted" }, NOON + QUOTE_VALID_MS)).toBe("accepted");
  });
  test("is bought once, and only for what was quoted", () => {
    expect(() => acceptable({ ...quote, state: "accepted" }, NOON, "h")).toThrow("quotes.already-accepted");
    expect(() => acceptable(quote, NOON, "other")).toThrow("quotes.changed");
    expect(() => acceptable({ ...quote, state: "withdrawn" }, NOON, "h")).toThrow("quotes.expired");
  });
  test("has a table that says the same", () => {
    expect(advance(QUOTE_MACHINE, "open", "accept")).toBe("accepted");
    for (const state of QUOTE_MACHINE.terminal)
      expect(() => advance(QUOTE_MACHINE, state, "accept")).toThrow("quotes.already-accepted");
  });
});

test("a changed request has another fingerprint, the order of its fields does not matter", () => {
  const request = fc.record({ a: fc.nat(), b: fc.string(), c: fc.array(fc.nat()) });
  fc.assert(
    fc.property(request, request, (one, other) => {
      const turned = { c: one.c, b: one.b, a: one.a };
      expect(requestTextOf(turned)).toBe(requestTextOf(one));
      expect(requestTextOf(one) === requestTextOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});
