import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { zoneText } from "#features/quotes/server/public.ts";
import { NO_ZONES, type StoredZones, zonesJson } from "#features/zones/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, json, rows, type Tx } from "#server/db/db.ts";
import { type CountedDelivery, type DeliveryFact, type TryFact, factsOf } from "../domain/fact.ts";
import { grouped } from "#kernel/grouped.ts";
import { waysOf } from "../domain/way.ts";

const turnOf = (orgId: string) => sql`hashtextextended(${`reports ${orgId}`}, 0)`;

/** Counting one delivery takes some 10 ms: whoever waits this long stands behind many. */
const TURN_TRIES = 10;
const TURN_EVERY_MS = 25;

/** Takes the turn to count until the transaction ends, unless others have it for longer than a few of them need. */
export async function hasTurn(tx: Tx, orgId: string): Promise<boolean> {
  for (let tries = 0; tries < TURN_TRIES; tries += 1) {
    if (tries > 0) await sleep(TURN_EVERY_MS);
    const [row] = await rows(
      tx,
      sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${turnOf(orgId)}) as got`,
    );
    if (row?.got === true) return true;
  }
  return false;
}

/** Counts deliveries anew. One at a time of each organisation: the way between two stops needs both of them. */
export async function countDeliveries(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${turnOf(orgId)})`.execute(tx);
  const by = await readTerms(tx);
  const facts = (await rows(tx, countedRows(ids))).map((row) => factsOf(row, by));
  const left = await removeTries(tx, ids);
  await writeDeliveries(
    tx,
    facts.map(({ delivery }) => delivery),
  );
  const tries = facts.flatMap((one) => one.tries);
  if (tries.length > 0) await writeTries(tx, tries);
  await measureWays(tx, [...left, ...tries]);
}

/** The time zone and the zones that deliveries are counted by. */
async function readTerms(tx: Tx): Promise<{ timezone: string; zones: StoredZones }> {
  const row = await first(
    tx,
    sql<{ timezone: string; zones: StoredZones | null }>`
      select ${zoneText} as timezone, ${zonesJson()} as zones`,
  );
  if (!row) throw new Error("a time zone is always one row");
  return { timezone: row.timezone, zones: row.zones ?? NO_ZONES };
}

const countedRows = (ids: readonly string[]) => sql<CountedDelivery>`
  select d.id, d.order_id as "orderId", d.version, d.state_shown as state, d.window_start as "windowStart",
    d.window_end as "windowEnd", d.service_level as level, d.pickup, d.dropoff, d.total_minor as "priceMinor",
    trim(d.currency) as currency,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'state', t.state, 'courierId', t.courier_id,
          'arrivedAt', round(extract(epoch from t.arrived_at) * 1000)::bigint,
          'endedAt', round(extract(epoch from t.ended_at) * 1000)::bigint, 'reason', t.reason) order by t.ordinal)
      from tasks t where t.org_id = d.org_id and t.delivery_id = d.id and t.state in ('succeeded', 'failed')), '[]') as tasks
  from deliveries d where d.org_id = app_org() and d.id = any (${[...ids]}::uuid[])`;

type CourierDay = Pick<TryFact, "courierId" | "day">;

/** @returns days of couriers whose tries were removed */
const removeTries = (tx: Tx, ids: readonly string[]): Promise<CourierDay[]> =>
  rows(
    tx,
    sql<CourierDay>`
      with gone as (
        delete from report_try where org_id = app_org() and delivery_id = any (${[...ids]}::uuid[])
        returning courier_id, day)
      select distinct courier_id as "courierId", to_char(day, 'YYYY-MM-DD') as day from gone`,
  );

async function writeDeliveries(tx: Tx, facts: readonly DeliveryFact[]): Promise<void> {
  const given = facts.map((fact) => ({
    ...fact,
    promisedEnd: toIso(fact.promisedEnd),
    deliveredAt: fact.deliveredAt === null ? null : toIso(fact.deliveredAt),
  }));
  await sql`
    insert into report_delivery (org_id, delivery_id, order_id, version, timezone, day, hour, promised_end, promise,
      delivered_at, courier_id, area, zone, zones_version, level, price_minor, currency)
    select app_org(), g."deliveryId", g."orderId", g.version, g.timezone, g.day, g.hour, g."promisedEnd", g.promise,
      g."deliveredAt", g."courierId", g.area, g.zone, g."zonesVersion", g.level, g."priceMinor", g.currency
    from jsonb_to_recordset(${json(given)}) as g ("deliveryId" uuid, "orderId" uuid, version integer, timezone text,
      day date, hour smallint, "promisedEnd" timestamptz, promise text, "deliveredAt" timestamptz, "courierId" uuid,
      area text, zone text, "zonesVersion" integer, level text, "priceMinor" bigint, currency text)
    on conflict (org_id, delivery_id) do update set version = excluded.version, timezone = excluded.timezone,
      day = excluded.day, hour = excluded.hour, promised_end = excluded.promised_end, promise = excluded.promise,
      delivered_at = excluded.delivered_at, courier_id = excluded.courier_id, area = excluded.area, zone = excluded.zone,
      zones_version = excluded.zones_version, level = excluded.level, price_minor = excluded.price_minor,
      currency = excluded.currency`.execute(tx);
}

async function writeTries(tx: Tx, facts: readonly TryFact[]): Promise<void> {
  const given = facts.map((fact) => ({ ...fact, endedAt: toIso(fact.endedAt) }));
  await sql`
    insert into report_try (org_id, task_id, delivery_id, kind, nth, day, hour, ended_at, courier_id, area, zone, level,
      result, reason, stop_s, lon, lat)
    select app_org(), g."taskId", g."deliveryId", g.kind, g.nth, g.day, g.hour, g."endedAt", g."courierId", g.area,
      g.zone, g.level, g.result, g.reason, g."stopS", g.lon, g.lat
    from jsonb_to_recordset(${json(given)}) as g ("taskId" uuid, "deliveryId" uuid, kind text, nth smallint, day date,
      hour smallint, "endedAt" timestamptz, "courierId" uuid, area text, zone text, level text, result text,
      reason text, "stopS" integer, lon double precision, lat double precision)`.execute(tx);
}

interface Stop {
  readonly courierId: string;
  readonly day: string;
  readonly taskId: string;
  readonly endedAt: Instant;
  readonly lon: number;
  readonly lat: number;
}

/** Writes the ways between the stops of these couriers' days anew: one more or one less changes its neighbours. */
async function measureWays(tx: Tx, touched: readonly CourierDay[]): Promise<void> {
  const days = touched.flatMap(({ courierId, day }) => (courierId === null ? [] : [{ courierId, day }]));
  if (days.length === 0) return;
  const stops = await rows(
    tx,
    sql<Stop>`
      select courier_id as "courierId", to_char(day, 'YYYY-MM-DD') as day, task_id as "taskId", ended_at as "endedAt", lon, lat
      from report_try
      where org_id = app_org() and (courier_id, day) in (
        select g."courierId", g.day from jsonb_to_recordset(${json(days)}) as g ("courierId" uuid, day date))`,
  );
  const byDay = grouped(stops, ({ courierId, day }) => `${courierId} ${day}`);
  const ways = [...byDay.values()].flatMap(waysOf);
  await sql`
    update report_try t set metres = g.metres
    from jsonb_to_recordset(${json(ways)}) as g ("taskId" uuid, metres integer)
    where t.org_id = app_org() and t.task_id = g."taskId" and t.metres is distinct from g.metres`.execute(tx);
}
