import { type RawBuilder, sql } from "kysely";
import { DeliveryState, TaskKind, TaskState } from "#features/deliveries/contract/shapes.ts";
import { moneyProblem } from "#features/payments/server/public.ts";
import { knownZone, zoneHolds } from "#features/quotes/server/public.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { first, fixed } from "#server/db/db.ts";
import type { TimedTx, TxContext } from "#server/db/tx-context.ts";
import { isoText } from "#server/db/iso-text.ts";
import { Written } from "#server/http/written.ts";
import type { BoardSheet } from "../contract/api.ts";
import { dayIn, dayOf, type Day } from "./day.ts";
import { PIN_COUNTS } from "./pins.ts";
import { plannedTasks } from "./plan-query.ts";

/** Couriers on duty with their newest positions, as a part of a statement: a later room keeps them. */
export type OnDuty = RawBuilder<unknown>;

/**
 * The board of the asked day, or of today: by the zone that this process knows where it still holds, which is one
 * statement; otherwise by the zone that it reads.
 */
export async function readBoard(
  context: TxContext,
  onDuty: OnDuty,
  asked?: LocalDate,
): Promise<Written<BoardSheet>> {
  const { tx, orgId, now } = context;
  const known = knownZone(orgId);
  const quick =
    known === undefined
      ? undefined
      : await boardOn(context, onDuty, dayIn(known, now, asked), zoneHolds(known));
  const board = quick ?? (await boardOn(context, onDuty, await dayOf(tx, orgId, now, asked)));
  if (!board) throw new Error("a board is always one row");
  return board;
}

/**
 * One snapshot of a day: unassigned work, every courier with their stops in order, all deliveries for the map. One
 * statement writes the whole reply: 1,000 deliveries take as many statements as one, and none is parsed here. A
 * delivery belongs to a day when it is promised, collected or planned then; today also shows every older one that
 * still has open work.
 *
 * @returns `undefined` where the condition does not hold
 */
async function boardOn(
  { tx, now }: TimedTx,
  onDuty: OnDuty,
  day: Day,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Written<BoardSheet> | undefined> {
  const row = await first(
    tx,
    sql<{ board: string }>`
      with planned as materialized (${plannedTasks(day)}),
      open_work as materialized (
        select distinct t.delivery_id as id from tasks t
        where t.org_id = app_org() and t.state = 'open' and t.window_start < ${day.end}
          and (t.window_end > ${day.floor})
      ),
      shown as (
        select id from open_work
        union select delivery_id from planned
        union select id from deliveries
          where org_id = app_org()
            and window_start < ${day.end}::timestamptz + interval '2 days'
            and window_start > ${day.start}::timestamptz - interval '2 days'
            and ((window_start < ${day.end} and window_end > ${day.start})
              or (pickup_start < ${day.end} and pickup_end > ${day.start}))
      ),
      work as materialized (
        select d.id, d.number, d.state_shown, d.service_level, d.window_start, d.window_end, d.recipient, d.parcels,
          ${placeOf("d.pickup")} as pickup_place, ${placeOf("d.dropoff")} as dropoff_place,
          o.id is not null as is_open, n.delivery_id is not null as is_pinned, ${HOLDER} as held_by, ${moneyProblem(now)} as money,
          (row_number() over (order by d.window_start, d.id) - 1)::int as at
        from shown s
        join deliveries d on d.org_id = app_org() and d.id = s.id
        left join open_work o on o.id = s.id
        left join pinned_delivery n on n.org_id = d.org_id and n.delivery_id = d.id and ${PIN_COUNTS}
      ),
      level_names as materialized (
        select coalesce(array_agg(distinct service_level), '{}') as list from work
      ),
      places as materialized (
        select place, (row_number() over () - 1)::int as at
        from (select pickup_place as place from work union select dropoff_place from work) p
      ),
      windows as materialized (
        select window_start, window_end, (row_number() over () - 1)::int as at
        from (select window_start, window_end from work union select window_start, window_end from planned) w
      ),
      stops as (
        select pl.courier_id, ${STOPS} as list,
          case when max(ar.status) is not null then jsonb_build_object(
            'status', coalesce(max(ar.status) filter (where ar.status <> 'manual'), 'manual'),
            'computedAt', ${isoText("max(ar.computed_at)")}) end as times
        from planned pl
        join work w on w.id = pl.delivery_id
        join windows v on v.window_start = pl.window_start and v.window_end = pl.window_end
        left join arrivals ar on ar.org_id = app_org() and ar.task_id = pl.id and ar.courier_id = pl.courier_id
          and pl.state in ('assigned', 'en_route')
        group by pl.courier_id
      )
      select json_build_object(
        'date', ${day.date}::text, 'timezone', ${day.timezone}::text,
        'names', ${NAMES_TEXT},
        'places', (select ${PLACES} from places),
        'windows', (select ${WINDOWS} from windows),
        'deliveries', work.rows, 'unassigned', work.unassigned, 'pinned', work.pinned, 'held', work.held,
        'money', work.money,
        'couriers', crew.couriers)::text as board
      from (
        select coalesce(json_agg(${COURIER} order by p.name, p.courier_id), '[]') as couriers
        from people p
        left join (${onDuty}) po on po.courier_id = p.courier_id
        left join route r on r.org_id = p.org_id and r.courier_id = p.courier_id and r.service_date = ${day.date}
        left join stops st on st.courier_id = p.courier_id
        left join day_ends de on de.org_id = p.org_id and de.courier_id = p.courier_id and de.date = ${day.date}
        where p.org_id = app_org() and p.courier_id is not null
          and (p.rides or st.courier_id is not null)) crew,
      (
        select ${DELIVERIES} as rows, ${column("d.at", "d.at", sql`d.is_open`)} as unassigned,
          ${column("d.at", "d.at", sql`d.is_pinned`)} as pinned,
          json_build_object('delivery', ${column("d.at", "d.at", HELD)}, 'courier', ${column("d.held_by", "d.at", HELD)}) as held,
          coalesce(json_agg(json_build_object('delivery', d.at, 'problem', d.money) order by d.at)
            filter (where d.money is not null), '[]') as money
        from work d
        join windows v on v.window_start = d.window_start and v.window_end = d.window_end
        join places pu on pu.place = d.pickup_place
        join places dr on dr.place = d.dropoff_place) work
      where ${condition}`,
  );
  return row && new Written(row.board);
}

type Value = string | RawBuilder<unknown>;

/** Values of rows as one JSON list without blanks, in an order. */
const column = (value: Value, order: string, condition: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(array_to_json(array_agg(${typeof value === "string" ? sql.raw(value) : value} order by ${sql.raw(order)}) filter (where ${condition})), '[]')`;

/** Such lists by name, as an object. */
function columns(order: string, values: Readonly<Record<string, Value>>): RawBuilder<unknown> {
  const parts = Object.entries(values).map(([name, value]) => sql`${sql.lit(name)}, ${column(value, order)}`);
  return fixed(sql`json_build_object(${sql.join(parts)})`);
}

/** Label and point of an address, to tell one place from another. */
const placeOf = (address: string) =>
  sql.raw(
    `jsonb_build_array(${address} -> 'label', ${address} -> 'point' -> 'lon', ${address} -> 'point' -> 'lat')`,
  );

/** Courier who has the parcels of delivery `d`, as `holderOf` of the room deliveries says. */
const HOLDER = sql.raw(`case when d.custody = 'courier' and d.closed_as is null then (
  select coalesce(h.courier_id, h.past_courier_ids[cardinality(h.past_courier_ids)]) from tasks h
  where h.org_id = d.org_id and h.delivery_id = d.id and (h.courier_id is not null or h.past_courier_ids <> '{}')
  order by h.ordinal desc limit 1) end`);
const HELD = sql.raw("d.held_by is not null");

/** Names that are sent once: rows hold their places in these lists. */
const NAMES: Omit<BoardSheet["names"], "serviceLevel"> = {
  state: DeliveryState.options,
  taskKind: TaskKind.options,
  taskState: TaskState.options,
};

const NAMES_TEXT = fixed(
  sql`${sql.lit(JSON.stringify(NAMES))}::jsonb || jsonb_build_object('serviceLevel', (select list from level_names))`,
);

/** The place of a column's name in its list. */
function numbered(list: keyof typeof NAMES, column: string): RawBuilder<number> {
  return sql`array_position(${sql.lit(`{${NAMES[list].join(",")}}`)}::text[], ${sql.raw(column)}) - 1`;
}

const PLACES = columns("at", { label: "place -> 0", lon: "place -> 1", lat: "place -> 2" });
const WINDOWS = columns("at", { start: isoText("window_start"), end: isoText("window_end") });

/** Deliveries `d` with window `v` and places `pu` and `dr`. */
const DELIVERIES = columns("d.at", {
  id: "d.id",
  number: "d.number",
  state: numbered("state", "d.state_shown"),
  serviceLevel: "array_position((select list from level_names), d.service_level) - 1",
  window: "v.at",
  pickup: "pu.at",
  dropoff: "dr.at",
  recipientName: "d.recipient ->> 'name'",
  massesG: "jsonb_path_query_array(d.parcels, '$[*].massG')",
});

const minute = (round: "floor" | "ceil", column: string) =>
  `${round}(extract(epoch from ar.${column}) / 60)::int`;
const ARRIVAL = `case when ar.task_id is not null then json_build_array(${minute("floor", "at")},
  ${minute("floor", "earliest")}, ${minute("ceil", "latest")}, ${minute("floor", "planned_at")},
  ceil(ar.service_s / 60.0)::int, round(ar.leg_s / 60.0)::int)
  else to_json(floor(extract(epoch from pl.reached_at) / 60)::int) end`;

/** Planned tasks `pl` of deliveries `w` with window `v` and prediction `ar`. */
const STOPS = columns("pl.seq", {
  taskId: "pl.id",
  delivery: "w.at",
  kind: numbered("taskKind", "pl.kind"),
  state: numbered("taskState", "pl.state"),
  window: "v.at",
  arrival: ARRIVAL,
});
const NO_STOPS = '{"taskId":[],"delivery":[],"kind":[],"state":[],"window":[],"arrival":[]}';

/** Courier `p`, on duty with position `po`, route `r` and stops `st`. */
const COURIER = fixed(sql`json_build_object(
  'id', p.courier_id, 'name', p.name, 'vehicle', coalesce(p.vehicle, 'bike'), 'onDuty', po.courier_id is not null,
  'position', case when po.at is not null then json_build_object(
    'courierId', p.courier_id, 'at', ${isoText("po.at")},
    'point', json_build_object('lon', po.lon, 'lat', po.lat), 'headingDeg', po.heading_deg) end,
  'route', json_build_object(
    'id', case when r.revision > 0 then r.id end, 'revision', coalesce(r.revision, 0),
    'ackRevision', coalesce(r.ack_revision, 0),
    'times', st.times || case when de.at is not null then jsonb_build_object('end', jsonb_build_object(
      'at', ${isoText("de.at")}, 'shiftEnd', ${isoText("de.shift_end")})) else '{}'::jsonb end,
    'stops', coalesce(st.list, ${sql.lit(NO_STOPS)})))`);
