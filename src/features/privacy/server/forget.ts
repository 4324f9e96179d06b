import { forgetChoices } from "#features/choices/server/public.ts";
import { forgetReports } from "#features/courier/server/public.ts";
import { FORGOTTEN, forgetSide, townOnly } from "#features/deliveries/server/public.ts";
import type { Forgettable, Side } from "#features/deliveries/server/public.ts";
import { forgetNotes } from "#features/exceptions/server/public.ts";
import { forgetRows } from "#features/imports/server/public.ts";
import { forgetMessages } from "#features/messages/server/public.ts";
import { forgetNotices } from "#features/notices/server/public.ts";
import { paymentsOf, isUnpaid } from "#features/payments/server/public.ts";
import { forgetTrips } from "#features/quotes/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Overwrites a person of these deliveries in every room, in one transaction. What people wrote about a delivery goes with
 * either side: it may name anybody. Receipts and payments stay for as long as the law asks for books.
 */
export async function forgetPeople(
  tx: Tx,
  side: Side,
  deliveries: readonly Forgettable[],
  now: Instant,
): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ id }) => id);
  const quoteIds = deliveries.map(({ quoteId }) => quoteId);
  await forgetSide(tx, side, deliveries, now);
  await forgetTrips(tx, quoteIds, side === "sender" ? "pickup" : "dropoff", townOnly);
  await forgetNotices(tx, ids, side);
  await forgetReports(tx, ids);
  await forgetMessages(tx, ids, FORGOTTEN);
  await forgetNotes(tx, ids);
  await forgetRows(tx, ids);
  if (side === "recipient") await forgetChoices(tx, ids, FORGOTTEN);
}

/** Those of these deliveries whose money is settled: who owes is not forgotten. */
export async function settled<D extends Forgettable>(tx: Tx, deliveries: readonly D[]): Promise<D[]> {
  const payments = await paymentsOf(tx, ...deliveries.map(({ orderId }) => orderId));
  const owing = new Set(payments.filter(isUnpaid).map(({ orderId }) => orderId));
  return deliveries.filter(({ orderId }) => !owing.has(orderId));
}
