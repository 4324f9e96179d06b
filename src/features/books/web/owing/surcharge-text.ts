import type { InputOf } from "#contract/endpoint.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import type { owedApi } from "#features/debts/contract/owed.ts";
import type { SurchargeReason } from "#features/payments/domain/purpose.ts";
import { readAmount } from "../refunds/refund-text.ts";

/** Input of the request, without the fields that the dialog fills in. */
export type SurchargeWish = Pick<InputOf<typeof owedApi.askSurcharge>, "amount" | "reason" | "note">;

/** A surcharge as it is typed. */
export interface SurchargeText {
  amount: string;
  reason: SurchargeReason | "";
  note: string;
}

/** Reads a typed surcharge in the currency of its order. */
export function surchargeSchema(currency: string): FormSchema<SurchargeWish> {
  return {
    // Safe: only this form, whose values are surcharge texts, is parsed with it.
    safeParse: (input) => read(input as SurchargeText, currency),
  };
}

function read(
  { amount, reason, note }: SurchargeText,
  currency: string,
): ReturnType<FormSchema<SurchargeWish>["safeParse"]> {
  const minor = readAmount(amount, currency) ?? 0;
  const issues = [];
  if (minor < 1) issues.push({ path: ["amount"], message: "payments.not-an-amount" });
  if (reason === "") return { success: false, error: { issues: [...issues, { path: ["reason"] }] } };
  if (issues.length > 0) return { success: false, error: { issues } };
  const told = note.trim() === "" ? {} : { note: note.trim() };
  return { success: true, data: { amount: { minor, currency }, reason, ...told } };
}
