import { type RawBuilder, sql } from "kysely";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import { holderOf } from "#features/deliveries/domain/holder.ts";
import { type DeliveryRecord, lockDelivery, readDeliveries } from "#features/deliveries/server/public.ts";
import type { StopPlace } from "#features/dispatch/contract/quotes.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { hashOf } from "#server/db/hash.ts";
import type { TimedTx } from "#server/db/tx-context.ts";
import type { Offer as ShownOffer } from "../contract/api.ts";
import { type Offer, type Work, stateOf } from "../domain/offer.ts";

/** A courier of an offer; times in ms. */
interface AskedRow {
  readonly courierId: string;
  readonly name: string;
  readonly addedSeconds: number | null;
  readonly places: readonly StopPlace[] | null;
  readonly revision: number | null;
  readonly answer: "accepted" | "declined" | null;
  readonly answeredAt: Instant | null;
}

export interface OfferRow extends Offer {
  readonly id: string;
  readonly deliveryId: string;
  readonly date: string;
  readonly terms: string;
  readonly offeredAt: Instant;
  readonly offeredBy: string | null;
  readonly endedAt: Instant | null;
  readonly couriers: readonly AskedRow[];
}

/** An offer with the delivery as it is now. */
export interface Standing {
  readonly offer: OfferRow;
  readonly record: DeliveryRecord;
  readonly work: Work;
}

/** Hash of the places and the window; who had the delivery is a part of it, so that one given and taken back has changed. */
export const termsOf = ({ pickup, dropoff, window, tasks }: DeliveryRecord): string =>
  hashOf([
    ...[pickup, dropoff].map(({ label, point }) => [label, point.lon, point.lat]),
    [window.start, window.end],
    tasks.flatMap((task) => task.pastCourierIds),
  ]);

export function workOf(record: DeliveryRecord, terms: string): Work {
  const pending = record.tasks.filter(isPending);
  // Parcels that a courier has in hand without a plan are handed over, never offered.
  const isHeld = pending.some(({ courierId }) => courierId !== null) || holderOf(record) !== null;
  return {
    kind: pending.length === 0 ? "none" : isHeld ? "held" : "open",
    isSame: termsOf(record) === terms,
  };
}

/** The columns of `OfferRow`, from `offer o`. */
const columns = sql`
  select o.id, o.delivery_id as "deliveryId", o.service_date as date, o.terms, o.offered_at as "offeredAt",
    s.name as "offeredBy", o.expires_at as "expiresAt", o.ended_at as "endedAt", o.ended_as as "end",
    (select json_agg(json_build_object('courierId', a.courier_id, 'name', coalesce(c.name, ''),
       'addedSeconds', a.added_seconds, 'places', a.places, 'revision', a.revision, 'answer', a.answer,
       'answeredAt', round(extract(epoch from a.answered_at) * 1000)::bigint) order by c.name, a.courier_id)
     from offer_asked a left join people c on c.org_id = a.org_id and c.courier_id = a.courier_id
     where a.org_id = o.org_id and a.offer_id = o.id) as couriers
  from offer o left join people s on s.org_id = o.org_id and s.id = o.offered_by`;

export const offersWhere = (tx: Tx, rest: RawBuilder<unknown>): Promise<OfferRow[]> =>
  rows(tx, sql<OfferRow>`${columns} where o.org_id = app_org() ${rest}`);

/** These offers with their deliveries, in one statement more. */
export async function withDeliveries(tx: Tx, offers: readonly OfferRow[]): Promise<Standing[]> {
  const ids = [...new Set(offers.map(({ deliveryId }) => deliveryId))];
  const records = new Map((await readDeliveries(tx, ids)).map((record) => [record.id, record]));
  return offers.flatMap((offer) => {
    const record = records.get(offer.deliveryId);
    return record ? [{ offer, record, work: workOf(record, offer.terms) }] : [];
  });
}

/**
 * Holds the delivery of an offer, then the offer, and reads both after the wait. All who write offers lock in this order,
 * as do those who assign: they hold the delivery only.
 *
 * @throws Refusal `offers.not-found`
 */
export async function lockOffer({ tx }: TimedTx, id: string): Promise<Standing> {
  const found = await first(
    tx,
    sql<{ deliveryId: string }>`
      select delivery_id as "deliveryId" from offer where org_id = app_org() and id = ${id}`,
  );
  const record = found && (await lockDelivery(tx, found.deliveryId));
  if (!record) throw new Refusal("offers.not-found");
  const [offer] = await lockedOffers(tx, sql`and o.id = ${id}`);
  if (!offer) throw new Refusal("offers.not-found");
  return { offer, record, work: workOf(record, offer.terms) };
}

/** The delivery's offer without a written end, held; the caller holds the delivery. */
export const lockUnended = async (tx: Tx, deliveryId: string): Promise<OfferRow | undefined> =>
  (await lockedOffers(tx, sql`and o.delivery_id = ${deliveryId} and o.ended_at is null`))[0];

/** Two statements: one that locks and reads couriers at once would read them as they were before the wait. */
async function lockedOffers(tx: Tx, which: RawBuilder<unknown>): Promise<OfferRow[]> {
  await sql`select id from offer o where o.org_id = app_org() ${which} for update`.execute(tx);
  return offersWhere(tx, which);
}

const textOf = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** An offer as the office reads it. */
export function shown({ offer, record, work }: Standing, now: Instant): ShownOffer {
  const { id, offeredAt, offeredBy, expiresAt, endedAt, couriers } = offer;
  const state = stateOf(offer, work, now);
  return {
    id,
    delivery: { id: record.id, number: record.number },
    state,
    offeredAt: toIso(offeredAt),
    offeredBy,
    expiresAt: toIso(expiresAt),
    endedAt: textOf(endedAt ?? (state === "expired" ? expiresAt : null)),
    couriers: couriers.map(({ courierId, name, addedSeconds, answer, answeredAt }) => ({
      courierId,
      name,
      addedSeconds,
      answer,
      answeredAt: textOf(answeredAt),
    })),
  };
}
