import { sql } from "kysely";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { ReplayOutcome, ReplaySums } from "../contract/api.ts";
import { BARS, barOf, barWidth } from "../domain/bands.ts";
import { MOST_CUSTOMERS, MOST_ZONES } from "../domain/limits.ts";
import type { Unpriced } from "../domain/replay-order.ts";
import type { StoredOutcome } from "./replay-record.ts";

const NOTHING: ReplaySums = { orders: 0, more: 0, less: 0, same: 0, was: 0, now: 0 };

const SUMS = sql`
  count(*)::int as orders, count(*) filter (where r.difference > 0)::int as more,
  count(*) filter (where r.difference < 0)::int as less, count(*) filter (where r.difference = 0)::int as same,
  sum(r.was_minor)::bigint as was, sum(r.now_minor)::bigint as now`;
const of = (id: string) => sql`r.org_id = app_org() and r.run_id = ${id}`;
const priced = (id: string) => sql`${of(id)} and r.now_minor is not null`;

type Group = ReplaySums & {
  readonly by: "all" | "level" | "band" | "zones";
  readonly level: string | null;
  readonly band: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** Adds up what a replay found, in a fixed number of statements. */
export async function outcomeOf(tx: Tx, id: string): Promise<StoredOutcome> {
  const groups = await rows(
    tx,
    sql<Group>`
      select case when grouping(r.service_level) = 0 then 'level' when grouping(r.band) = 0 then 'band'
          when grouping(r.zones_known) = 0 then 'zones' else 'all' end as by,
        r.service_level as level, r.band, r.zone_from as "from", r.zone_to as "to", ${SUMS}
      from replay_order r where ${priced(id)}
      group by grouping sets ((), (r.service_level), (r.band), (r.zones_known, r.zone_from, r.zone_to))
      having grouping(r.zones_known) = 1 or r.zones_known
      order by orders desc, level, band, "from", "to"`,
  );
  const sumsOf = ({ orders, more, less, same, was, now }: ReplaySums): ReplaySums => ({
    orders,
    more,
    less,
    same,
    was: was ?? 0,
    now: now ?? 0,
  });
  const [all] = groups.filter(({ by }) => by === "all");
  const ofKind = (kind: Group["by"]) => groups.filter(({ by }) => by === kind);
  return {
    all: all ? sumsOf(all) : NOTHING,
    levels: ofKind("level").map((one) => ({ level: one.level ?? "", ...sumsOf(one) })),
    bands: ofKind("band")
      .toSorted((a, b) => (a.band ?? 0) - (b.band ?? 0))
      .map((one) => ({ band: one.band ?? 0, ...sumsOf(one) })),
    zones: zonesOf(ofKind("zones").map(({ from, to, ...one }) => ({ from, to, ...sumsOf(one) }))),
    ...(await barsOf(tx, id)),
    unpriced: await unpricedOf(tx, id),
    dearer: await customersOf(tx, id, "desc"),
    cheaper: await customersOf(tx, id, "asc"),
  };
}

/** Empty where every order lies outside all zones: then none are drawn. */
const zonesOf = (found: ReplayOutcome["zones"]): ReplayOutcome["zones"] =>
  found.some(({ from, to }) => from !== null || to !== null) ? found.slice(0, MOST_ZONES) : [];

async function barsOf(tx: Tx, id: string): Promise<Pick<ReplayOutcome, "bars" | "barWidth">> {
  const usual = await first(
    tx,
    sql<{ size: number | null }>`
      select percentile_disc(0.98) within group (order by abs(r.difference)) as size
      from replay_order r where ${priced(id)} and r.difference <> 0`,
  );
  const width = barWidth(usual?.size ?? 0);
  const found = await rows(
    tx,
    sql<{ steps: number; orders: number; difference: number }>`
      select (sign(r.difference) * least(ceil(abs(r.difference)::numeric / ${width}::bigint), ${BARS.length}))::int as steps,
        count(*)::int as orders, sum(r.difference)::bigint as difference
      from replay_order r where ${priced(id)} group by 1`,
  );
  const bars = BARS.map((bar) => {
    const own = found.filter(({ steps }) => barOf(steps * width, width) === bar);
    return {
      bar,
      orders: own.reduce((sum, one) => sum + one.orders, 0),
      difference: own.reduce((sum, one) => sum + one.difference, 0),
    };
  });
  return { bars, barWidth: width };
}

const unpricedOf = (tx: Tx, id: string): Promise<ReplayOutcome["unpriced"]> =>
  rows(
    tx,
    sql<{ reason: Unpriced; detail: string; orders: number }>`
      select r.reason, r.detail, count(*)::int as orders from replay_order r where ${of(id)} and r.reason is not null
      group by 1, 2 order by orders desc, 1, 2 limit 20`,
  );

const customersOf = (tx: Tx, id: string, direction: "asc" | "desc"): Promise<StoredOutcome["dearer"]> =>
  rows(
    tx,
    sql<StoredOutcome["dearer"][number]>`
      select (array_agg(r.order_id order by r.booked_at desc, r.order_id))[1] as "orderId", count(*)::int as orders,
        sum(r.was_minor)::bigint as was, sum(r.now_minor)::bigint as now
      from replay_order r join booked_orders o on o.org_id = r.org_id and o.id = r.order_id
      where ${priced(id)} group by o.customer
      having sum(r.difference) ${sql.raw(direction === "desc" ? ">" : "<")} 0
      order by sum(r.difference) ${sql.raw(direction)}, 1 limit ${MOST_CUSTOMERS}`,
  );
