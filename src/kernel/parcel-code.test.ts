import * as fc from "fast-check";
import { expect, test } from "vitest";
import { humanNumber } from "./human-number.ts";
import { parcelCode, parcelCodes, parseParcelCode } from "./parcel-code.ts";

const NUMBER = humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23]));
const number = fc
  .uint8Array({ minLength: 7, maxLength: 7 })
  .map((bytes) => humanNumber(new Uint8Array(bytes)));
const index = fc.integer({ min: 1, max: 99 });

test("every parcel of a delivery has a code of its own, which begins with the delivery's number", () => {
  expect(parcelCodes(NUMBER, 3)).toEqual([`${NUMBER}-1`, `${NUMBER}-2`, `${NUMBER}-3`]);
});

test("a code is read back however it is typed: small letters, spaces, no dashes, no WB, O for 0, L for 1", () => {
  const forms = [
    (code: string) => code,
    (code: string) => code.toLowerCase(),
    (code: string) => code.replaceAll("-", " "),
    (code: string) => code.replaceAll("-", ""),
    (code: string) => code.replace("WB-", ""),
    (code: string) => code.replaceAll("0", "O").replaceAll("1", "l"),
    (code: string) => ` ${code}\n`,
  ];
  fc.assert(
    fc.property(number, index, fc.constantFrom(...forms), (one, at, typed) => {
      const code = parcelCode({ number: one, index: at });
      expect(parseParcelCode(typed(code))).toBe(code);
    }),
  );
});

test("one wrong character in the number, or no parcel's index, is no code", () => {
  fc.assert(
    fc.property(
      number,
      fc.integer({ min: 3, max: 11 }),
      fc.constantFrom("0", "7", "A", "K", "Z"),
      (one, at, wrong) => {
        fc.pre(one[at] !== "-" && one[at] !== wrong);
        expect(parseParcelCode(`${one.slice(0, at)}${wrong}${one.slice(at + 1)}-1`)).toBeUndefined();
      },
    ),
  );
  for (const text of ["", NUMBER, `${NUMBER}-0`, `${NUMBER}-123`, "https://example.org", "4006381333931"])
    expect(parseParcelCode(text), text).toBeUndefined();
});
