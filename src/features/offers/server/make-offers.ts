import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { couriersOf } from "#features/accounts/server/public.ts";
import { couriersOnDuty } from "#features/courier/server/public.ts";
import { type DeliveryRecord, lockDeliveries, readDeliveries } from "#features/deliveries/server/public.ts";
import type { DeliveryQuotes } from "#features/dispatch/contract/quotes.ts";
import { quoteDelivery } from "#features/planning/server/public.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce, aggregateBefore } from "#server/db/commands.ts";
import { json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { hashOf } from "#server/db/hash.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Context } from "#server/http/route.ts";
import { derivedId } from "#server/ids.ts";
import { addJobs } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Offer, offersApi } from "../contract/api.ts";
import { endBefore } from "../domain/offer.ts";
import { writeEnd } from "./end-offers.ts";
import { SETTLE } from "./job-names.ts";
import { lockUnended, offersWhere, shown, termsOf, withDeliveries, workOf } from "./offer-rows.ts";
import { usualSeconds } from "./offer-time.ts";
import { tell } from "./tell.ts";

type Asked = ParsedOf<typeof offersApi.makeOffers>;
type Quote = DeliveryQuotes["quotes"][number];

/** A delivery to be offered on a day, and its couriers with their quotes, where there are some. */
interface Wanted {
  readonly id: string;
  readonly date: string;
  readonly couriers: readonly { readonly courierId: string; readonly quote: Quote | undefined }[];
}

/**
 * Offers deliveries, all or none, once for the call's key.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.money-unsafe`, `offers.not-open`, `offers.already-open`,
 * `offers.nobody`, `offers.courier-unknown`
 */
export async function makeOffers(
  asked: Asked,
  context: Context,
  { planner, workGuard }: Pick<RoomParts, "planner" | "workGuard">,
): Promise<{ offers: Offer[] }> {
  const { actor, db, now, key: commandId } = context;
  const ids = [...new Set(asked.deliveryIds.map((id) => id.toLowerCase()))];
  const offerIds = ids.map((id) => derivedId(commandId, id));
  const command = { commandId, bodyHash: hashOf(asked) };
  const before = await db.read(actor, (tx) => aggregateBefore(tx, command));
  // The planner is asked before the transaction, which holds deliveries.
  const wanted = before === undefined ? await wantedBy(asked, context, { ids, planner }) : [];
  return db.as(actor, async (tx) => {
    const noted = { commandId, occurredAt: now, type: "offer.make", aggregateId: ids[0] ?? "", body: asked };
    if (await acceptOnce(tx, actor, now, noted)) {
      const held = await lockDeliveries(tx, ids);
      await workGuard?.mayAssign(tx, now, ids);
      const seconds = asked.seconds ?? (await usualSeconds(tx));
      const known = new Map(held.map((record) => [record.id, record]));
      for (const one of wanted) await offer(tx, context, { one, record: known.get(one.id), seconds, asked });
      keepInverse(tx, { by: "offers", data: { ids: offerIds } });
    }
    const made = await offersWhere(tx, sql`and o.id = any (${offerIds}::uuid[]) order by o.offered_at, o.id`);
    const standing = await withDeliveries(tx, made);
    return { offers: standing.map((each) => shown(each, now)) };
  });
}

interface Offered {
  readonly one: Wanted;
  readonly record: DeliveryRecord | undefined;
  readonly seconds: number;
  readonly asked: Asked;
}

async function offer(tx: Tx, context: Context, { one, record, seconds, asked }: Offered): Promise<void> {
  const { actor, now, key } = context;
  if (!record) throw new Refusal("deliveries.not-found", { id: one.id });
  const unended = await lockUnended(tx, one.id);
  const end = endBefore(unended, workOf(record, unended?.terms ?? termsOf(record)), now);
  if (unended && end !== null) await writeEnd(writeContext(tx, context), unended, end);
  const id = derivedId(key, one.id);
  const couriers = one.couriers.map(({ courierId, quote }) => ({
    courier_id: courierId,
    added_seconds: quote ? Math.round(quote.addedSeconds) : null,
    places: quote?.places ?? null,
    revision: quote?.revision ?? null,
  }));
  await sql`
    with made as (
      insert into offer (org_id, id, delivery_id, service_date, terms, to_all, offered_by, offered_at, expires_at)
      values (app_org(), ${id}, ${one.id}, ${one.date}, ${termsOf(record)}, ${asked.toAll}, ${actor.userId ?? null},
        ${toIso(now)}, ${toIso(now + seconds * 1000)}))
    insert into offer_asked (org_id, offer_id, courier_id, offered_at, added_seconds, places, revision)
    select app_org(), ${id}, c.courier_id, ${toIso(now)}, c.added_seconds, c.places, c.revision
    from jsonb_to_recordset(${json(couriers)}) as c (courier_id uuid, added_seconds integer, places jsonb,
      revision integer)`.execute(tx);
  const payload = { orgId: actor.orgId, aggregateId: one.id };
  await addJobs(tx, [{ name: SETTLE, payload, key: `${SETTLE}:${id}`, runInMs: seconds * 1000 }]);
  const courierIds = one.couriers.map(({ courierId }) => courierId);
  await tell(tx, context, { id, deliveryId: one.id, type: "offer.made", courierIds });
}

/** Couriers to whom each delivery goes: those named, or all on duty who can take it as the planner sees the day. */
async function wantedBy(
  { toAll, courierIds }: Asked,
  context: Context,
  { ids, planner }: { readonly ids: readonly string[]; readonly planner: RoomParts["planner"] },
): Promise<Wanted[]> {
  const { actor, db, now } = context;
  const facts = await db.read(actor, async (tx) => ({
    zone: await zoneOf(tx, actor.orgId),
    records: await readDeliveries(tx, ids),
    active: new Set((await couriersOf(tx)).map(({ id }) => id)),
    onDuty: (await rows(tx, sql<{ id: string }>`select courier_id as id from (${couriersOnDuty}) duty`)).map(
      ({ id }) => id,
    ),
  }));
  const missing = ids.find((id) => !facts.records.some((record) => record.id === id));
  if (missing !== undefined) throw new Refusal("deliveries.not-found", { id: missing });
  const named = [...new Set(courierIds.map((id) => id.toLowerCase()))];
  if (!toAll && named.some((id) => !facts.active.has(id))) throw new Refusal("offers.courier-unknown");
  const today = localAt(now, facts.zone).date;
  const wanted: Wanted[] = [];
  for (const record of facts.records) {
    if (workOf(record, "").kind !== "open") throw new Refusal("offers.not-open", { number: record.number });
    const begin = localAt(record.window.start, facts.zone).date;
    const date = begin < today ? today : begin;
    const quotes = new Map(
      (await quoteDelivery(planner, context, { id: record.id, date })).quotes.map((one) => [
        one.courierId,
        one,
      ]),
    );
    const going = toAll ? facts.onDuty.filter((id) => quotes.has(id)) : named;
    if (going.length === 0) throw new Refusal("offers.nobody", { number: record.number });
    const couriers = going.map((courierId) => ({ courierId, quote: quotes.get(courierId) }));
    wanted.push({ id: record.id, date, couriers });
  }
  return wanted;
}
