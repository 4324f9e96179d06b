import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import {
  agreeToDispose,
  lockDelivery,
  maySee,
  notFound,
  viewAfter,
  writeEdits,
} from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Context } from "#server/http/route.ts";
import type { editsApi } from "../contract/api.ts";
import { disposalChanges } from "../domain/disposal.ts";
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
  const { actor, now, key, db } = context;
  const { id, version, agreed } = asked;
  return db.as(actor, async (tx) => {
    const before = await lockDelivery(tx, actor.orgId, id);
    if (!before || !maySee(before, context)) throw notFound({ id });
    const command = {
      commandId: key,
      occurredAt: now,
      type: "setDisposal",
      aggregateId: before.id,
      body: asked,
    };
    if (await acceptOnce(tx, actor, now, command)) {
      if (before.version !== version)
        throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
      const changes = disposalChanges(before, asked);
      if (changes.length > 0) await agreeToDispose(tx, before.id, agreed ? "dispose" : "return_to_sender");
      await writeEdits(tx, context, [{ before, edited: { after: {}, changes } }]);
    }
    return viewAfter(tx, context, before.id);
  });
}
