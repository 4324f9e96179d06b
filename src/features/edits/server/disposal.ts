import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { agreeToDispose, lockDelivery, notFound, writeEdits } from "#features/deliveries/server/public.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { editsApi } from "../contract/api.ts";
import { disposalChanges } from "../domain/disposal.ts";
import { editOnce } from "./edit-once.ts";
import { seenBy } from "./price-trip.ts";

/** @throws Refusal `deliveries.not-found` */
export const readDisposal = (
  { id }: ParsedOf<typeof editsApi.readDisposal>,
  context: Context,
): Promise<ReplyOf<typeof editsApi.readDisposal>> =>
  context.db.read(context.actor, async (tx) => {
    const { version, undeliverableAction } = await seenBy(tx, context, id);
    return { version, agreed: undeliverableAction === "dispose" };
  });

/**
 * Notes the sender's word about undeliverable parcels, once for the call's key. Disposing is a step of its own.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, and as `disposalChanges`
 */
export function setDisposal(
  asked: ParsedOf<typeof editsApi.setDisposal>,
  context: Context,
): Promise<Delivery> {
  return editOnce(context, {
    type: "setDisposal",
    asked,
    write: async (tx, before) => {
      const changes = disposalChanges(before, asked);
      const action = asked.agreed ? "dispose" : "return_to_sender";
      const was = before.undeliverableAction;
      if (changes.length > 0) await agreeToDispose(tx, before.id, action);
      await writeEdits(tx, context, [{ before, edited: { after: {}, changes } }]);
      if (was === "dispose" || was === "return_to_sender")
        keepInverse(tx, { by: "disposal", data: { deliveryId: before.id, was } });
    },
  });
}

/** Notes the sender's word as it stood before. @throws Refusal `deliveries.not-found` */
export async function undoDisposal(
  tx: Tx,
  who: Pick<Context, "actor" | "now" | "key">,
  { deliveryId, was }: { readonly deliveryId: string; readonly was: "dispose" | "return_to_sender" },
): Promise<void> {
  const before = await lockDelivery(tx, deliveryId);
  if (!before) throw notFound({ id: deliveryId });
  const changes = [{ field: "disposal" as const, from: before.undeliverableAction, to: was }];
  await agreeToDispose(tx, before.id, was);
  await writeEdits(tx, who, [{ before, edited: { after: {}, changes } }]);
}
