import type { PaymentRow } from "./payment-row.ts";

const UNPAID: ReadonlySet<PaymentRow["state"]> = new Set(["created", "action_required", "failed"]);

/**
 * What waits to be paid beside the booking: a new hold in the place of one that ends, else what is owed longest. Where
 * that hold is lost already, its renewal is for nothing.
 */
export function unpaidOf(payments: readonly PaymentRow[]): PaymentRow | undefined {
  const waiting = payments.filter(({ purpose, state }) => purpose !== "booking" && UNPAID.has(state));
  const isLost = waiting.some(({ purpose }) => purpose === "recovery");
  return waiting.find(({ purpose }) => (purpose === "renewal") !== isLost) ?? waiting[0];
}

/** An order, and which of its payments; where none is named, the one that waits to be paid, else the booking's. */
export interface Asked {
  readonly id: string;
  readonly paymentId?: string | undefined;
}

/** The payment of an order that is asked for. */
export const askedOf = (payments: readonly PaymentRow[], { paymentId }: Asked): PaymentRow | undefined =>
  paymentId === undefined ? currentOf(payments) : payments.find(({ id }) => id === paymentId);

/** The payment of an order that concerns its payer now: one that waits to be paid, else the booking's. */
export const currentOf = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
  unpaidOf(payments) ?? payments.find(({ purpose }) => purpose === "booking");
