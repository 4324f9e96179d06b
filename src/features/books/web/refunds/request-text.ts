import { exponentOf } from "#kernel/currency.ts";
import type { Money } from "#kernel/money.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { FormSchema } from "#web/forms/form-store.ts";

export interface RequestText {
  amount: string;
  reason: string;
  note: string;
}

export interface RequestWish<R extends string> {
  amount: Money;
  reason: R;
  note?: string;
}

interface RequestRule<R extends string> {
  readonly reasons: readonly R[];
  readonly currency: string;
  /** Minor units that may be asked for; absent: any. */
  readonly most?: number;
}

/** An amount as one types it. @param mark between whole and part */
export const amountText = ({ minor, currency }: Money, mark: string): string => {
  const digits = exponentOf(currency);
  return decimalText(minor, digits, mark, digits);
};

export const readAmount = (text: string, currency: string): number | undefined =>
  readDecimal(text, exponentOf(currency));

export function requestSchema<R extends string>(rule: RequestRule<R>): FormSchema<RequestWish<R>> {
  return {
    // Safe: only forms of such texts are parsed with it.
    safeParse: (input) => readRequest(input as RequestText, rule),
  };
}

function readRequest<R extends string>(
  { amount, reason, note }: RequestText,
  { reasons, currency, most = Infinity }: RequestRule<R>,
): ReturnType<FormSchema<RequestWish<R>>["safeParse"]> {
  const minor = readAmount(amount, currency) ?? 0;
  const known = reasons.find((one) => one === reason);
  const issues = [];
  if (minor < 1) issues.push({ path: ["amount"], message: "payments.not-an-amount" });
  if (minor > most) issues.push({ path: ["amount"], message: "payments.refund-exceeds" });
  if (known === undefined) return { success: false, error: { issues: [...issues, { path: ["reason"] }] } };
  if (issues.length > 0) return { success: false, error: { issues } };
  const told = note.trim() === "" ? {} : { note: note.trim() };
  return { success: true, data: { amount: { minor, currency }, reason: known, ...told } };
}
