import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { Actor } from "#kernel/actor.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import type { Context } from "#server/http/route.ts";
import type { CourierOffer, offersApi } from "../contract/api.ts";
import { areaOf } from "../domain/area.ts";
import { OFFER_SECONDS, TOLD_MS } from "../domain/limits.ts";
import { stateOf } from "../domain/offer.ts";
import { type Standing, offersWhere, withDeliveries } from "./offer-rows.ts";

/** The courier behind a call. @throws Refusal `courier.no-courier` */
export function courierOf({ courierId }: Actor): string {
  if (!courierId) throw new Refusal("courier.no-courier");
  return courierId;
}

const spanOf = ({ start, end }: Window) => ({ start: toIso(start), end: toIso(end) });

/** An offer as one of its couriers may read it. */
export function forCourier({ offer, record, work }: Standing, courierId: string, now: Instant): CourierOffer {
  const own = offer.couriers.find((one) => one.courierId === courierId);
  return {
    id: offer.id,
    state: stateOf(offer, work, now),
    answer: own?.answer ?? null,
    from: areaOf(record.pickup),
    to: areaOf(record.dropoff),
    distanceM: record.distanceM,
    parcels: record.parcels.length,
    massG: record.parcels.reduce((sum, { massG }) => sum + massG, 0),
    pickupWindow: spanOf(record.pickupWindow),
    window: spanOf(record.window),
    addedSeconds: own?.addedSeconds ?? null,
    expiresAt: toIso(offer.expiresAt),
  };
}

/** Most offers that a courier reads. */
const MOST = 50;

/** The caller's own: open ones, and those that ended a short while ago. @throws Refusal `courier.no-courier` */
export async function readMyOffers({
  actor,
  db,
  now,
}: Context): Promise<ReplyOf<typeof offersApi.readMyOffers>> {
  const courierId = courierOf(actor);
  const told = toIso(now - TOLD_MS);
  const since = toIso(now - TOLD_MS - OFFER_SECONDS.most * 1000);
  const found = await db.read(actor, async (tx) => {
    const offers = await offersWhere(
      tx,
      sql`and o.id = any (
          select a.offer_id from offer_asked a
          where a.org_id = app_org() and a.courier_id = ${courierId} and a.offered_at > ${since})
        and coalesce(o.ended_at, o.expires_at) > ${told}
        order by o.expires_at, o.id limit ${MOST}`,
    );
    return withDeliveries(tx, offers);
  });
  return { now: toIso(now), offers: found.map((one) => forCourier(one, courierId, now)) };
}
