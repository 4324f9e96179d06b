import { sql } from "kysely";
import type * as z from "zod/mini";
import type { VehicleClass } from "#features/accounts/contract/people.ts";
import { moneyProblem } from "#features/payments/server/public.ts";
import type { BlockingProblem } from "#features/payments/contract/payment-problems.ts";
import type { BoardDelivery, BoardStop } from "../contract/api.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Day } from "./day.ts";
import { plannedTasks } from "./plan-query.ts";

export interface CourierRow {
  readonly id: string;
  readonly name: string;
  readonly vehicle: z.output<typeof VehicleClass>;
  readonly onDuty: boolean;
  readonly position: { at: Instant; lon: number; lat: number; headingDeg: number | null } | null;
  readonly routeId: string | null;
  readonly revision: number;
  readonly ackRevision: number;
}

export interface StopRow extends Pick<
  BoardStop,
  "taskId" | "deliveryId" | "number" | "kind" | "state" | "label" | "point"
> {
  readonly courierId: string;
  readonly blocked: BlockingProblem | null;
  readonly start: Instant;
  readonly end: Instant;
}

export interface DeliveryRow extends Omit<BoardDelivery, "window" | "late" | "money"> {
  readonly blocked: BlockingProblem | null;
  readonly start: Instant;
  readonly end: Instant;
  /** Has work that nobody is to do yet. */
  readonly open: boolean;
}

export interface BoardRows {
  readonly couriers: readonly CourierRow[];
  readonly stops: readonly StopRow[];
  readonly deliveries: readonly DeliveryRow[];
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::bigint`);

/**
 * The whole day in one statement, so that it is one snapshot: 1,000 deliveries take as many statements as one.
 *
 * A delivery belongs to a day when it is promised, collected or planned then; today also shows every older one that
 * still has open work.
 */
export async function readBoardRows(tx: Tx, orgId: string, day: Day, now: Instant): Promise<BoardRows> {
  const blocked = moneyProblem(now);
  const row = await first(
    tx,
    sql<BoardRows>`
      with planned as materialized (${plannedTasks(orgId, day)}),
      open_work as materialized (
        select distinct t.delivery_id as id from task t
        where t.org_id = ${orgId} and t.state = 'open' and t.window_start < ${day.end}
          and (t.window_end > ${day.floor})
      ),
      shown as (
        select id from open_work
        union select delivery_id from planned
        union select id from delivery
          where org_id = ${orgId}
            and window_start < ${day.end}::timestamptz + interval '2 days'
            and window_start > ${day.start}::timestamptz - interval '2 days'
            and ((window_start < ${day.end} and window_end > ${day.start})
              or (pickup_start < ${day.end} and pickup_end > ${day.start}))
      )
      select
        (select coalesce(json_agg(json_build_object(
            'id', p.courier_id, 'name', p.name, 'vehicle', coalesce(p.vehicle, 'bike'),
            'onDuty', sh.id is not null,
            'position', case when sh.id is not null and po.at is not null then json_build_object(
              'at', ${ms("po.at")}, 'lon', po.lon, 'lat', po.lat, 'headingDeg', po.heading_deg) end,
            'routeId', case when r.revision > 0 then r.id end, 'revision', coalesce(r.revision, 0), 'ackRevision', coalesce(r.ack_revision, 0)
          ) order by p.name, p.courier_id), '[]')
         from person p
         left join shift sh on sh.org_id = p.org_id and sh.courier_id = p.courier_id and sh.ended_at is null
         left join position_now po on po.org_id = p.org_id and po.courier_id = p.courier_id
         left join route r on r.org_id = p.org_id and r.courier_id = p.courier_id and r.service_date = ${day.date}
         where p.org_id = ${orgId} and p.courier_id is not null
           and ((p.status = 'active' and 'courier' = any (p.roles))
             or exists (select from planned pl where pl.courier_id = p.courier_id))) as couriers,
        (select coalesce(json_agg(json_build_object(
            'courierId', pl.courier_id, 'taskId', pl.id, 'deliveryId', pl.delivery_id, 'number', d.number,
            'kind', pl.kind, 'state', pl.state, 'start', ${ms("pl.window_start")}, 'end', ${ms("pl.window_end")},
            'label', case pl.kind when 'deliver' then d.dropoff else d.pickup end ->> 'label',
            'point', case pl.kind when 'deliver' then d.dropoff else d.pickup end -> 'point',
            'blocked', ${blocked}
          ) order by pl.courier_id, pl.seq), '[]')
         from planned pl join delivery d on d.org_id = ${orgId} and d.id = pl.delivery_id) as stops,
        (select coalesce(json_agg(json_build_object(
            'id', d.id, 'number', d.number, 'state', d.state_shown, 'version', d.version,
            'serviceLevel', d.service_level,
            'start', ${ms("d.window_start")}, 'end', ${ms("d.window_end")},
            'pickupLabel', d.pickup ->> 'label', 'dropoffLabel', d.dropoff ->> 'label',
            'pickup', d.pickup -> 'point', 'dropoff', d.dropoff -> 'point',
            'recipientName', d.recipient ->> 'name',
            'massG', (select coalesce(sum((p ->> 'massG')::int), 0) from jsonb_array_elements(d.parcels) p),
            'parcels', jsonb_array_length(d.parcels),
            'blocked', ${blocked},
            'open', o.id is not null
          ) order by d.window_start, d.id), '[]')
         from shown s
         join delivery d on d.org_id = ${orgId} and d.id = s.id
         left join open_work o on o.id = s.id) as deliveries`,
  );
  if (!row) throw new Error("a board is always one row");
  return row;
}
