import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { deliveriesApi } from "../../contract/api.ts";
import { makeLinkKey } from "./link-keys.ts";
import { orderPayments } from "./order-payments.ts";
import { ownOrderFor } from "./order-record.ts";

/**
 * The address at which an unpaid order, or the amount that a booked one still owes, is paid on any device. A
 * guest's carries a key of its own, never that of the browser which booked; a person with an account signs in
 * there.
 * @throws Refusal `deliveries.not-found`, `deliveries.wrong-state` once it is paid or over
 */
export function linkToPay(
  { id, paymentId }: ParsedOf<typeof deliveriesApi.linkToPay>,
  context: Context,
): Promise<ReplyOf<typeof deliveriesApi.linkToPay>> {
  const { actor, now, db } = context;
  return db.as(actor, async (tx) => {
    const order = await ownOrderFor(context, id, tx);
    const isOfOrder = paymentId !== undefined && (await orderPayments().isToPay(tx, id, paymentId));
    if (order.state !== "pending_payment" && !isOfOrder)
      throw new Refusal("deliveries.wrong-state", { state: order.state });
    const path = `/book/pay/${order.id}`;
    if (order.payerId !== null) return { path };
    return {
      path: `${path}#key=${await makeLinkKey(tx, now, { orderId: order.id, ...(isOfOrder && { paymentId }) })}`,
    };
  });
}
