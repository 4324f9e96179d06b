import type { BankDispute } from "./dispute.ts";
import type { BankIntent } from "./intent.ts";
import type { BankRefund } from "./refund.ts";
import { countOf, secondsOf } from "./wire.ts";
import type { Wire } from "./wire.ts";

const STATUS: Readonly<Record<BankDispute["status"], string>> = {
  inquiry: "warning_needs_response",
  open: "needs_response",
  won: "won",
  lost: "lost",
};

/** A refund in the words of Stripe's API. */
export const wireRefund = (one: BankRefund, { currency }: BankIntent): Wire => ({
  id: one.id,
  object: "refund",
  amount: countOf(one.amountMinor, currency),
  currency: currency.toLowerCase(),
  payment_intent: one.intentId,
  status: one.status,
  failure_reason: one.failure,
  metadata: one.metadata,
  created: secondsOf(one.createdAt),
});

/** A dispute in the words of Stripe's API; what was withdrawn for it comes back when it is won, the fee does not. */
export function wireDispute(one: BankDispute, { currency }: BankIntent): Wire {
  const code = currency.toLowerCase();
  const amount = countOf(one.amountMinor, currency);
  const taken = { amount: -amount, fee: countOf(one.feeMinor, currency), currency: code };
  const back = one.status === "won" ? [{ amount, fee: 0, currency: code }] : [];
  return {
    id: one.id,
    object: "dispute",
    amount,
    currency: code,
    reason: one.reason,
    status: STATUS[one.status],
    payment_intent: one.intentId,
    created: secondsOf(one.openedAt),
    evidence_details: { due_by: secondsOf(one.evidenceDue) },
    balance_transactions: one.feeMinor > 0 ? [taken, ...back] : [],
  };
}
