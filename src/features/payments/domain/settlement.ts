import { type Money, compare, isZero, zero } from "#kernel/money.ts";
import { collectable } from "#features/quotes/domain/card-amount.ts";

/** Why a payment comes to rest: how its delivery ended, or that the order was never confirmed. */
export type SettleCause = "delivered" | "returned" | "disposed" | "lost" | "cancelled" | "unpaid";

export type Settlement =
  | { readonly kind: "capture"; readonly amount: Money }
  /** `waived`: what was owed, and is less than a card can pay. */
  | { readonly kind: "void"; readonly waived?: Money };

/** The name under which the one settlement of a payment is kept: a second one collides with it. */
export function settleKey(paymentId: string): string {
  return `settle:${paymentId}`;
}

/**
 * Amount owed at an order's end, never above the promised one. Finished work is paid for, also without a recipient
 * at home; a delivery that we lost is free.
 * @param fee of the cancellation; read only for `cancelled`
 */
export function owedAt(cause: SettleCause, promised: Money, fee: Money = zero(promised.currency)): Money {
  if (cause === "lost" || cause === "unpaid") return zero(promised.currency);
  return cause === "cancelled" && compare(fee, promised) < 0 ? fee : promised;
}

/**
 * Decides the act on a hold: capture it, capture the fee, or release it. An amount below the least that a card can
 * pay is released and noted, never tried.
 * @param amounts what the card holds and what the delivery costs
 * @param fee of the cancellation; read only for `cancelled`
 */
export function settlementOf(
  cause: SettleCause,
  amounts: { readonly authorized: Money; readonly total: Money },
  fee: Money = zero(amounts.total.currency),
): Settlement {
  const owed = owedAt(cause, amounts.total, fee);
  const taken = compare(owed, amounts.authorized) > 0 ? amounts.authorized : owed;
  if (isZero(taken)) return { kind: "void" };
  const amount = collectable(taken);
  return amount ? { kind: "capture", amount } : { kind: "void", waived: taken };
}
