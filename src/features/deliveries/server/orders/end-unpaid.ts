import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { advance } from "#kernel/machine.ts";
import { idsOf } from "#server/db/db.ts";
import type { TimedTx, WriteContext } from "#server/db/tx-context.ts";
import { emit } from "#server/db/events.ts";
import { ORDER_MACHINE } from "../../domain/order-lifecycle.ts";
import { ORDER_EVENTS } from "./follow-order.ts";
import { lockOrder, type OrderRecord } from "./order-record.ts";

/**
 * Ends an order whose row the caller has locked and that was never paid; payments follows and releases the hold.
 * @throws Refusal `deliveries.wrong-state`
 */
export async function endUnpaid(
  { tx, now, actor }: WriteContext,
  order: OrderRecord,
  step: "expire" | "abandon",
  commandId?: string,
): Promise<void> {
  const state = advance(ORDER_MACHINE, order.state, step);
  await sql`update sales_order set state = ${state} where org_id = app_org() and id = ${order.id}`.execute(
    tx,
  );
  await emit(tx, actor, now, {
    aggregate: "order",
    aggregateId: order.id,
    type: ORDER_EVENTS[step],
    data: { orderId: order.id, state },
    audience: { staff: true, ...(order.payerId !== null && { senderId: order.payerId }) },
    commandId,
    occurredAt: now,
  });
}

/**
 * Orders whose time to pay is over, the longest first.
 *
 * @param after the last one of the page before: what stays overdue keeps no place of those behind it
 */
export const overdueOrders = ({ tx, now }: TimedTx, limit: number, after?: string): Promise<string[]> =>
  idsOf(
    tx,
    sql`select id from sales_order
                        where org_id = app_org() and state = 'pending_payment' and expires_at <= ${toIso(now)}
                          ${after === undefined ? sql`` : sql`and id > ${after}`}
                        order by id limit ${limit}`,
  );

/**
 * Expires an order that was not paid in time; any other is left as it is.
 * @returns whether it expired now
 */
export async function expireOrder(context: WriteContext, orderId: string): Promise<boolean> {
  const { tx, now } = context;
  const order = await lockOrder(tx, orderId);
  if (order?.state !== "pending_payment" || order.expiresAt === null || order.expiresAt > now) return false;
  await endUnpaid(context, order, "expire");
  return true;
}
