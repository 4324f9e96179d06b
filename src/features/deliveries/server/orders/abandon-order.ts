import type { ParsedOf } from "#contract/endpoint.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { writeContext, type WriteContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../../contract/api.ts";
import type { Order } from "../../contract/shapes.ts";
import { notFound } from "../access.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { lockOrder, ownOrderFor, readOrderRecord } from "./order-record.ts";
import { orderOf } from "./order-view.ts";

/**
 * Gives up an unpaid order; an order that was given up or expired before stays so.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.wrong-state` once it is paid
 */
export async function abandon(context: WriteContext, orderId: string, commandId?: string): Promise<void> {
  const order = await lockOrder(context.tx, orderId);
  if (!order) throw notFound({ id: orderId });
  if (order.deliveryId === null && (order.state === "cancelled" || order.state === "expired")) return;
  await endUnpaid(context, order, "abandon", commandId);
}

export function abandonOrder(
  { id }: ParsedOf<typeof deliveriesApi.abandonOrder>,
  context: Context,
): Promise<Order> {
  const { actor, now, key } = context;
  return context.db.as(actor, async (tx) => {
    const order = await ownOrderFor(context, id, tx);
    const fresh = await acceptOnce(tx, actor, now, {
      commandId: key,
      type: "abandonOrder",
      aggregateId: order.id,
      body: { id },
      occurredAt: now,
    });
    if (fresh) await abandon(writeContext(tx, context), order.id, key);
    return orderOf((await readOrderRecord(tx, order.id)) ?? order);
  });
}
