import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { lengthMs, type Window } from "#kernel/window.ts";
import { json, type Tx } from "#server/db/db.ts";
import { type DeliveryState, type Task, isPending } from "../domain/delivery.ts";
import { keepPlaces } from "#features/parcels/server/public.ts";
import { stateOf } from "../domain/state.ts";
import type { DeliveryRecord } from "./record.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

/** A delivery before and after its events. */
export interface Change {
  readonly before: DeliveryRecord;
  readonly after: DeliveryState;
  readonly occurredAt: Instant;
}

/** Names of couriers by id. */
export type Names = ReadonlyMap<string, string>;

/** Writes what the rules made of these deliveries: rows, tasks, attempts; one statement each, however many. */
export async function writeDeliveries(
  { tx, now }: TimedTx,
  changes: readonly Change[],
  names: Names,
): Promise<void> {
  await writeRows(tx, changes, names);
  const tasks = changes.flatMap((change) => changedTasks(change, now, names));
  if (tasks.length > 0) await writeTasks(tx, tasks);
  const attempts = changes.flatMap((change) => newAttempts(change, now));
  if (attempts.length > 0) await writeAttempts(tx, attempts);
  await keepPlaces(
    tx,
    changes.map(({ before, after }) => ({ ...after, parcelCodes: before.parcelCodes ?? [] })),
  );
}

/** The delivery's courier now: the one with the next task, else the one who did the last. */
export function courierOf(delivery: DeliveryState): string | null {
  const withCourier = delivery.tasks.filter((task) => task.courierId !== null && task.state !== "cancelled");
  return (withCourier.find(isPending) ?? withCourier.at(-1))?.courierId ?? null;
}

async function writeRows(tx: Tx, changes: readonly Change[], names: Names): Promise<void> {
  const given = changes.map(({ after, occurredAt }) => {
    const courierId = courierOf(after);
    return {
      id: after.id,
      custody: after.custody,
      at: toIso(occurredAt),
      closed_as: after.closedAs,
      state_shown: stateOf(after),
      courier_id: courierId,
      courier_name: courierId === null ? null : (names.get(courierId) ?? null),
      version: after.version,
    };
  });
  await sql`
    update delivery d set custody = g.custody, closed_as = g.closed_as, state_shown = g.state_shown,
      courier_id = g.courier_id, courier_name = g.courier_name, version = g.version,
      hub_since = case when g.custody = 'hub' then coalesce(d.hub_since, g.at) end
    from jsonb_to_recordset(${json(given)}) as g (id uuid, custody text, at timestamptz, closed_as text, state_shown text,
      courier_id uuid, courier_name text, version integer)
    where d.org_id = app_org() and d.id = g.id`.execute(tx);
}

const iso = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));

/** `evolve` keeps the very objects of tasks that it does not change. */
function changedTasks({ before, after }: Change, now: Instant, names: Names): object[] {
  const old = new Map<string, Task>(before.tasks.map((task) => [task.id, task]));
  return after.tasks.flatMap((task, ordinal) => {
    if (old.get(task.id) === task) return [];
    const window = before.tasks.find((one) => one.id === task.id)?.window ?? windowFor(task, before, now);
    return {
      id: task.id,
      delivery_id: after.id,
      kind: task.kind,
      try_no: task.tryNo,
      state: task.state,
      courier_id: task.courierId,
      courier_name: task.courierId === null ? null : (names.get(task.courierId) ?? null),
      past_courier_ids: task.pastCourierIds,
      window_start: toIso(window.start),
      window_end: toIso(window.end),
      started_at: iso(task.startedAt),
      arrived_at: iso(task.arrivedAt),
      outcome: task.outcome,
      ordinal,
      changed_at: toIso(now),
    };
  });
}

/** When a task is to be done that was not planned at booking: as promised, or as long a while from now on. */
export function windowFor(
  task: Pick<Task, "kind">,
  delivery: Pick<DeliveryRecord, "window" | "pickupWindow">,
  now: Instant,
): Window {
  const promised = task.kind === "collect" ? delivery.pickupWindow : delivery.window;
  return promised.end > now ? promised : { start: now, end: now + lengthMs(promised) };
}

async function writeTasks(tx: Tx, tasks: readonly object[]): Promise<void> {
  await sql`
    insert into task (org_id, id, delivery_id, kind, try_no, state, courier_id, courier_name, past_courier_ids,
      window_start, window_end, started_at, arrived_at, outcome, ordinal, changed_at)
    select app_org(), g.id, g.delivery_id, g.kind, g.try_no, g.state, g.courier_id, g.courier_name,
      g.past_courier_ids, g.window_start, g.window_end, g.started_at, g.arrived_at, g.outcome, g.ordinal, g.changed_at
    from jsonb_to_recordset(${json(tasks)}) as g (id uuid, delivery_id uuid, kind text, try_no integer, state text,
      courier_id uuid, courier_name text, past_courier_ids uuid[], window_start timestamptz, window_end timestamptz,
      started_at timestamptz, arrived_at timestamptz, outcome jsonb, ordinal integer, changed_at timestamptz)
    order by g.delivery_id, g.ordinal
    on conflict (org_id, id) do update set state = excluded.state, courier_id = excluded.courier_id,
      courier_name = excluded.courier_name, past_courier_ids = excluded.past_courier_ids,
      started_at = excluded.started_at, arrived_at = excluded.arrived_at, outcome = excluded.outcome,
      changed_at = excluded.changed_at`.execute(tx);
}

function newAttempts({ before, after }: Change, now: Instant): object[] {
  return after.tasks.flatMap((task) => {
    const kept = before.tasks.find((one) => one.id === task.id)?.attempts.length ?? 0;
    return task.attempts.slice(kept).map((attempt, nth) => ({
      ...attempt,
      task_id: task.id,
      nth: kept + nth + 1,
      delivery_id: after.id,
      recorded_at: toIso(now),
    }));
  });
}

async function writeAttempts(tx: Tx, attempts: readonly object[]): Promise<void> {
  await sql`
    insert into attempt (org_id, task_id, nth, delivery_id, result, outcome, correction, recorded_at)
    select app_org(), g.task_id, g.nth, g.delivery_id, g.result, g.outcome, g.correction, g.recorded_at
    from jsonb_to_recordset(${json(attempts)}) as g (task_id uuid, nth integer, delivery_id uuid, result text,
      outcome jsonb, correction boolean, recorded_at timestamptz)`.execute(tx);
}
