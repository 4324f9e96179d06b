import { sql } from "kysely";
import { advance } from "#kernel/machine.ts";
import { json, type Tx } from "#server/db/db.ts";
import type { NewEvent } from "#server/db/events.ts";
import { ORDER_MACHINE, type OrderCommandName, type OrderState } from "../../domain/order-lifecycle.ts";
import { isTerminal, stateOf, type DeliveryStateName } from "../../domain/state.ts";
import type { Facts } from "../delivery-events.ts";
import type { Change } from "../write-delivery.ts";

const WAITING: readonly DeliveryStateName[] = ["created", "assigned"];

/** Event of each change of an order, in the past tense. */
export const ORDER_EVENTS: Readonly<Record<OrderCommandName, string>> = {
  confirm: "order.confirmed",
  expire: "order.expired",
  abandon: "order.cancelled",
  begin: "order.begun",
  cancel: "order.cancelled",
  complete: "order.completed",
  reopen: "order.reopened",
};

/** The step that an order takes after its delivery, if any. */
export function orderStep(order: OrderState, delivery: DeliveryStateName): OrderCommandName | undefined {
  if (delivery === "cancelled") return order === "cancelled" ? undefined : "cancel";
  if (isTerminal(delivery)) return order === "completed" ? undefined : "complete";
  if (order === "completed" || order === "cancelled") return "reopen";
  return order === "confirmed" && !WAITING.includes(delivery) ? "begin" : undefined;
}

/** Takes the orders of changed deliveries along, in one statement; the caller stores the returned events. */
export async function followOrders(
  tx: Tx,
  changes: readonly (Change & { readonly commandId: string; readonly occurredAt: number })[],
  extra: Facts,
): Promise<NewEvent[]> {
  const steps = changes.flatMap((change) => {
    const step = orderStep(change.before.orderState, stateOf(change.after));
    return step ? { ...change, step, state: advance(ORDER_MACHINE, change.before.orderState, step) } : [];
  });
  if (steps.length === 0) return [];
  const given = steps.map(({ before, state }) => ({ id: before.orderId, state }));
  await sql`update sales_order o set state = g.state
            from jsonb_to_recordset(${json(given)}) as g (id uuid, state text)
            where o.org_id = app_org() and o.id = g.id`.execute(tx);
  return steps.map(({ before, after, step, state, commandId, occurredAt }) => ({
    aggregate: "order",
    aggregateId: before.orderId,
    type: ORDER_EVENTS[step],
    data: { orderId: before.orderId, deliveryId: before.id, state, delivery: stateOf(after), ...extra },
    audience: { staff: true, ...(before.payerId !== null && { senderId: before.payerId }) },
    commandId,
    occurredAt,
  }));
}
