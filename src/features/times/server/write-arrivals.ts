import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { type Arrival, type DayEnd, basisOf, isLateRisk } from "../domain/predict.ts";
import type { Status } from "../domain/status.ts";
import { type Shown, shownOf } from "../domain/shown.ts";
import type { RouteRead } from "./read-route.ts";
import type { CourierNow } from "./route-port.ts";
import type { SourcedRoute } from "./route-ahead.ts";

/** Prediction of a task as it is written: names are those of the columns. */
export type ArrivalRow = ReturnType<typeof rowsOf>[number];

export interface Predicted {
  readonly route: RouteRead;
  readonly ahead: SourcedRoute;
  readonly arrivals: readonly Arrival[];
  readonly end: DayEnd | null;
  readonly status: Status;
}

/** Rows of a predicted route. What was shown or planned before stays while it may. */
export const rowsOf = ({ route, ahead, arrivals, status }: Predicted, { courierId, now }: CourierNow) =>
  ahead.stops.flatMap(({ task, leg, service }, nth) => {
    const arrival = arrivals[nth];
    if (!arrival) return [];
    const before = task.stored?.courierId === courierId ? task.stored : null;
    return [
      {
        task_id: task.id,
        delivery_id: task.deliveryId,
        at: toIso(arrival.at),
        earliest: toIso(arrival.earliest),
        latest: toIso(arrival.latest),
        planned_at: toIso(before?.revision === route.revision ? before.plannedAt : arrival.at),
        on_time: arrival.onTime,
        ahead: arrival.ahead,
        leg_s: leg.seconds,
        leg_source: leg.source,
        service_s: service.seconds,
        service_source: service.source,
        service_visits: service.visits ?? null,
        ...statusOfStop(task.said ? "manual" : status),
        promised_end: toIso(task.end),
        risk_since: riskSince(arrival.latest, task.end, { before: before?.riskSince ?? now, now }),
        ...shownNow(arrival, before?.shown ?? null),
      },
    ];
  });

/** Since when a promise is in danger; null while it is not. */
const riskSince = (
  latest: Instant,
  end: Instant,
  { before, now }: { readonly before: Instant; readonly now: Instant },
): string | null => (isLateRisk(latest, end, now) ? toIso(before) : null);

const statusOfStop = (status: Status) => ({ status, basis: basisOf(status) });

/** The interval for recipients, and whether it moved. */
function shownNow(arrival: Arrival, before: Shown | null) {
  const shown = shownOf(arrival, before);
  return {
    shown_from: toIso(shown.from),
    shown_to: toIso(shown.to),
    shown_of: shown.of,
    isNewInterval: before?.from !== shown.from || before.to !== shown.to,
  };
}

/** Replaces a courier's predictions, unless newer ones stand. @returns whether they were written */
export async function writeArrivals(
  tx: Tx,
  { courierId, now }: CourierNow,
  predicted: Predicted,
  given: readonly ArrivalRow[],
): Promise<boolean> {
  const {
    route: { revision },
    status,
  } = predicted;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`times ${courierId}`}, 0))`.execute(tx);
  const newer = await rows(
    tx,
    sql`select 1 from arrival where org_id = app_org() and courier_id = ${courierId}
          and computed_at > ${toIso(now)} limit 1`,
  );
  if (newer.length > 0) return false;
  await writeEnd(tx, { courierId, now }, predicted);
  const list = sql`jsonb_to_recordset(${json(given)}) as g (task_id uuid, delivery_id uuid, at timestamptz,
    earliest timestamptz, latest timestamptz, planned_at timestamptz, on_time real, ahead integer, leg_s integer,
    leg_source text, service_s integer, service_source text, service_visits integer, status text, basis text, risk_since timestamptz, shown_from timestamptz,
    shown_to timestamptz, shown_of jsonb, promised_end timestamptz)`;
  await sql`delete from arrival where org_id = app_org() and courier_id = ${courierId}
              and task_id <> all (${given.map(({ task_id }) => task_id)}::uuid[])`.execute(tx);
  if (given.length === 0) return true;
  await sql`
    insert into arrival (org_id, task_id, delivery_id, courier_id, at, earliest, latest, planned_at, route_revision,
      on_time, ahead, status, basis, leg_s, leg_source, service_s, service_source, service_visits, risk_since, shown_from,
      shown_to, shown_of, computed_at)
    select app_org(), task_id, delivery_id, ${courierId}, at, earliest, latest, planned_at, ${revision}, on_time, ahead,
      status, basis, leg_s, leg_source, service_s, service_source, service_visits, risk_since, shown_from, shown_to,
      shown_of, ${toIso(now)}
    from ${list} order by task_id
    on conflict (org_id, task_id) do update set delivery_id = excluded.delivery_id, courier_id = excluded.courier_id,
      at = excluded.at, earliest = excluded.earliest, latest = excluded.latest, planned_at = excluded.planned_at,
      route_revision = excluded.route_revision, on_time = excluded.on_time, ahead = excluded.ahead,
      status = excluded.status, basis = excluded.basis, leg_s = excluded.leg_s, leg_source = excluded.leg_source,
      service_s = excluded.service_s, service_source = excluded.service_source, service_visits = excluded.service_visits, risk_since = excluded.risk_since,
      shown_from = excluded.shown_from, shown_to = excluded.shown_to, shown_of = excluded.shown_of,
      computed_at = excluded.computed_at`.execute(tx);
  if (status === "available")
    await sql`
      insert into forecast (org_id, task_id, given_at, at, earliest, latest, on_time, promised_end)
      select app_org(), task_id, ${toIso(now)}, at, earliest, latest, on_time, promised_end from ${list}
      where status = 'available' order by task_id
      on conflict do nothing`.execute(tx);
  return true;
}

/** Writes when the courier's day ends, beside the end of the shift; forgets it once nothing is to be done. */
async function writeEnd(tx: Tx, { courierId, now }: Pick<CourierNow, "courierId" | "now">, day: Predicted) {
  const { end, route } = day;
  if (!end)
    return sql`delete from day_end where org_id = app_org() and courier_id = ${courierId}`.execute(tx);
  const last = route.shifts.at(-1)?.window.end;
  return sql`
    insert into day_end (org_id, courier_id, date, at, latest, shift_end, computed_at)
    values (app_org(), ${courierId}, ${route.date}, ${toIso(end.at)}, ${toIso(end.latest)},
      ${last === undefined ? null : toIso(last)}, ${toIso(now)})
    on conflict (org_id, courier_id) do update set date = excluded.date, at = excluded.at, latest = excluded.latest,
      shift_end = excluded.shift_end, computed_at = excluded.computed_at`.execute(tx);
}

/** Writes how stops ended beside what was predicted for them. */
export async function endForecasts(
  tx: Tx,
  tasks: readonly {
    readonly id: string;
    readonly arrivedAt: Instant | null;
    readonly endedAt: Instant | null;
  }[],
): Promise<void> {
  const ended = tasks.flatMap(({ id, arrivedAt, endedAt }) =>
    endedAt === null
      ? []
      : [{ id, arrived_at: arrivedAt === null ? null : toIso(arrivedAt), ended_at: toIso(endedAt) }],
  );
  if (ended.length === 0) return;
  await sql`
    update forecast f set arrived_at = g.arrived_at, ended_at = g.ended_at
    from jsonb_to_recordset(${json(ended)}) as g (id uuid, arrived_at timestamptz, ended_at timestamptz)
    where f.org_id = app_org() and f.task_id = g.id and f.ended_at is distinct from g.ended_at`.execute(tx);
}
