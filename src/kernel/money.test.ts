import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURRENCIES, exponentOf, isCurrency } from "./currency.ts";
import { allocate, compare, isZero, minus, money, plus, share, sum, times, zero } from "./money.ts";

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const euro = (minor: number) => money(minor, "EUR");

describe("money", () => {
  // v5.0.0-1.4.2
  test("an amount is a whole number of minor units of a known currency", () => {
    expect(() => euro(1.5)).toThrow("not a whole number");
    expect(() => euro(Number.NaN)).toThrow("not a whole number");
    expect(() => euro(2 ** 53)).toThrow("not a whole number");
    expect(() => money(1, "EURO")).toThrow("not an ISO 4217 currency");
    expect(Object.is(euro(-0).minor, 0)).toBe(true);
    expect(isZero(zero("JPY"))).toBe(true);
  });

  test("two currencies never meet in one sum", () => {
    const yen = money(5, "JPY");
    for (const mixed of [() => plus(euro(1), yen), () => minus(euro(1), yen), () => compare(euro(1), yen)]) {
      expect(mixed).toThrow("mixed currencies");
    }
    expect(() => sum([euro(1), yen], "EUR")).toThrow("mixed currencies");
    expect(() => sum([yen], "EUR")).toThrow("mixed currencies");
  });

  test("what is added can be taken away again, in any order", () => {
    fc.assert(
      fc.property(cents, cents, cents, (a, b, c) => {
        expect(minus(plus(euro(a), euro(b)), euro(b))).toEqual(euro(a));
        expect(sum([euro(a), euro(b), euro(c)], "EUR")).toEqual(sum([euro(c), euro(b), euro(a)], "EUR"));
        expect(Math.sign(compare(euro(a), euro(b)))).toBe(Math.sign(a - b));
        expect(times(euro(a), 3)).toEqual(sum([euro(a), euro(a), euro(a)], "EUR"));
      }),
    );
  });

  test("a share rounds half away from zero", () => {
    expect(share(euro(5), 1, 2).minor).toBe(3);
    expect(share(euro(-5), 1, 2).minor).toBe(-3);
    expect(share(euro(5), -1, 2).minor).toBe(-3);
    expect(share(euro(-5), -1, 2).minor).toBe(3);
    expect(share(euro(249), 1, 500).minor).toBe(0);
    expect(share(euro(250), 1, 500).minor).toBe(1);
    expect(() => share(euro(1), 1, 0)).toThrow("denominator");
    expect(() => share(euro(1), 0.5, 1)).toThrow("numerator");
  });

  test("a share is never more than half a minor unit off", () => {
    const part = fc.integer({ min: -10_000, max: 10_000 });
    const whole = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(cents, part, whole, (m, n, d) => {
        const rounded = BigInt(share(euro(m), n, d).minor);
        const error = 2n * (rounded * BigInt(d) - BigInt(m) * BigInt(n));
        expect(error <= BigInt(d) && error >= -BigInt(d)).toBe(true);
        expect(share(euro(-m), n, d)).toEqual(times(share(euro(m), n, d), -1));
      }),
    );
  });

  test("parts sum exactly to the whole and are within one minor unit of fair", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cents, weights, (m, list) => {
        const all = list.reduce((a, b) => a + b, 0);
        fc.pre(all > 0);
        const parts = allocate(euro(m), list);
        expect(sum(parts, "EUR")).toEqual(euro(m));
        parts.forEach((part, i) => expect(Math.abs(part.minor - (m * (list[i] ?? 0)) / all)).toBeLessThan(1));
      }),
    );
    expect(allocate(euro(100), [1, 1, 1]).map((part) => part.minor)).toEqual([34, 33, 33]);
    expect(allocate(euro(-100), [1, 1, 1]).map((part) => part.minor)).toEqual([-34, -33, -33]);
    expect(() => allocate(euro(1), [0, 0])).toThrow("weights");
    expect(() => allocate(euro(1), [2, -1])).toThrow("weights");
    expect(() => allocate(euro(1), [])).toThrow("weights");
  });
});

describe("currencies", () => {
  test("each has the digits of ISO 4217", () => {
    expect(["EUR", "HUF", "IDR", "RSD"].map(exponentOf)).toEqual([2, 2, 2, 2]);
    expect(["JPY", "ISK", "UGX", "KRW", "CLP"].map(exponentOf)).toEqual([0, 0, 0, 0, 0]);
    expect(["KWD", "TND", "IQD"].map(exponentOf)).toEqual([3, 3, 3]);
    expect(["CLF", "UYW"].map(exponentOf)).toEqual([4, 4]);
    expect(() => exponentOf("XXX")).toThrow("not an ISO 4217 currency");
    expect(isCurrency("eur")).toBe(false);
  });

  test("no code stands twice", () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(CURRENCIES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(CURRENCIES.length).toBeGreaterThan(150);
  });
});
