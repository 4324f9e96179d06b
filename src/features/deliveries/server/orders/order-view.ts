import { fromIso, toIso } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import type { Order } from "../../contract/shapes.ts";
import type { OrderRecord } from "./order-record.ts";

/** An order as its sender and dispatch read it. */
export function orderOf(order: OrderRecord): Order {
  const { pickup, dropoff, parcels, serviceLevel, window } = order.request;
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    quoteId: order.quoteId,
    deliveryId: order.deliveryId,
    deliveryState: order.deliveryState,
    cancelFee:
      order.deliveryState !== "cancelled" || order.cancelFeeMinor === null
        ? null
        : money(order.cancelFeeMinor, order.total.currency),
    total: order.total,
    price: order.price,
    sender: order.sender,
    recipient: order.recipient,
    pickup,
    dropoff,
    parcels,
    serviceLevel,
    window: { start: toIso(fromIso(window.start)), end: toIso(fromIso(window.end)) },
    createdAt: toIso(order.createdAt),
    expiresAt: order.expiresAt === null ? null : toIso(order.expiresAt),
  };
}
