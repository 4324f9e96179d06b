import { sql } from "kysely";
import type { TaskKind, TaskState } from "#features/deliveries/domain/task-lifecycle.ts";
import type { Point } from "#kernel/geo.ts";
import type { WorkDay } from "#features/shifts/domain/work-day.ts";
import { workOf } from "#features/shifts/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Observed } from "../domain/service-time.ts";
import type { Shown } from "../domain/shown.ts";
import type { CourierNow, RoutePort } from "./route-port.ts";

/** Prediction of a task as it is stored. */
interface Stored {
  readonly courierId: string;
  readonly at: Instant;
  readonly plannedAt: Instant;
  readonly revision: number;
  readonly status: string;
  readonly riskSince: Instant | null;
  readonly shown: Shown;
}

export interface TaskRow {
  readonly id: string;
  readonly deliveryId: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  readonly start: Instant;
  readonly end: Instant;
  readonly arrivedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly point: Point;
  readonly parcels: number;
  readonly learned: { readonly place?: Observed | null; readonly vehicle?: Observed | null } | null;
  readonly stored: Stored | null;
  /** Somebody's own word that still counts. */
  readonly said: { readonly at: Instant } | null;
}

/** All that a prediction needs, read at one time. */
export interface RouteRead {
  readonly date: string;
  readonly revision: number;
  readonly vehicle: string;
  readonly onDuty: boolean;
  /** Planned shifts that touch the day. */
  readonly shifts: WorkDay["shifts"];
  readonly position: { readonly at: Instant; readonly point: Point } | null;
  readonly tasks: readonly TaskRow[];
}

interface CourierRow {
  readonly vehicle: string | null;
  readonly onDuty: boolean;
  readonly at: Instant | null;
  readonly lon: number;
  readonly lat: number;
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::bigint`);

const observed = (alias: string) =>
  sql.raw(`case when ${alias}.observed is not null
    then json_build_object('medianS', ${alias}.median_s, 'count', ${alias}.observed) end`);

/** Class of the vehicle of the shift that runs or comes next, where it is one of the company. */
const vehicleAt = (shifts: WorkDay["shifts"], now: Instant): string | undefined => {
  const vehicle = shifts.find(({ window }) => window.end > now)?.vehicle;
  return vehicle?.name === null ? undefined : vehicle?.class;
};

/** Reads a courier's route of today with what is known of each stop; `undefined` for somebody who is no courier. */
export async function readRoute(
  tx: Tx,
  courier: CourierNow,
  { planOfToday, onDuty }: RoutePort,
): Promise<RouteRead | undefined> {
  const { courierId } = courier;
  const plan = await planOfToday(tx, courier);
  const row = await first(
    tx,
    sql<CourierRow>`
      select p.vehicle, d.courier_id is not null as "onDuty", d.at, d.lon, d.lat
      from people p left join (${onDuty}) d on d.courier_id = p.courier_id
      where p.org_id = app_org() and p.courier_id = ${courierId}`,
  );
  if (!row) return undefined;
  const { date, revision } = plan;
  const shifts = (await workOf(tx, courier, date))?.shifts ?? [];
  const vehicle = vehicleAt(shifts, courier.now) ?? row.vehicle ?? "bike";
  const tasks = await rows(
    tx,
    sql<TaskRow>`
      with planned as (${plan.tasks})
      select t.id, t.delivery_id as "deliveryId", t.kind, t.state, t.window_start as start, t.window_end as end,
        t.arrived_at as "arrivedAt", t.ended_at as "endedAt", place.point, jsonb_array_length(d.parcels) as parcels,
        json_build_object('place', ${observed("here")}, 'vehicle', ${observed("usual")}) as learned,
        case when a.task_id is not null then json_build_object('courierId', a.courier_id, 'at', ${ms("a.at")},
          'plannedAt', ${ms("a.planned_at")}, 'revision', a.route_revision, 'status', a.status,
          'riskSince', ${ms("a.risk_since")}, 'shown', json_build_object('from', ${ms("a.shown_from")},
          'to', ${ms("a.shown_to")}, 'of', a.shown_of)) end as stored,
        case when s.task_id is not null then json_build_object('at', ${ms("s.at")}) end as said
      from planned p
      join tasks t on t.org_id = app_org() and t.id = p.id
      join deliveries d on d.org_id = t.org_id and d.id = t.delivery_id
      cross join lateral (
        select (case when t.kind = 'deliver' then d.dropoff else d.pickup end) -> 'point' as point) place
      left join service_time here on here.org_id = t.org_id and here.kind = t.kind and here.vehicle = ${vehicle}
        and here.place = place.point::text
      left join service_time usual on usual.org_id = t.org_id and usual.kind = t.kind and usual.vehicle = ${vehicle}
        and usual.place = ''
      left join arrival a on a.org_id = t.org_id and a.task_id = t.id
      left join said_arrival s on s.org_id = t.org_id and s.task_id = t.id and s.courier_id = ${courierId}
        and s.until > ${toIso(courier.now)}
      order by p.seq`,
  );
  const position = row.at === null ? null : { at: row.at, point: { lon: row.lon, lat: row.lat } };
  return { date, revision, vehicle, onDuty: row.onDuty, shifts, position, tasks };
}
