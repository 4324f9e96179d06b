import type { ParsedOf } from "#contract/endpoint.ts";
import { aboutOf, keepPin } from "#features/choices/server/public.ts";
import { PLACE_LENGTH } from "#features/choices/domain/choice.ts";
import { notPossible, whyNot } from "#features/choices/domain/decide-choice.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { EDIT_LOCKS, handoverChanges } from "#features/deliveries/domain/edits.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import type { Tx } from "#server/db/db.ts";
import type { LaterActs } from "#features/exceptions/server/public.ts";
import { lockDelivery, notFound, restoreEdits, writeEdits } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Context } from "#server/http/route.ts";
import { type editsApi, LEAVES, type Leave } from "../contract/api.ts";
import { editOnce } from "./edit-once.ts";
import { seenBy } from "./price-trip.ts";

/** True where parcels are to be left somewhere. */
const isAgreed = ({ handover }: DeliveryRecord): boolean => LEAVES.some((how) => how === handover?.how);

/** Ways of leaving the parcels by the rules of the recipient's own choice. @throws Refusal `deliveries.not-found` */
export const readLeave = ({ id }: ParsedOf<typeof editsApi.readLeave>, context: Context): Promise<Leave> =>
  context.db.read(context.actor, async (tx) => {
    const { actor, now } = context;
    const delivery = await seenBy(tx, context, id);
    const about = await aboutOf({ tx, orgId: actor.orgId, now }, delivery);
    return {
      version: delivery.version,
      handover: delivery.handover,
      options: LEAVES.map((how) => ({ how, why: whyNot(how, about) })),
      mayTakeBack: isAgreed(delivery) && EDIT_LOCKS[stateOf(delivery)].window === null,
    };
  });

/** Checks a wish about the handover and writes it, or takes the office's own back. @throws Refusal `choices.not-possible` */
async function writeLeave(
  tx: Tx,
  who: Pick<Context, "actor" | "now" | "key">,
  before: DeliveryRecord,
  leave: ParsedOf<typeof editsApi.setLeave>["leave"],
): Promise<void> {
  const why = leave && whyNot(leave.how, await aboutOf({ tx, orgId: who.actor.orgId, now: who.now }, before));
  if (leave && why) throw notPossible(leave.how, why);
  // A wish of another kind is the recipient's own, and stays.
  const handover = leave ?? (isAgreed(before) ? null : before.handover);
  const changes = handoverChanges(before, handover);
  await writeEdits(tx, who, [{ before, edited: { after: { handover }, changes } }]);
  if (changes.length > 0) await keepPin(tx, before, handover);
}

/**
 * Agrees for the recipient that parcels are left with a neighbour or at a safe place, or takes that back, once for the
 * call's key. The courier reads it at the stop, and it changes the proofs that the handover needs.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, `deliveries.too-late-to-edit`,
 * `choices.not-possible`
 */
export function setLeave(asked: ParsedOf<typeof editsApi.setLeave>, context: Context): Promise<Delivery> {
  const { leave } = asked;
  return editOnce(context, {
    type: "setLeave",
    asked,
    write: async (tx, before) => {
      await writeLeave(tx, context, before, leave);
      keepInverse(tx, { by: "leave", data: { deliveryId: before.id, undoes: context.key } });
    },
  });
}

/** Puts the wish about the handover back that the command `undoes` changed. @throws Refusal `deliveries.too-late-to-edit` */
export async function undoLeave(
  tx: Tx,
  who: Pick<Context, "actor" | "now" | "key">,
  { deliveryId, undoes }: { readonly deliveryId: string; readonly undoes: string },
): Promise<void> {
  await restoreEdits(tx, who, { deliveryIds: [deliveryId], undoes });
  const after = await lockDelivery(tx, deliveryId);
  if (after) await keepPin(tx, after, after.handover);
}

/** Agrees, as an exception's resolution, that the next try may leave the parcels with a neighbour. @throws Refusal as `setLeave` */
export const leaveNextTry: NonNullable<LaterActs["leave-neighbour"]> = async (
  tx,
  { deliveryId },
  _now,
  by,
) => {
  const before = deliveryId === null ? undefined : await lockDelivery(tx, deliveryId);
  if (!before) throw notFound({ id: deliveryId ?? "" });
  await writeLeave(tx, by, before, { how: "neighbour", place: (by.note ?? "").slice(0, PLACE_LENGTH.max) });
};
