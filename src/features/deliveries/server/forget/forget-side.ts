import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { json, rows, type Tx } from "#server/db/db.ts";
import { fold } from "#features/places/domain/search-text.ts";

/** Person of a delivery whose data is forgotten. */
export type Side = "sender" | "recipient";

/** A delivery as far as forgetting needs it. */
export interface Forgettable {
  readonly id: string;
  readonly orderId: string;
  readonly quoteId: string;
}

/** Stands where a name or a street stood. */
export const FORGOTTEN = "—";

const NOBODY = json({ name: FORGOTTEN, phone: null, email: null, note: "" });
const placeOf = (side: Side) => sql.ref(side === "sender" ? "pickup" : "dropoff");
const forgottenAt = (side: Side) => sql.ref(`${side}_forgotten_at`);

/**
 * An address of which the town stays: postcode and town as its line, its point within a kilometre.
 * @param address expression of a stored address
 */
export const townOnly = (address: ReturnType<typeof sql>) => sql`(${address} || jsonb_build_object(
  'street', null, 'houseNumber', null, 'detail', null,
  'label', coalesce(nullif(concat_ws(' ', ${address} ->> 'postcode', ${address} ->> 'city'), ''), ${FORGOTTEN}),
  'point', jsonb_build_object('lat', round((${address} #>> '{point,lat}')::numeric, 2),
    'lon', round((${address} #>> '{point,lon}')::numeric, 2))))`;

/** Deliveries that ended before a moment and still know their person on a side, the oldest first. */
export const endedKnowing = (tx: Tx, side: Side, before: Instant, limit: number): Promise<Forgettable[]> =>
  rows(
    tx,
    sql<Forgettable>`
      select d.id, d.order_id as "orderId", o.quote_id as "quoteId"
      from delivery d join sales_order o on o.org_id = d.org_id and o.id = d.order_id
      where d.org_id = app_org() and d.${forgottenAt(side)} is null and d.window_end < ${toIso(before)}
        and d.state_shown in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')
      order by d.window_end, d.id limit ${limit}`,
  );

/** Deliveries that were made before a moment and are still under way. */
export const openMadeBefore = async (tx: Tx, before: Instant): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`
        select d.id from delivery d
        where d.org_id = app_org() and d.created_at < ${toIso(before)}
          and d.state_shown not in ('delivered', 'returned', 'cancelled', 'lost', 'disposed')`,
    )
  ).map(({ id }) => id);

/** Overwrites who stands on a side of these deliveries and where: numbers, towns, states, times and sums stay. */
export async function forgetSide(
  tx: Tx,
  side: Side,
  deliveries: readonly Forgettable[],
  now: Instant,
): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await sql`
    update sales_order o set ${sql.ref(side)} = o.${sql.ref(side)} || ${NOBODY}::jsonb,
      request = jsonb_set(o.request, ${[placeName(side)]}::text[], ${townOnly(sql`(o.request -> ${placeName(side)}::text)`)}),
      sender_doc = case when ${side === "sender"} then '' else o.sender_doc end
    where o.org_id = app_org() and o.id = any (${deliveries.map(({ orderId }) => orderId)}::uuid[])`.execute(
    tx,
  );
  const known = await rows(
    tx,
    sql<Known>`
      update delivery d set ${sql.ref(side)} = d.${sql.ref(side)} || ${NOBODY}::jsonb,
        ${placeOf(side)} = ${townOnly(sql`d.${placeOf(side)}`)}, ${forgottenAt(side)} = ${toIso(now)},
        handover = case when ${side === "recipient"} then null else d.handover end
      where d.org_id = app_org() and d.id = any (${ids}::uuid[])
      returning d.id, d.number, d.sender ->> 'name' as sender, d.recipient ->> 'name' as recipient,
        d.pickup ->> 'label' as pickup, d.dropoff ->> 'label' as dropoff`,
  );
  await sql`
    update delivery d set search_doc = g.doc
    from jsonb_to_recordset(${json(known.map((one) => ({ id: one.id, doc: docOf(one) })))}) as g (id uuid, doc text)
    where d.org_id = app_org() and d.id = g.id`.execute(tx);
  await forgetOutcomes(tx, ids);
  await sql`
    update delivery_edit e set old_value = null, new_value = null
    where e.org_id = app_org() and e.delivery_id = any (${ids}::uuid[])`.execute(tx);
}

const placeName = (side: Side): string => (side === "sender" ? "pickup" : "dropoff");

interface Known {
  readonly id: string;
  readonly number: string;
  readonly sender: string;
  readonly recipient: string;
  readonly pickup: string;
  readonly dropoff: string;
}

/** As `searchDoc`, of a row. */
const docOf = ({ number, sender, recipient, pickup, dropoff }: Known): string =>
  [number, sender, recipient, pickup, dropoff].map(fold).join(" | ");

/** Names and notes of whoever gave or took the parcels. */
async function forgetOutcomes(tx: Tx, deliveryIds: readonly string[]): Promise<void> {
  const nobody = json({ recipientName: null, note: null });
  const ids = [...deliveryIds];
  await sql`
    update task t set outcome = t.outcome || ${nobody}::jsonb
    where t.org_id = app_org() and t.delivery_id = any (${ids}::uuid[]) and t.outcome is not null`.execute(
    tx,
  );
  await sql`
    update attempt a set outcome = a.outcome || ${nobody}::jsonb
    where a.org_id = app_org() and a.delivery_id = any (${ids}::uuid[])`.execute(tx);
}
