import { sql } from "kysely";
import type pg from "pg";
import type { Instant } from "#kernel/instant.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import type { Box } from "../load-process.ts";

/** Windows of a day: the first ends half an hour ago, the last begins in 4.5 hours. */
const WINDOWS = 8;
const FIRST_MS = -2.5 * HOUR_MS;

/** Books deliveries for today all over a box, an eighth of them for each window. */
export async function bookDay(
  shop: { readonly db: Db; readonly orgId: string; readonly now: Instant },
  deliveries: number,
  { west, south, width, height }: Box,
): Promise<void> {
  for (let window = 0; window < WINDOWS; window += 1)
    await bookMany(shop, deliveries / WINDOWS, { start: shop.now + FIRST_MS + window * HOUR_MS });
  const spread = (place: "pickup" | "dropoff") => {
    const share = (axis: "x" | "y") => sql`abs(hashtext(number || ${`${place} ${axis}`})) / 2147483648.0`;
    return sql`jsonb_set(${sql.ref(place)}, '{point}', jsonb_build_object(
      'lon', ${west}::float8 + ${width}::float8 * ${share("x")}, 'lat', ${south}::float8 + ${height}::float8 * ${share("y")}))`;
  };
  await shop.db.owner((tx) =>
    sql`update delivery set pickup = ${spread("pickup")}, dropoff = ${spread("dropoff")}
      where recipient ->> 'name' like 'Recipient %'`.execute(tx),
  );
}

/** Puts three of five deliveries that were filled in and have no courier on the published routes of all couriers, in turn. */
export async function planSome(pool: pg.Pool, date: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(`create temporary table given on commit drop as
      with crew as (
        select courier_id, name, row_number() over (order by courier_id) - 1 as place, count(*) over () as size
        from person where courier_id is not null)
      select d.id, d.n, crew.courier_id, crew.name from (
        select id, row_number() over (order by window_start, id) - 1 as n from delivery
        where state_shown = 'created' and recipient ->> 'name' like 'Recipient %') d
      join crew on crew.place = d.n % crew.size
      where (d.n / crew.size) % 5 < 3`);
    for (const statement of PLAN) await client.query(statement.replace("$DATE", `'${date}'::date`));
    await client.query("commit; analyze");
  } finally {
    client.release();
  }
}

const PLAN = [
  `update task t set state = 'assigned', courier_id = g.courier_id, courier_name = g.name from given g
   where t.delivery_id = g.id and t.state = 'open'`,
  "update delivery d set state_shown = 'assigned', courier_id = g.courier_id from given g where d.id = g.id",
  `insert into route (org_id, id, service_date, courier_id, revision, revised_at, last_change)
   select p.org_id, gen_random_uuid(), $DATE, p.courier_id, 1, now(), '{}'
   from person p where p.courier_id in (select courier_id from given)
   on conflict (org_id, courier_id, service_date) do nothing`,
  `insert into stop (org_id, route_id, seq, task_id)
   select r.org_id, r.id, coalesce((select max(seq) from stop s where s.org_id = r.org_id and s.route_id = r.id), 0)
     + row_number() over (partition by r.id order by g.n, t.ordinal), t.id
   from given g
   join task t on t.delivery_id = g.id and t.state = 'assigned'
   join route r on r.org_id = t.org_id and r.courier_id = g.courier_id and r.service_date = $DATE`,
];
