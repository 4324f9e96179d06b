import { sql } from "kysely";
import { type Seen, seenByRecipients } from "#features/courier/server/public.ts";
import { type Instant, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { idsOf, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";

/** Two times that are less than this apart are written as one. */
const JOINED_MS = 2 * MINUTE_MS;

interface Which {
  /** Absent, everybody on duty. */
  readonly courierIds?: readonly string[];
  /** Since when what is found new may have been so. */
  readonly since: Instant;
}

/** Begins and ends sightings, by what holders of tracking links may see now. Again, it changes nothing. */
export async function follow({ tx, orgId, now }: TxContext, { courierIds, since }: Which): Promise<void> {
  // One at a time, so that an answer which is older never overwrites a newer one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sightings ${orgId}`}, 0))`.execute(tx);
  const seen = await seenByRecipients(tx, orgId, now, courierIds);
  const about = courierIds ? sql`g.courier_id = any (${[...courierIds]}::uuid[])` : sql`true`;
  await sql`
    with seen as (${given(seen, now)}),
    over as (
      update sighting g set ended_at = greatest(g.began_at, ${toIso(now)}::timestamptz)
      where g.org_id = app_org() and g.ended_at is null and ${about}
        and not exists (select from seen s where s.courier_id = g.courier_id and s.delivery_id = g.delivery_id)
    ), joined as (
      update sighting g set ended_at = null from seen s
      where g.org_id = app_org() and g.id = (
        select l.id from sighting l
        where l.org_id = app_org() and l.courier_id = s.courier_id and l.delivery_id = s.delivery_id
        order by l.ended_at desc nulls first, l.id desc limit 1)
        and g.ended_at > ${toIso(now - JOINED_MS)}
      returning g.courier_id, g.delivery_id
    )
    insert into sighting (org_id, id, courier_id, delivery_id, began_at)
    select app_org(), s.id, s.courier_id, s.delivery_id,
      greatest(${toIso(since)}, (
        select max(d.started_at) from duties d
        where d.org_id = app_org() and d.courier_id = s.courier_id and d.ended_at is null))
    from seen s
    where not exists (select from joined j where j.courier_id = s.courier_id and j.delivery_id = s.delivery_id)
    on conflict (org_id, courier_id, delivery_id) where ended_at is null do nothing`.execute(tx);
}

const given = (seen: readonly Seen[], now: Instant) => sql`
  select s.id, s."courierId" as courier_id, s."deliveryId" as delivery_id
  from jsonb_to_recordset(${json(seen.map((one) => ({ id: newId(now), ...one })))})
    as s (id uuid, "courierId" uuid, "deliveryId" uuid)`;

/** Couriers about whom news of a delivery may change something: who have it, had it, or can be seen by its link. */
export const couriersAbout = (tx: Tx, deliveryId: string): Promise<string[]> =>
  idsOf(
    tx,
    sql`
      select t.courier_id as id from tasks t
      where t.org_id = app_org() and t.delivery_id = ${deliveryId} and t.courier_id is not null
      union select unnest(t.past_courier_ids) from tasks t where t.org_id = app_org() and t.delivery_id = ${deliveryId}
      union select g.courier_id from sighting g
        where g.org_id = app_org() and g.delivery_id = ${deliveryId} and g.ended_at is null
      order by id`,
  );
