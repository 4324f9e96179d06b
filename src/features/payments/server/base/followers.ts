import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import type { RefundRow } from "../../domain/refund.ts";

/** A change of a payment, whose row is locked by the transaction. */
export interface PaymentChange {
  readonly before: PaymentRow;
  readonly after: PaymentRow;
  /** All refunds of the payment, where one of them changed. */
  readonly refunds?: readonly RefundRow[];
}

/** A later room's part in what becomes of a payment, written in the same transaction. */
export interface Follower {
  /** Follows each change of a payment. */
  changed?(tx: Tx, now: Instant, change: PaymentChange): Promise<void>;
  /** Follows the end of an order for a payment whose money is at rest already. */
  ended?(tx: Tx, now: Instant, payment: PaymentRow): Promise<void>;
}

let followers: readonly Follower[] | undefined;

/** Connects the rooms that follow payments, in the order in which they get a change. */
export function connectFollowers(ordered: readonly Follower[]): void {
  followers = ordered;
}

/** Without followers a payment would be captured without a receipt. */
function connected(): readonly Follower[] {
  if (!followers) throw new Error("no room is connected that follows payments");
  return followers;
}

export async function followChange(tx: Tx, now: Instant, change: PaymentChange): Promise<void> {
  for (const follower of connected()) await follower.changed?.(tx, now, change);
}

export async function followEnd(tx: Tx, now: Instant, payment: PaymentRow): Promise<void> {
  for (const follower of connected()) await follower.ended?.(tx, now, payment);
}
