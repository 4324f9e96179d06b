import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { money, type Money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import {
  confirmOrder,
  expireOrder,
  lockOrder,
  type OrderRecord,
} from "#features/deliveries/server/public.ts";
import { owedAt, settlementOf, type SettleCause, type Settlement } from "../../domain/settlement.ts";
import { writeContext } from "#server/db/tx-context.ts";

/**
 * Confirms the order, unless it was before. `false`: it ended unpaid, so the hold is to be released.
 */
export async function confirmIfPending(tx: Tx, actor: Actor, now: Instant, id: string): Promise<boolean> {
  const order = await lockOrder(tx, actor.orgId, id);
  if (order?.state === "pending_payment") await confirmOrder(tx, actor, now, id);
  return order !== undefined && !hasEndedUnpaid(order);
}

/** Expires the order if it still waits. The caller made sure that the provider will hold nothing for it any more. */
export async function expireIfPending(tx: Tx, actor: Actor, now: Instant, id: string): Promise<void> {
  const order = await lockOrder(tx, actor.orgId, id);
  if (order?.state === "pending_payment") await expireOrder(writeContext(tx, { actor, now }), id);
}

interface OrderEnd {
  readonly cause: SettleCause;
  /** Read only for `cancelled`. */
  readonly fee?: Money;
}

const ENDS: Partial<Record<NonNullable<OrderRecord["deliveryState"]>, SettleCause>> = {
  delivered: "delivered",
  returned: "returned",
  disposed: "disposed",
  lost: "lost",
  cancelled: "cancelled",
};

/** How an order's story ended for its money; `undefined` while it goes on. */
function endOf(order: OrderRecord): OrderEnd | undefined {
  if (hasEndedUnpaid(order)) return { cause: "unpaid" };
  const cause = order.deliveryState === null ? undefined : ENDS[order.deliveryState];
  return cause && { cause, fee: money(order.cancelFeeMinor ?? 0, order.total.currency) };
}

/** Its story is over, for its money. */
export const hasEnded = (order: OrderRecord): boolean => endOf(order) !== undefined;

/**
 * Settlement of a booking's hold by its order's end; `undefined` while it goes on. Fees are taken of no other
 * payment.
 */
export function dueOf(
  order: OrderRecord,
  held: { readonly authorizedMinor: number; readonly amountMinor: number; readonly currency: string },
): Settlement | undefined {
  const end = endOf(order);
  const amounts = {
    authorized: money(held.authorizedMinor, held.currency),
    total: money(held.amountMinor, held.currency),
  };
  return end && settlementOf(end.cause, amounts, end.fee);
}

/** Amount due by an order's end where no card pays; `undefined` while it goes on. */
export function owedOf(
  order: OrderRecord,
  promised: { readonly amountMinor: number; readonly currency: string },
): Money | undefined {
  const end = endOf(order);
  return end && owedAt(end.cause, money(promised.amountMinor, promised.currency), end.fee);
}

/** It was cancelled or ran out before anything was held for it. */
export const hasEndedUnpaid = (order: OrderRecord): boolean =>
  order.deliveryState === null && (order.state === "cancelled" || order.state === "expired");
