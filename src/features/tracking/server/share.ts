import { maySee, ownOrderFor, readDelivery } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { TrackingLink } from "../contract/api.ts";
import { makeLink, revokeAll } from "./links.ts";
import { writeContext } from "#server/db/tx-context.ts";

/** A new link to a delivery, for its sender or dispatch. @throws Refusal `deliveries.not-found` */
export function shareDelivery(context: Context, deliveryId: string): Promise<TrackingLink> {
  const { actor } = context;
  return context.db.as(actor, async (tx) => {
    await mustSee(tx, context, deliveryId);
    return makeLink(writeContext(tx, context), deliveryId, { kind: "view", createdBy: actor.userId });
  });
}

/**
 * A new link for whoever placed the order, a guest with the booking key included.
 *
 * @throws Refusal `deliveries.not-found`, `tracking.not-confirmed`
 */
export function shareOrder(context: Context, orderId: string): Promise<TrackingLink> {
  const { actor } = context;
  return context.db.as(actor, async (tx) => {
    const order = await ownOrderFor(context, orderId, tx);
    if (order.deliveryId === null) throw new Refusal("tracking.not-confirmed");
    return makeLink(writeContext(tx, context), order.deliveryId, { kind: "view", createdBy: actor.userId });
  });
}

/** Ends all links of a delivery: its sender or dispatch gave one to the wrong person. @throws Refusal `deliveries.not-found` */
export function revokeLinks(context: Context, deliveryId: string): Promise<{ revoked: number }> {
  return context.db.as(context.actor, async (tx) => {
    await mustSee(tx, context, deliveryId);
    return { revoked: await revokeAll(tx, deliveryId, context.now) };
  });
}

async function mustSee(tx: Tx, context: Context, deliveryId: string): Promise<void> {
  const delivery = await readDelivery(tx, deliveryId);
  if (!delivery || !maySee(delivery, context)) throw new Refusal("deliveries.not-found", { id: deliveryId });
}
