import { type RawBuilder, sql } from "kysely";
import { DELIVERY_TERMINAL } from "#features/deliveries/domain/state.ts";
import { moneyProblem } from "#features/payments/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { isoText, windowText } from "#server/db/iso-text.ts";
import { Written } from "#server/http/written.ts";
import type { Board } from "../contract/api.ts";
import type { Day } from "./day.ts";
import { plannedTasks } from "./plan-query.ts";

/** Couriers on duty with their newest positions, as a part of a statement: a later room keeps them. */
export type OnDuty = RawBuilder<unknown>;

/**
 * One snapshot of a day: unassigned work, every courier with their stops in order, all deliveries for the map. One
 * statement writes the whole reply: 1,000 deliveries take as many statements as one, and none is parsed here. A
 * delivery belongs to a day when it is promised, collected or planned then; today also shows every older one that
 * still has open work. `money` is left out where all is well: nearly always.
 */
export async function readBoard(
  { tx, orgId, now }: TxContext,
  day: Day,
  onDuty: OnDuty,
): Promise<Written<Board>> {
  const row = await first(
    tx,
    sql<{ board: string }>`
      with planned as materialized (${plannedTasks(orgId, day)}),
      open_work as materialized (
        select distinct t.delivery_id as id from tasks t
        where t.org_id = ${orgId} and t.state = 'open' and t.window_start < ${day.end}
          and (t.window_end > ${day.floor})
      ),
      shown as (
        select id from open_work
        union select delivery_id from planned
        union select id from deliveries
          where org_id = ${orgId}
            and window_start < ${day.end}::timestamptz + interval '2 days'
            and window_start > ${day.start}::timestamptz - interval '2 days'
            and ((window_start < ${day.end} and window_end > ${day.start})
              or (pickup_start < ${day.end} and pickup_end > ${day.start}))
      ),
      stops as (
        select pl.courier_id, json_agg(${stopJson(now)} order by pl.seq) as list
        from planned pl join deliveries d on d.org_id = ${orgId} and d.id = pl.delivery_id
        group by pl.courier_id
      )
      select json_build_object(
        'date', ${day.date}::text, 'timezone', ${day.timezone}::text,
        'unassigned', work.unassigned, 'couriers', crew.couriers, 'deliveries', work.deliveries)::text as board
      from (
        select coalesce(json_agg(${courierJson} order by p.name, p.courier_id), '[]') as couriers
        from people p
        left join (${onDuty}) po on po.courier_id = p.courier_id
        left join route r on r.org_id = p.org_id and r.courier_id = p.courier_id and r.service_date = ${day.date}
        left join stops st on st.courier_id = p.courier_id
        where p.org_id = ${orgId} and p.courier_id is not null
          and (p.rides or st.courier_id is not null)) crew,
      (
        select coalesce(json_agg(d.id order by d.window_start, d.id) filter (where o.id is not null), '[]') as unassigned,
          coalesce(json_agg(${deliveryJson(now)} order by d.window_start, d.id), '[]') as deliveries
        from shown s
        join deliveries d on d.org_id = ${orgId} and d.id = s.id
        left join open_work o on o.id = s.id) work`,
  );
  if (!row) throw new Error("a board is always one row");
  return new Written(row.board);
}

/** Courier `p`, on duty with position `po`, route `r` and stops `st`, as `BoardCourier`. */
const courierJson = sql`json_build_object(
  'id', p.courier_id, 'name', p.name, 'vehicle', coalesce(p.vehicle, 'bike'), 'onDuty', po.courier_id is not null,
  'position', case when po.at is not null then json_build_object(
    'courierId', p.courier_id, 'at', ${isoText("po.at")},
    'point', json_build_object('lon', po.lon, 'lat', po.lat), 'headingDeg', po.heading_deg) end,
  'route', json_build_object(
    'id', case when r.revision > 0 then r.id end, 'revision', coalesce(r.revision, 0),
    'ackRevision', coalesce(r.ack_revision, 0), 'stops', coalesce(st.list, '[]')))`;

/** Planned task `pl` of delivery `d`, as `BoardStop`. */
const stopJson = (now: Instant) => sql`json_strip_nulls(json_build_object(
  'taskId', pl.id, 'deliveryId', pl.delivery_id, 'number', d.number, 'kind', pl.kind, 'state', pl.state,
  'label', case pl.kind when 'deliver' then d.dropoff else d.pickup end ->> 'label',
  'point', case pl.kind when 'deliver' then d.dropoff else d.pickup end -> 'point',
  'window', ${windowText("pl.window_start", "pl.window_end")},
  'late', pl.state not in ('succeeded', 'failed') and pl.window_end <= ${toIso(now)},
  'money', ${moneyProblem(now)}))`;

/** Delivery `d`, as `BoardDelivery`. */
const deliveryJson = (now: Instant) => sql`json_strip_nulls(json_build_object(
  'id', d.id, 'number', d.number, 'state', d.state_shown, 'serviceLevel', d.service_level,
  'window', ${windowText("d.window_start", "d.window_end")},
  'pickupLabel', d.pickup ->> 'label', 'dropoffLabel', d.dropoff ->> 'label',
  'pickup', d.pickup -> 'point', 'dropoff', d.dropoff -> 'point',
  'recipientName', d.recipient ->> 'name',
  'massG', (select coalesce(sum((p ->> 'massG')::int), 0) from jsonb_array_elements(d.parcels) p),
  'parcels', jsonb_array_length(d.parcels),
  'late', d.state_shown <> all (${[...DELIVERY_TERMINAL]}::text[]) and d.window_end <= ${toIso(now)},
  'version', d.version,
  'money', ${moneyProblem(now)}))`;
