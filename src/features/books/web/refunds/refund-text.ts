import type { InputOf } from "#contract/endpoint.ts";
import { exponentOf } from "#kernel/currency.ts";
import type { Money } from "#kernel/money.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import type { refundsApi } from "#features/payments/contract/refunds.ts";
import type { REFUND_REASONS } from "#features/payments/domain/refund.ts";

type Reason = (typeof REFUND_REASONS)[number];
/** Input of the request, without the fields that the dialog fills in. */
export type RefundWish = Pick<InputOf<typeof refundsApi.askRefund>, "amount" | "note"> & { reason: Reason };

/** A refund as it is typed. */
export interface RefundText {
  amount: string;
  reason: Reason | "";
  note: string;
}

/** An amount as one types it. @param mark between whole and part */
export const amountText = ({ minor, currency }: Money, mark: string): string => {
  const digits = exponentOf(currency);
  return decimalText(minor, digits, mark, digits);
};

/** Minor units of a typed amount, or undefined where it is none. */
export const readAmount = (text: string, currency: string): number | undefined =>
  readDecimal(text, exponentOf(currency));

/** Reads a typed refund of a payment of which `remaining` may go back. */
export function refundSchema(remaining: Money): FormSchema<RefundWish> {
  return {
    // Safe: only this form, whose values are refund texts, is parsed with it.
    safeParse: (input) => readRefund(input as RefundText, remaining),
  };
}

function readRefund(
  { amount, reason, note }: RefundText,
  remaining: Money,
): ReturnType<FormSchema<RefundWish>["safeParse"]> {
  const minor = readAmount(amount, remaining.currency) ?? 0;
  const issues = [];
  if (minor < 1) issues.push({ path: ["amount"], message: "payments.not-an-amount" });
  if (minor > remaining.minor) issues.push({ path: ["amount"], message: "payments.refund-exceeds" });
  if (reason === "") return { success: false, error: { issues: [...issues, { path: ["reason"] }] } };
  if (issues.length > 0) return { success: false, error: { issues } };
  const told = note.trim() === "" ? {} : { note: note.trim() };
  return {
    success: true,
    data: { amount: { minor, currency: remaining.currency }, reason, ...told },
  };
}
