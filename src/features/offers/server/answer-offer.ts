import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { dayOf, editPlan, lockRoutes } from "#features/dispatch/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import { derivedId } from "#server/ids.ts";
import type { WorkGuard } from "#server/room.ts";
import type { CourierOffer, offersApi } from "../contract/api.ts";
import { declineOf, mayAccept } from "../domain/offer.ts";
import { writeEnd } from "./end-offers.ts";
import { type Standing, lockOffer } from "./offer-rows.ts";
import { courierOf, forCourier } from "./read-mine.ts";
import { tell } from "./tell.ts";

/** The quoted place is on the route no more; its end is always a place. */
const PLACE_IS_GONE = new Set(["dispatch.order-of-stops", "deliveries.not-found"]);

/**
 * Gives an offered delivery to the first courier who asks: ends the offer and edits the plan in one transaction. Repeated,
 * it changes nothing.
 *
 * @throws Refusal `courier.no-courier`, `offers.not-found`, the one that says why the offer ended, and those of `editPlan`
 */
export async function acceptOffer(
  { id }: ParsedOf<typeof offersApi.acceptOffer>,
  context: Context,
  guard: WorkGuard | undefined,
): Promise<CourierOffer> {
  const courierId = courierOf(context.actor);
  const take = (atItsPlace: boolean) =>
    context.db.as(context.actor, async (tx) => {
      const held = await lockOffer(writeContext(tx, context), id);
      if (mayAccept(held.offer, { courierId, work: held.work, now: context.now })) {
        await note(tx, context, { offer: held, answer: "accepted", courierId });
        await writeEnd(writeContext(tx, context), held.offer, "accepted");
        await assign(tx, context, { held, courierId, atItsPlace, guard });
      }
      return forCourier(await lockOffer(writeContext(tx, context), id), courierId, context.now);
    });
  try {
    return await take(true);
  } catch (error) {
    if (!(error instanceof Refusal) || !PLACE_IS_GONE.has(error.code)) throw error;
    return take(false);
  }
}

/** Says no. @throws Refusal `courier.no-courier`, `offers.not-found`, and the one that says why the offer ended */
export function declineOffer(
  { id }: ParsedOf<typeof offersApi.declineOffer>,
  context: Context,
): Promise<CourierOffer> {
  const { actor, db, now } = context;
  const courierId = courierOf(actor);
  return db.as(actor, async (tx) => {
    const held = await lockOffer(writeContext(tx, context), id);
    const effect = declineOf(held.offer, { courierId, work: held.work, now });
    if (effect !== "nothing") await note(tx, context, { offer: held, answer: "declined", courierId });
    if (effect === "last") await writeEnd(writeContext(tx, context), held.offer, "declined");
    return forCourier(await lockOffer(writeContext(tx, context), id), courierId, now);
  });
}

interface Answered {
  readonly offer: Standing;
  readonly answer: "accepted" | "declined";
  readonly courierId: string;
}

async function note(
  tx: Tx,
  context: Context,
  { offer: { offer }, answer, courierId }: Answered,
): Promise<void> {
  const { actor, now, key: commandId } = context;
  const { id, deliveryId } = offer;
  const command = { commandId, occurredAt: now, type: `offer.${answer}`, aggregateId: id, body: { id } };
  await acceptOnce(tx, actor, now, command);
  await sql`
    update offer_asked set answer = ${answer}, answered_at = ${toIso(now)}
    where org_id = app_org() and offer_id = ${id} and courier_id = ${courierId}`.execute(tx);
  await tell(tx, context, { id, deliveryId, type: "offer.answered", courierIds: [courierId] });
}

interface Taken {
  readonly held: Standing;
  readonly courierId: string;
  readonly atItsPlace: boolean;
  readonly guard: WorkGuard | undefined;
}

/** The office's own edit of the plan, in the name of the courier. */
async function assign(
  tx: Tx,
  { actor, now, key }: Context,
  { held: { offer }, courierId, atItsPlace, guard }: Taken,
): Promise<void> {
  const claimant: Actor = { ...actor, kind: "system" };
  const who = { actor: claimant, scope: "org" as const, now };
  const day = await dayOf(tx, actor.orgId, now, offer.date);
  // Held by this transaction from here on: the revision is still the same when the edit compares it.
  const route = (await lockRoutes(writeContext(tx, who), day, [courierId])).get(courierId);
  const revision = route?.revision ?? 0;
  const quoted = offer.couriers.find((one) => one.courierId === courierId);
  const places = atItsPlace && quoted?.revision === revision ? quoted.places : null;
  const edit = {
    type: "assign" as const,
    commandId: derivedId(key, offer.id),
    occurredAt: toIso(now),
    date: offer.date,
    deliveryIds: [offer.deliveryId],
    courierId,
    beforeTaskId: null,
    ...(places && { places: [...places] }),
    seen: [{ courierId, revision }],
  };
  await editPlan(tx, who, edit, { guard });
}
