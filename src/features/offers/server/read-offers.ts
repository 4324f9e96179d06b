import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { BoardOffer, offersApi } from "../contract/api.ts";
import { MARKED_MS } from "../domain/limits.ts";
import { stateOf } from "../domain/offer.ts";
import { offersWhere, shown, withDeliveries } from "./offer-rows.ts";
import { usualSeconds } from "./offer-time.ts";

export async function listOffers(
  { deliveryId, ...asked }: ParsedOf<typeof offersApi.listOffers>,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof offersApi.listOffers>> {
  const page = newestFirst({ list: "offers", deliveryId }, asked, ["o.offered_at", "o.id"]);
  const of = deliveryId === undefined ? sql`` : sql`and o.delivery_id = ${deliveryId}`;
  return db.read(actor, async (tx) => {
    const found = await offersWhere(tx, sql`${of} ${page.rest}`);
    const standing = await withDeliveries(tx, found);
    return page.of(
      standing,
      ({ offer }) => [offer.offeredAt, offer.id],
      (one) => shown(one, now),
    );
  });
}

/** Offers as they stand beside deliveries without a courier on the board. */
export async function readBoardOffers({
  db,
  actor,
  now,
}: Context): Promise<ReplyOf<typeof offersApi.readBoardOffers>> {
  return db.read(actor, async (tx) => {
    const newest = await offersWhere(
      tx,
      sql`and o.id in (
          select distinct on (n.delivery_id) n.id from offer n
          where n.org_id = app_org() and n.offered_at > ${toIso(now - MARKED_MS)}
          order by n.delivery_id, n.offered_at desc, n.id desc)
        and (o.ended_as is null or o.ended_as in ('declined', 'expired'))
        and exists (
          select from tasks t where t.org_id = o.org_id and t.delivery_id = o.delivery_id and t.state = 'open')
        order by o.offered_at, o.id`,
    );
    const offers = (await withDeliveries(tx, newest)).flatMap(({ offer, work }): BoardOffer[] => {
      const state = stateOf(offer, work, now);
      if (work.kind !== "open" || (state !== "open" && state !== "declined" && state !== "expired"))
        return [];
      const declined = offer.couriers.filter(({ answer }) => answer === "declined").length;
      const { id, deliveryId, expiresAt, couriers } = offer;
      return [{ id, deliveryId, state, expiresAt: toIso(expiresAt), asked: couriers.length, declined }];
    });
    return { now: toIso(now), seconds: await usualSeconds(tx), offers };
  });
}
