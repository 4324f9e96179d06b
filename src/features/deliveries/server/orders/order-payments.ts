import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";

/** Answers about an order's payments, given by the later room that takes them. */
export interface OrderPayments {
  /** Whether an order has this payment, and it waits to be paid. */
  isToPay(tx: Tx, orderId: string, paymentId: string): Promise<boolean>;
  /**
   * When a payment came to rest: null while it may still change, `undefined` where there is none.
   *
   * @param paymentId null for the booking's
   */
  restedAt(tx: Tx, orderId: string, paymentId: string | null): Promise<Instant | null | undefined>;
}

let connected: OrderPayments | undefined;

/** Connects the room that takes payments. */
export function connectOrderPayments(payments: OrderPayments): void {
  connected = payments;
}

/** The connected room; without it no link could be told from one that was used up. */
export function orderPayments(): OrderPayments {
  if (!connected) throw new Error("no room is connected that takes payments");
  return connected;
}
