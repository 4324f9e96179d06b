import type { Instant } from "#kernel/instant.ts";
import type { Payment, PaymentRow } from "./payment.ts";

/** The provider's status of a refund to a card. */
export type RefundStatus =
  | "pending"
  | "succeeded"
  | "failed"
  /** A status that the provider had not invented when this was written. */
  | "unforeseen";

/** One refund as the provider shows it. Amounts in minor units of `currency`. */
export interface RefundSnapshot {
  readonly ref: string;
  readonly intentRef: string;
  /** Our operation that asked for it; null where nobody here did. */
  readonly opId: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly status: RefundStatus;
  readonly failure: string | null;
}

export const REFUND_STATES = [
  "waiting",
  "release-waiting",
  "declined",
  "sending",
  "pending",
  "succeeded",
  "refused",
  "failed",
  "by-bank",
  "dropped",
  "released",
  "cash-waiting",
  "cash-back",
] as const;
/**
 * State of a refund. `waiting`: for a second person. `sending`: the provider was asked or will be. `failed`: it
 * came back from the card's bank, or was refused where no person had asked for it, and somebody must bring it to
 * the customer (`by-bank`) or decide that it is not owed (`dropped`). `released`: nothing was captured yet, so the
 * whole hold was released instead; `release-waiting`: that waits for a second person. `cash-back`: it was paid
 * without a card and is refunded; `cash-waiting`: that waits for a second person.
 */
export type RefundState = (typeof REFUND_STATES)[number];

export interface RefundRow {
  readonly id: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly reason: RefundReason;
  readonly note: string | null;
  /** null: refunded in the provider's own dashboard (`elsewhere`), or written by the room itself (`not-delivered`). */
  readonly askedBy: string | null;
  readonly askedAt: Instant;
  readonly state: RefundState;
  readonly decidedBy: string | null;
  readonly providerRef: string | null;
  /** The provider's word for why not. */
  readonly code: string | null;
  /** The operation that asks the provider; null where none was planned. */
  readonly opId: string | null;
}

export const REFUND_REASONS = ["not-delivered", "late", "damaged", "duplicate", "goodwill", "other"] as const;
/** `elsewhere`: somebody refunded it in the provider's own dashboard. */
export type RefundReason = (typeof REFUND_REASONS)[number] | "elsewhere";

export const WAITS_FOR_SECOND: ReadonlySet<RefundState> = new Set([
  "waiting",
  "release-waiting",
  "cash-waiting",
]);

/** States in which the amount is reserved. */
const SET_ASIDE: ReadonlySet<RefundState> = new Set([
  "waiting",
  "sending",
  "pending",
  "succeeded",
  "failed",
  "by-bank",
]);
export type RefundNote = "none" | "standing" | "cancelled";

/**
 * Decides the document due for a refund: one credit note from the moment money is refunded, and one that cancels
 * it where nothing was refunded in the end. A refund that came back is still owed, so its note stands until
 * somebody decides.
 */
export function noteDue(state: RefundState, note: RefundNote): "credit-note" | "cancel-note" | undefined {
  if (note === "none") return GIVEN.has(state) ? "credit-note" : undefined;
  return note === "standing" && state === "dropped" ? "cancel-note" : undefined;
}

const GIVEN: ReadonlySet<RefundState> = new Set(["pending", "succeeded", "by-bank"]);

type RefundSums = Record<"reservedMinor" | "refundedMinor" | "byBankMinor", number>;

export function refundSums(refunds: readonly Pick<RefundRow, "state" | "amountMinor">[]): RefundSums {
  const sumOf = (counts: (state: RefundState) => boolean): number =>
    refunds.reduce((all, one) => all + (counts(one.state) ? one.amountMinor : 0), 0);
  return {
    reservedMinor: sumOf((state) => SET_ASIDE.has(state)),
    refundedMinor: sumOf((state) => GIVEN.has(state)),
    byBankMinor: sumOf((state) => state === "by-bank"),
  };
}

/** Amount still refundable: captured, neither reserved nor withdrawn by a card's bank. */
export function remainingMinor({
  capturedMinor,
  refundReservedMinor,
  disputedMinor,
  lostMinor,
}: Pick<PaymentRow, "capturedMinor" | "refundReservedMinor" | "disputedMinor" | "lostMinor">): number {
  return Math.max(0, capturedMinor - refundReservedMinor - disputedMinor - lostMinor);
}

/**
 * Amount that a release releases: all that is held, or that may be held for a payment under review; 0 without a
 * hold.
 */
export function releasableMinor(payment: Payment & Pick<PaymentRow, "state">): number {
  const { state, ref, amountMinor, authorizedMinor, capturedMinor, canceledSeen } = payment;
  if (ref === null || capturedMinor > 0 || canceledSeen) return 0;
  if (state === "review") return authorizedMinor > 0 ? authorizedMinor : amountMinor;
  return state === "authorized" ? authorizedMinor : 0;
}

const RANK: Readonly<Record<RefundState, number>> = {
  waiting: 0,
  "release-waiting": 0,
  declined: 0,
  sending: 0,
  refused: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
  "by-bank": 4,
  dropped: 4,
  released: 4,
  "cash-waiting": 0,
  "cash-back": 4,
};

/**
 * Advances a refund's state by the provider's status. Late and repeated ones change nothing: the state only goes
 * on.
 */
export function refundAfter(state: RefundState, status: RefundStatus): RefundState {
  const told = status === "unforeseen" ? "pending" : status;
  return RANK[told] > RANK[state] ? told : state;
}

/**
 * Whether a second person must agree.
 * @param limitMinor what one person may refund of one payment alone
 * @param before what was refunded of it already without a second person
 */
export const needsSecond = (amountMinor: number, before: number, limitMinor: number): boolean =>
  amountMinor + before > limitMinor;

/**
 * Filter of the list of refunds: open ones, of these the ones for a second person and the ones that came back, or
 * all.
 */
export const REFUND_GROUPS = ["all", "open", "waiting", "returned"] as const;
export type RefundGroup = (typeof REFUND_GROUPS)[number];
