import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical } from "./canonical.ts";
import { humanNumber, parseHumanNumber } from "./human-number.ts";
import { isUuid, madeAt, uuidv7 } from "./id.ts";
import { Refusal } from "./refusal.ts";
import { TOKEN_RANDOM_BYTES, isToken22, token22 } from "./token.ts";

const bytes = (n: number) => fc.uint8Array({ minLength: n, maxLength: n });
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

describe("ids", () => {
  test("are version 7 of RFC 9562 and sort by time", () => {
    const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(moment, moment, bytes(10), bytes(10), (a, b, r, s) => {
        const [first, second] = [uuidv7(a, r), uuidv7(b, s)];
        expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(isUuid(first)).toBe(true);
        expect(madeAt(first)).toBe(a);
        expect(a < b && first >= second).toBe(false);
      }),
    );
  });
  test("keep all 74 random bits", () => {
    const zeros = uuidv7(0, new Uint8Array(10));
    expect(zeros).toBe("00000000-0000-7000-8000-000000000000");
    expect(uuidv7(0, new Uint8Array(10).fill(255))).toBe("00000000-0000-7fff-bfff-ffffffffffff");
    expect(() => uuidv7(0, new Uint8Array(9))).toThrow("10 random bytes");
    expect(() => uuidv7(-1, new Uint8Array(10))).toThrow("48-bit");
    expect([madeAt("x"), madeAt("00000000-0000-4000-8000-000000000000")]).toEqual([undefined, undefined]);
    expect([isUuid("x"), isUuid(""), isUuid(zeros.toUpperCase())]).toEqual([false, false, true]);
  });
});

describe("human numbers", () => {
  test("are read however people write them", () => {
    fc.assert(
      fc.property(bytes(7), (random) => {
        const number = humanNumber(random);
        expect(number).toMatch(/^WB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
        const spoken = number.toLowerCase().replaceAll("0", "o").replaceAll("1", "l").replaceAll("-", " ");
        for (const text of [
          number,
          spoken,
          number.slice(3),
          number.replaceAll("-", ""),
          ` ${number}\n`,
          number.replaceAll("1", "I"),
        ]) {
          expect(parseHumanNumber(text)).toBe(number);
        }
      }),
    );
    for (const text of ["", "WB", "WB-7K4M-92Q", "WB-7K4M-92QXX", "WB-UUUU-UUUU"])
      expect(parseHumanNumber(text)).toBeUndefined();
  });

  test("every wrong character and every swap of two characters is caught", () => {
    let [wrong, swaps] = [0, 0];
    fc.assert(
      fc.property(bytes(7), (random) => {
        const eight = Array.from(humanNumber(random).replaceAll("-", "").slice(2));
        eight.forEach((right, i) => {
          for (const other of ALPHABET) {
            if (other === right) continue;
            wrong += 1;
            expect(parseHumanNumber(eight.with(i, other).join(""))).toBeUndefined();
          }
          for (let j = i + 1; j < eight.length; j += 1) {
            const swapped = eight.with(i, eight[j] ?? "").with(j, right);
            if (swapped.join("") === eight.join("")) continue;
            swaps += 1;
            expect(parseHumanNumber(swapped.join(""))).toBeUndefined();
          }
        });
      }),
      { numRuns: 300 },
    );
    expect(wrong).toBe(300 * 8 * 31);
    expect(swaps).toBeGreaterThan(5000);
  });

  test("a random number of eight characters passes once in 32", () => {
    let [passed, tried] = [0, 0];
    fc.assert(
      fc.property(bytes(8), (random) => {
        tried += 1;
        passed += parseHumanNumber(Array.from(random, (byte) => ALPHABET.charAt(byte & 31)).join("")) ? 1 : 0;
      }),
      { numRuns: 20_000, seed: 7 },
    );
    expect(passed / tried).toBeGreaterThan(1 / 40);
    expect(passed / tried).toBeLessThan(1 / 26);
  });
});

describe("tracking tokens", () => {
  test("use every character equally often", () => {
    const counts = new Map<string, number>();
    let state = 20261121;
    const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    const tokens = 20_000;
    for (let i = 0; i < tokens; i += 1) {
      const token = token22(Uint8Array.from({ length: TOKEN_RANDOM_BYTES }, next));
      expect(isToken22(token)).toBe(true);
      for (const char of token) counts.set(char, (counts.get(char) ?? 0) + 1);
    }
    const fair = (tokens * 22) / 62;
    const chiSquare = [...counts.values()].reduce((all, n) => all + (n - fair) ** 2 / fair, 0);
    expect(counts.size).toBe(62);
    expect(chiSquare).toBeLessThan(112); // 61 degrees of freedom, p = 0.0001
  });
  test("are refused with too few or plainly broken random bytes", () => {
    expect(() => token22(new Uint8Array(22))).toThrow("48 random bytes");
    expect(() => token22(new Uint8Array(64).fill(255))).toThrow("no random bytes");
    expect([isToken22("short"), isToken22("a".repeat(22)), isToken22(`${"a".repeat(21)}-`)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe("canonical JSON", () => {
  test("the order in which properties were written makes no difference", () => {
    expect(canonical({ b: [1, { d: null, c: "é" }], a: undefined })).toBe('{"b":[1,{"c":"é","d":null}]}');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonical(turned)).toBe(canonical(value));
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  test("a text and a number are written as JSON writes them", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(fc.property(value, (one) => canonical(one) === JSON.stringify(one)));
    expect(canonical({ 'a"': "\u007f\\", [" ~"]: -0 })).toBe('{" ~":0,"a\\"":"\u007f\\\\"}');
  });
  test("what JSON cannot hold is refused", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol("x"), () => 1]) {
      expect(() => canonical({ value })).toThrow("canonical cannot write");
    }
  });
});

test("a refusal names its reason and what it knows", () => {
  const refusal = new Refusal("quotes.expired", { quoteId: "q" });
  expect(refusal).toBeInstanceOf(Error);
  expect([refusal.code, refusal.message, refusal.facts["quoteId"]]).toEqual([
    "quotes.expired",
    "quotes.expired",
    "q",
  ]);
  expect(new Refusal("quotes.expired").facts).toEqual({});
});
