import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { TimedTx, WriteContext } from "#server/db/tx-context.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { lockOrder } from "./order-record.ts";

/**
 * Orders whose time to pay is over, the longest first.
 *
 * @param after the last one of the page before: what stays overdue keeps no place of those behind it
 */
export async function overdueOrders({ tx, now }: TimedTx, limit: number, after?: string): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from sales_order
                        where org_id = app_org() and state = 'pending_payment' and expires_at <= ${toIso(now)}
                          ${after === undefined ? sql`` : sql`and id > ${after}`}
                        order by id limit ${limit}`,
  );
  return found.map((row) => row.id);
}

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
