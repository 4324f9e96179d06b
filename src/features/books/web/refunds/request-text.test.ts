import { expect, test } from "vitest";
import { faultsOf } from "#contract/field-fault.ts";
import { REFUND_REASONS } from "#features/payments/domain/refund.ts";
import type { Money } from "#kernel/money.ts";
import { amountText, requestSchema, type RequestText } from "./request-text.ts";

const remaining = { minor: 1190, currency: "EUR" };
const typed = (text: Partial<RequestText>) => ({ amount: "11.90", reason: "late", note: "", ...text });

const schemaOf = ({ minor, currency }: Money) =>
  requestSchema({ reasons: REFUND_REASONS, currency, most: minor });

function codesOf(text: Partial<RequestText>, left = remaining): Record<string, string> {
  const input = typed(text);
  const read = schemaOf(left).safeParse(input);
  if (read.success) return {};
  return Object.fromEntries(faultsOf(read.error.issues, input).map(({ path, code }) => [path, code]));
}

test("an amount is read digit by digit, with a comma or Arabic digits, in its currency's units", () => {
  const read = (amount: string, left = remaining) => schemaOf(left).safeParse(typed({ amount }));
  const whole = { success: true, data: { amount: remaining, reason: "late" } };
  expect(read("11,90")).toEqual(whole);
  expect(read("١١٫٩٠")).toEqual(whole);
  const yen = { minor: 1190, currency: "JPY" };
  expect(read("1190", yen)).toEqual({ success: true, data: { amount: yen, reason: "late" } });
});

test.each([
  ["", "required"],
  ["0", "payments.not-an-amount"],
  ["-1", "payments.not-an-amount"],
  ["1.234", "payments.not-an-amount"],
  ["much", "payments.not-an-amount"],
  ["11.91", "payments.refund-exceeds"],
])("the amount %o is refused as %s", (amount, code) => {
  expect(codesOf({ amount })).toEqual({ amount: code });
});

test("a reason is wanted, a note of blanks is none", () => {
  expect(codesOf({ reason: "" })).toEqual({ reason: "required" });
  expect(schemaOf(remaining).safeParse(typed({ note: "  " }))).toMatchObject({
    data: { amount: remaining, reason: "late" },
  });
});

test.each([
  [{ minor: 1190, currency: "EUR" }, ",", "11,90"],
  [{ minor: 1190, currency: "JPY" }, ",", "1190"],
  [{ minor: 5, currency: "KWD" }, ".", "0.005"],
])("what is left of %o is prefilled so that it reads back", (left, mark, text) => {
  expect(amountText(left, mark)).toBe(text);
  expect(codesOf({ amount: text }, left)).toEqual({});
});
