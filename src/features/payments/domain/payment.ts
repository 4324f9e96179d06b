import type { Instant } from "#kernel/instant.ts";
import type { PayWay } from "./due.ts";
import { MAX_CARD_TRIES } from "./limits.ts";
import type { PaymentState } from "./payment-lifecycle.ts";
import type { PaymentPurpose, SurchargeReason } from "./purpose.ts";
import type { IntentSnapshot } from "./snapshot.ts";

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
  /** Of what is owed: given up. */
  readonly writtenOffMinor: number;
  /** Why a surcharge was asked for; null for other purposes. */
  readonly reason: SurchargeReason | null;
  readonly note: string | null;
  /** Person who asked to write the debt off, until a second person agrees. */
  readonly writeOffAskedBy: string | null;
  readonly state: PaymentState;
  readonly provider: string;
  /** How it is paid without a card; null where a card pays. */
  readonly way: PayWay | null;
  /** Amount due by the order's end, without a card. */
  readonly dueMinor: number;
  /** The tax within the amount, frozen with it. */
  readonly taxMinor: number;
  readonly refundedMinor: number;
  /** Amount reserved by refunds, paid out or not yet. */
  readonly refundReservedMinor: number;
  /** Part of the refunds that was paid from our own bank account. */
  readonly refundedByBankMinor: number;
  /** Withdrawn by disputes that are not decided. */
  readonly disputedMinor: number;
  readonly disputeFeeMinor: number;
  /** Counts the changes of the row. */
  readonly version: number;
  readonly createdAt: Instant;
  /** When its money came to rest. */
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

export interface PaymentEvent {
  readonly type: PaymentEventType;
  readonly paymentId: string;
}

/** A payment before any snapshot. */
export function newPayment(id: string, amountMinor: number, currency: string): Payment {
  const facts = { ref: null, authorizedMinor: 0, capturedMinor: 0, lostMinor: 0 };
  return {
    id,
    amountMinor,
    currency,
    ...facts,
    canceledSeen: false,
    mismatch: false,
    declines: 0,
    decline: null,
    actionAt: -1,
    captureBefore: null,
    card: null,
  };
}

/** Derives a payment's state from everything ever seen of it. */
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

/** Tries left before the payment is given up. */
export function triesLeft(payment: Payment): number {
  return Math.max(0, MAX_CARD_TRIES - payment.declines);
}
