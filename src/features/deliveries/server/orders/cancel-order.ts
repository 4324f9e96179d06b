import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { Context } from "#server/http/route.ts";
import type { Cancellation, deliveriesApi } from "../../contract/api.ts";
import type { Order } from "../../contract/shapes.ts";
import type { Who } from "../access.ts";
import { cancelLocked, costOf } from "../cancel-delivery.ts";
import { ownOrderFor, readOrderRecord } from "./order-record.ts";
import { orderOf } from "./order-view.ts";
import { lockDelivery, readDelivery, type DeliveryRecord } from "../record.ts";

/** @throws Refusal `deliveries.not-found`, `deliveries.wrong-state` while it is not booked */
export const previewOrderCancellation = (
  takesCards: boolean,
  { id }: ParsedOf<typeof deliveriesApi.previewOrderCancellation>,
  context: Context,
): Promise<Cancellation> =>
  context.db.as(context.actor, async (tx) =>
    costOf(await deliveryOf(tx, context, id, readDelivery), takesCards),
  );

/**
 * Cancels for the fee that was shown, by the person who placed the order: a guest has no delivery of their own to
 * name.
 * @throws Refusal `deliveries.not-found`, `deliveries.wrong-state`, `deliveries.fee-changed`
 */
export function cancelOrder(
  takesCards: boolean,
  input: ParsedOf<typeof deliveriesApi.cancelOrder>,
  context: Context,
): Promise<Order> {
  const { id, commandId, fee } = input;
  const occurredAt = instantIn(input.occurredAt, "occurredAt");
  return context.db.as(context.actor, async (tx) => {
    const delivery = await deliveryOf(tx, context, id, lockDelivery);
    // Safe: the person who placed the order may cancel its delivery, as `ownOrderFor` has checked.
    const who: Who = { ...context, scope: "org" };
    await cancelLocked(tx, who, delivery, { commandId, occurredAt, fee, note: null, takesCards });
    const order = await readOrderRecord(tx, id);
    if (!order) throw new Error("an order vanished");
    return orderOf(order);
  });
}

async function deliveryOf(
  tx: Tx,
  context: Context,
  orderId: string,
  read: (tx: Tx, id: string) => Promise<DeliveryRecord | undefined>,
): Promise<DeliveryRecord> {
  const order = await ownOrderFor(context, orderId, tx);
  const delivery = order.deliveryId === null ? undefined : await read(tx, order.deliveryId);
  if (!delivery) throw new Refusal("deliveries.wrong-state", { state: order.state, command: "cancel" });
  return delivery;
}
