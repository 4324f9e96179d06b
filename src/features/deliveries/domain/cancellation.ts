import { type CancelTerms, USUAL_CANCEL } from "#features/quotes/domain/service-levels.ts";
import { collectable } from "#features/quotes/domain/card-amount.ts";
import { exponentOf } from "#kernel/currency.ts";
import { type Money, compare, minus, money, plus, share, zero } from "#kernel/money.ts";
import type { Fault } from "#features/parcels/domain/reasons.ts";
import { type DeliveryStateName, isTerminal } from "./state.ts";

export const CANCELLATION_REASONS = [
  "free-before-start",
  "courier-on-the-way",
  "courier-at-pickup",
  "pickup-failed",
  "our-fault",
  "already-collected",
  "already-closed",
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** Cost of cancelling now. `reason` explains it, or the refusal; refused ones have no fee and no refund. */
export interface Cancellation {
  readonly allowed: boolean;
  readonly fee: Money;
  readonly refund: Money;
  readonly reason: CancellationReason;
}

/** The cost where a card pays: a fee below the least that a card can pay is waived and not shown as owed. */
export function byCard(cost: Cancellation): Cancellation {
  const fee = collectable(cost.fee) ?? zero(cost.fee.currency);
  return { ...cost, fee, refund: minus(plus(cost.fee, cost.refund), fee) };
}

/** The fee table: rows from top to bottom of the way, and the member of the terms that says the fee. */
export const CANCELLATION_FEES: Partial<
  Record<DeliveryStateName, { readonly fee: keyof CancelTerms | null; readonly reason: CancellationReason }>
> = {
  created: { fee: null, reason: "free-before-start" },
  assigned: { fee: null, reason: "free-before-start" },
  en_route_to_pickup: { fee: "onTheWay", reason: "courier-on-the-way" },
  at_pickup: { fee: "atPickup", reason: "courier-at-pickup" },
  pickup_failed: { fee: "atPickup", reason: "pickup-failed" },
};

/**
 * The fee for cancelling in this state and the refund to the payer; together they are the total. The fee is never
 * above the total, and nothing is charged where the carrier or no one is at fault.
 * @param price the base fee, and the total including tax
 * @param fault the party at fault for the cancellation
 * @param terms fees of the service level that it was booked by
 */
export function cancellationOf(
  state: DeliveryStateName,
  price: { readonly base: Money; readonly total: Money },
  fault: Fault = "sender",
  terms: CancelTerms = USUAL_CANCEL,
): Cancellation {
  const { base, total } = price;
  const none = zero(total.currency);
  const row = CANCELLATION_FEES[state];
  if (!row) {
    const reason = isTerminal(state) && state !== "delivered" ? "already-closed" : "already-collected";
    return { allowed: false, fee: none, refund: none, reason };
  }
  if (row.fee !== null && (fault === "carrier" || fault === "nobody")) {
    return { allowed: true, fee: none, refund: total, reason: "our-fault" };
  }
  const { least, part } = feeBy(terms, row.fee, base);
  const wanted = compare(part, least) < 0 ? least : part;
  const fee = compare(wanted, total) > 0 ? total : wanted;
  return { allowed: true, fee, refund: minus(total, fee), reason: row.reason };
}

/** The least fee, and the share of the base fee, by the terms. */
function feeBy(
  terms: CancelTerms,
  fee: keyof CancelTerms | null,
  base: Money,
): { least: Money; part: Money } {
  const { currency } = base;
  const least = fee === "onTheWay" ? terms.least * 10 ** exponentOf(currency) : 0;
  return { least: money(least, currency), part: share(base, fee === null ? 0 : terms[fee], 100) };
}
