import { sql } from "kysely";
import { zoneOf } from "#features/quotes/server/public.ts";
import { readZoneSet } from "#features/zones/server/public.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { addDays, instantAt } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Report, ShownZone, reportsApi } from "../contract/api.ts";
import { type Days, LONGEST_DAYS, daysBefore, lengthOf } from "../domain/period.ts";
import { type Dimension, type Group, type SumRow, type Sums, groupsOf } from "../domain/sums.ts";

/** @throws Refusal `reports.too-long` */
export function checkDays(days: Days): Days {
  const length = lengthOf(days);
  if (length < 1 || length > LONGEST_DAYS) throw new Refusal("reports.too-long", { field: "from" });
  return days;
}

/** Reads the numbers of some days beside those of the days before. @throws Refusal `reports.too-long` */
export function readReport(
  asked: ParsedOf<typeof reportsApi.readReport>,
  { actor, db, now }: Context,
): Promise<Report> {
  const days = checkDays(asked);
  return db.read(actor, async (tx) => {
    const timezone = await zoneOf(tx, actor.orgId);
    const groups = await groupsIn(tx, { days, timezone, now });
    const names = await courierNames(tx);
    return {
      timezone,
      asOf: toIso(now),
      days,
      before: daysBefore(days),
      zones: await shownZones(tx),
      groups: groups.map((group) => ({
        ...group,
        name: group.by === "courier" ? (names.get(group.key) ?? null) : null,
      })),
    };
  });
}

export interface Asked {
  readonly days: Days;
  readonly timezone: string;
  readonly now: Instant;
}

/** Every group of the days and of those before. */
export async function groupsIn(tx: Tx, asked: Asked): Promise<Group[]> {
  const before = daysBefore(asked.days);
  const found = [
    ...(await sumRows(tx, promiseSums(asked, before))),
    ...(await sumRows(tx, trySums(asked.days, before))),
    ...(await dutySums(tx, asked)),
  ];
  return groupsOf(found);
}

/** Rows of a table that belong to the days or to those before; a day may belong to one of them only. */
export const partOf = ({ from, to }: Days) => sql`
  case when day between ${from} and ${to} then 'now' else 'before' end as part`;
export const inEither = ({ from, to }: Days, before: Days) => sql`
  (day between ${from} and ${to} or day between ${before.from} and ${before.to})`;

type Row = { readonly part: SumRow["part"]; readonly by: Dimension; readonly key: string } & Sums;

async function sumRows(tx: Tx, query: ReturnType<typeof sql<Row>>): Promise<SumRow[]> {
  return (await rows(tx, query)).map(({ part, by, key, ...sums }) => ({ part, by, key, sums }));
}

/** A group's dimension and key, of a statement that groups by these sets. */
const keyed = sql`
  case when grouping(day) = 0 then 'day' when grouping(courier_id) = 0 then 'courier' when grouping(area) = 0 then 'area'
    when grouping(zone) = 0 then 'zone' when grouping(hour) = 0 then 'hour' when grouping(level) = 0 then 'level' else 'all' end as by,
  coalesce(to_char(day, 'YYYY-MM-DD'), courier_id::text, area, zone, hour::text, level, '') as key`;
const SETS = sql`
  grouping sets ((part), (part, day), (part, courier_id), (part, area), (part, zone), (part, hour), (part, level))`;

const promiseSums = ({ days, now }: Asked, before: Days) => sql<Row>`
  select part, ${keyed},
    count(*) filter (where promise = 'on_time')::int as "onTime",
    count(*) filter (where promise = 'late')::int as late,
    count(*) filter (where promise = 'missed' or (promise = 'open' and promised_end <= ${toIso(now)}))::int as missed,
    count(*) filter (where promise = 'open' and promised_end > ${toIso(now)})::int as open
  from (select *, ${partOf(days)} from report_delivery
        where org_id = app_org() and ${inEither(days, before)} and promise <> 'cancelled') d
  group by ${SETS}`;

const trySums = (days: Days, before: Days) => sql<Row>`
  with t as materialized (
    select *, ${partOf(days)} from report_try where org_id = app_org() and ${inEither(days, before)})
  select part, ${keyed},
    count(*) filter (where kind = 'deliver')::int as tries,
    count(*) filter (where kind = 'deliver' and result = 'failed')::int as failed,
    count(*) filter (where kind = 'deliver' and nth = 1)::int as "firstTries",
    count(*) filter (where kind = 'deliver' and nth = 1 and result = 'succeeded')::int as "firstKept",
    count(*)::int as stops, count(stop_s)::int as "timedStops", coalesce(sum(stop_s), 0)::bigint as "stopSeconds",
    count(metres)::int as "waysKnown", coalesce(sum(metres), 0)::bigint as metres
  from t group by ${SETS}
  union all
  select part, 'reason', coalesce(reason, ''), 0, count(*)::int, 0, 0, count(*)::int, 0, 0, 0, 0
  from t where kind = 'deliver' and result = 'failed' group by part, reason`;

/** Longest shift that is counted whole; an older one that began before is not looked for. */
const LONGEST_SHIFT = "2 days";

/** Time on duty within the days, by courier and altogether. A shift that goes on counts until now. */
async function dutySums(tx: Tx, { days, timezone, now }: Asked): Promise<SumRow[]> {
  const before = daysBefore(days);
  const spans = [
    ["now", days],
    ["before", before],
  ] as const;
  const given = spans.map(([part, { from, to }]) => {
    const [start, end] = [instantAt(from, "00:00", timezone), instantAt(addDays(to, 1), "00:00", timezone)];
    return sql`(${part}::text, ${toIso(start)}::timestamptz, ${toIso(Math.max(start, Math.min(end, now)))}::timestamptz)`;
  });
  const found = await rows(
    tx,
    sql<{ part: SumRow["part"]; key: string; dutySeconds: number }>`
      select p.part, d.courier_id::text as key,
        round(sum(extract(epoch from least(coalesce(d.ended_at, p.until), p.until) - greatest(d.started_at, p.since))))::int
          as "dutySeconds"
      from (values ${sql.join(given)}) as p (part, since, until)
      join duties d on d.org_id = app_org() and d.started_at < p.until
        and d.started_at > p.since - interval '${sql.raw(LONGEST_SHIFT)}' and coalesce(d.ended_at, p.until) > p.since
      group by p.part, d.courier_id`,
  );
  return found.flatMap(({ part, key, dutySeconds }): SumRow[] => [
    { part, by: "courier", key, sums: { dutySeconds } },
    { part, by: "all", key: "", sums: { dutySeconds } },
  ]);
}

/** Names and colours of the newest zones. */
export async function shownZones(tx: Tx): Promise<ShownZone[]> {
  const { zones } = await readZoneSet(tx);
  return zones.map(({ code, name, colour }) => ({ code, name, colour }));
}

/** Names of everybody who ever rode, by the id that they have as a courier. */
export async function courierNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const found = await rows(
    tx,
    sql<{ id: string; name: string }>`
      select courier_id as id, name from people where org_id = app_org() and courier_id is not null`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
