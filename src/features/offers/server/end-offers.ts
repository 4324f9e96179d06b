import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { lockDelivery } from "#features/deliveries/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { type WriteContext, writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { RoomParts } from "#server/room.ts";
import type { Offer, offersApi } from "../contract/api.ts";
import { type End, dueEnd, mayWithdraw } from "../domain/offer.ts";
import { type OfferRow, lockOffer, lockUnended, shown, workOf } from "./offer-rows.ts";
import { tell } from "./tell.ts";

/** Writes the end of an offer that the caller holds, and tells everybody to whom it went. */
export async function writeEnd(context: WriteContext, offer: OfferRow, end: End): Promise<void> {
  const { tx, now } = context;
  const at = end === "expired" ? Math.min(offer.expiresAt, now) : now;
  await sql`
    update offer set ended_at = ${toIso(at)}, ended_as = ${end}
    where org_id = app_org() and id = ${offer.id} and ended_at is null`.execute(tx);
  const { id, deliveryId, couriers } = offer;
  await tell(tx, context, {
    id,
    deliveryId,
    type: "offer.ended",
    courierIds: couriers.map(({ courierId }) => courierId),
  });
}

/** Takes an open offer back. @throws Refusal `offers.not-found`, and the one that says why it ended */
export function withdrawOffer(
  { id }: ParsedOf<typeof offersApi.withdrawOffer>,
  context: Context,
): Promise<Offer> {
  return context.db.as(context.actor, async (tx) => {
    await takeBack(tx, context, id);
    return shown(await lockOffer(writeContext(tx, context), id), context.now);
  });
}

/** Takes an open offer back in the caller's transaction. @throws Refusal as `withdrawOffer` */
export async function takeBack(
  tx: Tx,
  context: Pick<Context, "actor" | "now" | "key">,
  id: string,
): Promise<void> {
  const { actor, now, key: commandId } = context;
  const held = await lockOffer(writeContext(tx, context), id);
  if (!mayWithdraw(held.offer, held.work, now)) return;
  const command = { commandId, occurredAt: now, type: "offer.withdraw", aggregateId: id, body: { id } };
  await acceptOnce(tx, actor, now, command);
  await writeEnd(writeContext(tx, context), held.offer, "withdrawn");
}

type Parts = Pick<RoomParts, "db" | "clock">;

/** Writes the end of a delivery's offer that is over. Again, it changes nothing. */
export async function settleOffer({ db, clock }: Parts, orgId: string, deliveryId: string): Promise<void> {
  const actor: Actor = { kind: "system", orgId, roles: [], name: "Waybill" };
  await db.as(actor, async (tx) => {
    const record = await lockDelivery(tx, deliveryId);
    const offer = record && (await lockUnended(tx, deliveryId));
    if (!offer) return;
    const now = clock();
    const end = dueEnd(offer, workOf(record, offer.terms), now);
    if (end !== null) await writeEnd({ tx, orgId, now, actor }, offer, end);
  });
}

/** Finds by the clock what a job missed. */
export async function settleDue({ db, clock }: Parts): Promise<void> {
  const due = await db.owner((tx) =>
    rows(
      tx,
      sql<{ orgId: string; deliveryId: string }>`
        select org_id as "orgId", delivery_id as "deliveryId" from offer
        where ended_at is null and expires_at <= ${toIso(clock())}`,
    ),
  );
  for (const { orgId, deliveryId } of due) await settleOffer({ db, clock }, orgId, deliveryId);
}
