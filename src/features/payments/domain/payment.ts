import type { Instant } from "#kernel/instant.ts";
import type { PayWay } from "./due.ts";
import { MAX_CARD_TRIES } from "./limits.ts";
import type { PaymentState } from "./payment-states.ts";
import type { PaymentPurpose, SurchargeReason } from "./purpose.ts";

/** Everything ever seen of a payment. Every field only grows, so that late and repeated news change nothing. */
export interface Payment {
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The provider's name of the intent; null until the first snapshot. */
  readonly ref: string | null;
  readonly authorizedMinor: number;
  readonly capturedMinor: number;
  /** Taken back by the card holder's bank for good. */
  readonly lostMinor: number;
  readonly canceledSeen: boolean;
  /** Something did not fit: an operator must look. */
  readonly mismatch: boolean;
  readonly declines: number;
  readonly decline: string | null;
  /** The number of declines at which a confirmation was last asked for; -1 for never. */
  readonly actionAt: number;
  readonly captureBefore: Instant | null;
  readonly card: IntentSnapshot["card"];
}

/** One payment of an order, as it is kept. Amounts in minor units of its currency. */
export interface PaymentRow extends Payment {
  readonly orderId: string;
  readonly purpose: PaymentPurpose;
  /** The payment whose lost hold this one makes good; null for other purposes. */
  readonly forPaymentId: string | null;
  /** Of a lost hold: what the order owes in its place. */
  readonly owedMinor: number;
  readonly writtenOffMinor: number;
  readonly reason: SurchargeReason | null;
  readonly note: string | null;
  /** Of a surcharge: it is not owed after all. */
  readonly isFree: boolean;
  /** Person who asked to write the debt off, until a second person agrees. */
  readonly writeOffAskedBy: string | null;
  readonly state: PaymentState;
  readonly provider: string;
  readonly way: PayWay | null;
  /** Amount due by the order's end, without a card. */
  readonly dueMinor: number;
  readonly taxMinor: number;
  readonly refundedMinor: number;
  /** Amount reserved by refunds, paid out or not yet. */
  readonly refundReservedMinor: number;
  /** Part of the refunds that was paid from our own bank account. */
  readonly refundedByBankMinor: number;
  /** Withdrawn by disputes that are not decided. */
  readonly disputedMinor: number;
  readonly disputeFeeMinor: number;
  readonly version: number;
  readonly createdAt: Instant;
  readonly settledAt: Instant | null;
}

export type PaymentEventType =
  | "payment.action_required"
  | "payment.authorized"
  | "payment.captured"
  | "payment.failed"
  | "payment.voided"
  | "payment.review"
  | "payment.refunded"
  | "payment.refund_failed"
  | "payment.disputed"
  | "payment.dispute_closed";

export function paymentStateOf(payment: Payment): PaymentState {
  const { capturedMinor, canceledSeen, authorizedMinor, declines, actionAt } = payment;
  if (payment.mismatch || (capturedMinor > 0 && canceledSeen)) return "review";
  if (capturedMinor > 0) return payment.lostMinor > 0 ? "charged_back" : "captured";
  if (canceledSeen) return "voided";
  if (authorizedMinor > 0) return "authorized";
  if (declines >= MAX_CARD_TRIES) return "failed_final";
  if (actionAt >= declines) return "action_required";
  return declines > 0 ? "failed" : "created";
}

export function triesLeft(payment: Payment): number {
  return Math.max(0, MAX_CARD_TRIES - payment.declines);
}

export type IntentStatus =
  | "requires_card"
  | "requires_action"
  | "requires_capture"
  | "succeeded"
  | "canceled"
  /** A status that the provider had not invented when this was written. */
  | "unforeseen";

/**
 * The provider's view of an intent at one moment. Snapshots arrive late, twice and in any order. Amounts are minor
 * units of `currency`.
 */
export interface IntentSnapshot {
  readonly ref: string;
  readonly paymentId: string;
  readonly status: IntentStatus;
  readonly currency: string;
  readonly amountMinor: number;
  /** Amount held by the card, also after it was captured. */
  readonly heldMinor: number;
  readonly capturedMinor: number;
  /** Why the last try was declined. */
  readonly decline: string | null;
  /** How often a card was declined; never falls. */
  readonly declines: number;
  /** Until then the hold can be taken. */
  readonly captureBefore: Instant | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
}
