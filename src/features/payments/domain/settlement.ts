import { type Money, compare, isZero, zero } from "#kernel/money.ts";

/** Why a payment comes to rest: how its delivery ended, or that the order was never confirmed. */
export type SettleCause = "delivered" | "returned" | "disposed" | "lost" | "cancelled" | "unpaid";

export type Settlement = { readonly kind: "capture"; readonly amount: Money } | { readonly kind: "void" };

/** The name under which the one settlement of a payment is kept: a second one collides with it. */
export function settleKey(paymentId: string): string {
  return `settle:${paymentId}`;
}

/**
 * What to do with the money that is held: take it, take the fee, or let go. Work that was done is paid for, also when
 * nobody was there; what we lost is free.
 *
 * @param amounts what the card holds and what the delivery costs
 * @param fee of the cancellation; read only for `cancelled`
 */
export function settlementOf(
  cause: SettleCause,
  amounts: { readonly authorized: Money; readonly total: Money },
  fee: Money = zero(amounts.total.currency),
): Settlement {
  const free = cause === "lost" || cause === "unpaid";
  const owed = cause === "cancelled" ? fee : amounts.total;
  const taken = compare(owed, amounts.authorized) > 0 ? amounts.authorized : owed;
  return free || isZero(taken) ? { kind: "void" } : { kind: "capture", amount: taken };
}
