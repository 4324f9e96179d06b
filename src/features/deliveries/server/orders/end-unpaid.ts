import { sql } from "kysely";
import { advance } from "#kernel/machine.ts";
import type { WriteContext } from "#server/db/tx-context.ts";
import { emit } from "#server/db/events.ts";
import { ORDER_MACHINE } from "../../domain/order-lifecycle.ts";
import { ORDER_EVENTS } from "./follow-order.ts";
import type { OrderRecord } from "./order-record.ts";

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
