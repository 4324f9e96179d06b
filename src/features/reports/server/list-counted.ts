import { type RawBuilder, sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { isUuid } from "#kernel/id.ts";
import { rows } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Counted, reportsApi } from "../contract/api.ts";
import type { Behind } from "../domain/figures.ts";
import type { Dimension } from "../domain/sums.ts";
import { checkDays } from "./read-report.ts";

type Asked = ParsedOf<typeof reportsApi.listCounted>;
type Condition = RawBuilder<unknown>;

/** Lists the deliveries behind a number. @throws Refusal `reports.too-long` */
export async function listCounted(
  asked: Asked,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof reportsApi.listCounted>> {
  checkDays(asked);
  const { cursor, limit, ...list } = asked;
  const page = newestFirst({ list: "counted", ...list }, { cursor, limit }, [
    "r.promised_end",
    "r.delivery_id",
  ]);
  const isOver = sql`r.promised_end <= ${toIso(now)}`;
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<Counted>`
        select r.delivery_id as id, d.number, to_char(r.day, 'YYYY-MM-DD') as day, d.state_shown as state,
          case when r.promise = 'open' and ${isOver} then 'missed' else r.promise end as promise,
          ${isoText("r.promised_end")} as "promisedEnd", ${isoText("r.delivered_at")} as "deliveredAt",
          p.name as "courierName", r.area, r.zone,
          (select count(*)::int from report_try t where t.org_id = r.org_id and t.delivery_id = r.delivery_id
             and t.kind = 'deliver') as tries
        from report_delivery r
        join deliveries d on d.org_id = r.org_id and d.id = r.delivery_id
        left join people p on p.org_id = r.org_id and p.courier_id = r.courier_id
        where r.org_id = app_org() and ${isBehind(asked, isOver)} ${page.rest}`,
    ),
  );
  return page.of(found, ({ promisedEnd, id }) => [fromIso(promisedEnd), id]);
}

const TRIES: Readonly<Partial<Record<Behind, Condition>>> = {
  stops: sql`true`,
  tries: sql`t.kind = 'deliver'`,
  failed: sql`t.kind = 'deliver' and t.result = 'failed'`,
  first_tries: sql`t.kind = 'deliver' and t.nth = 1`,
  first_failed: sql`t.kind = 'deliver' and t.nth = 1 and t.result = 'failed'`,
};

function isBehind({ from, to, behind, by, key }: Asked, isOver: Condition): Condition {
  const tries = TRIES[behind];
  if (tries)
    return sql`r.delivery_id in (
      select t.delivery_id from report_try t
      where t.org_id = app_org() and t.day between ${from} and ${to} and ${tries} and ${inGroup("t", by, key)})`;
  const promises: Readonly<Partial<Record<Behind, Condition>>> = {
    delivered: sql`r.promise in ('on_time', 'late')`,
    decided: sql`(r.promise in ('on_time', 'late', 'missed') or (r.promise = 'open' and ${isOver}))`,
    on_time: sql`r.promise = 'on_time'`,
    late: sql`r.promise = 'late'`,
    missed: sql`(r.promise = 'missed' or (r.promise = 'open' and ${isOver}))`,
    open: sql`r.promise = 'open' and not ${isOver}`,
  };
  return sql`r.day between ${from} and ${to} and ${inGroup("r", by, key)}
    and ${promises[behind] ?? sql`r.promise <> 'cancelled'`}`;
}

const COLUMNS: Readonly<Partial<Record<Dimension, string>>> = {
  day: "to_char($.day, 'YYYY-MM-DD')",
  area: "$.area",
  zone: "$.zone",
  hour: "$.hour::text",
  level: "$.level",
};

/** Condition of a group; a group that there cannot be holds nothing. */
function inGroup(table: "r" | "t", by: Dimension, key: string): Condition {
  if (by === "all") return sql`true`;
  if (by === "courier") {
    if (key === "") return sql`${sql.ref(`${table}.courier_id`)} is null`;
    return isUuid(key) ? sql`${sql.ref(`${table}.courier_id`)} = ${key}::uuid` : sql`false`;
  }
  if (by === "reason")
    return table === "t" ? sql`coalesce(t.reason, '') = ${key} and t.result = 'failed'` : sql`false`;
  return sql`${sql.raw((COLUMNS[by] ?? "").replaceAll("$", table))} = ${key}`;
}
