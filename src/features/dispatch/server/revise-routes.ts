import { sql } from "kysely";
import { toIso, type Instant } from "#kernel/instant.ts";
import { json, rows, type Tx } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";
import { newId } from "#server/ids.ts";
import { revisedEvent } from "./revised-event.ts";
import type { Day } from "./day.ts";
import type { TimedTx, WriteContext } from "#server/db/tx-context.ts";

/** Effect of an edit on one route, kept for the author of an edit that is refused because of it. */
export interface Change {
  readonly type: "assign" | "unassign" | "move" | "follow" | "plan";
  /** Deliveries that came, went or moved. */
  readonly count: number;
  /** Their numbers, the first three. */
  readonly numbers: readonly string[];
}

export interface LockedRoute {
  readonly id: string;
  readonly courierId: string;
  readonly courierName: string;
  readonly revision: number;
  readonly revisedByName: string | null;
  readonly lastChange: Change;
}

/**
 * Locks the couriers and their routes of the day, in the order of courier ids, so that two edits never wait for each other
 * in a circle. The couriers too: what is left over shows on several days, and an edit of any of them moves it. A day without a route gets one of revision 0, which the edit then raises; who is no courier gets none.
 */
export async function lockRoutes(
  { tx, now }: TimedTx,
  day: Day,
  courierIds: readonly string[],
): Promise<Map<string, LockedRoute>> {
  const sorted = courierIds.toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended('plan ' || c.id, 0))
    from (select id from unnest(${sorted}::text[]) as u(id) order by id collate "C") as c`.execute(tx);
  await sql`
    insert into route (org_id, id, service_date, courier_id, revision, revised_at, last_change)
    select app_org(), n.id, ${day.date}, n.courier_id, 0, ${toIso(now)}, '{"type":"assign","count":0,"numbers":[]}'
    from jsonb_to_recordset(${json(sorted.map((courier_id) => ({ courier_id, id: newId(now) })))})
      as n(courier_id uuid, id uuid)
    where exists (select from people p where p.org_id = app_org() and p.courier_id = n.courier_id)
    order by n.courier_id
    on conflict (org_id, courier_id, service_date) do nothing`.execute(tx);
  const locked = await rows(
    tx,
    sql<LockedRoute>`
      select r.id, r.courier_id as "courierId", r.revision, r.revised_by_name as "revisedByName",
             r.last_change as "lastChange",
             (select name from people p where p.org_id = r.org_id and p.courier_id = r.courier_id) as "courierName"
      from route r
      where r.org_id = app_org() and r.service_date = ${day.date} and r.courier_id = any (${sorted}::uuid[])
      order by r.courier_id for update of r`,
  );
  return new Map(locked.map((route) => [route.courierId, route]));
}

export interface NewSequence {
  readonly routeId: string;
  readonly taskIds: readonly string[];
  readonly change: Change;
}

interface Revised {
  readonly id: string;
  readonly courierId: string;
  readonly revision: number;
}

/** Writes new sequences, raises the revisions and says so. The stops take two statements, however many there are. */
export async function reviseRoutes(
  { tx, now, actor }: WriteContext,
  day: Day,
  sequences: readonly NewSequence[],
  cause: { readonly commandId: string; readonly occurredAt: Instant },
): Promise<void> {
  if (sequences.length === 0) return;
  await writeStops(tx, sequences);
  const changes = sequences.map(({ routeId, change }) => ({ id: routeId, change }));
  const revised = await rows(
    tx,
    sql<Revised>`
      update route r set revision = r.revision + 1, revised_by = ${actor.userId ?? null},
        revised_by_name = ${actor.name ?? null}, revised_at = ${toIso(now)}, last_change = c.change
      from jsonb_to_recordset(${json(changes)}) as c(id uuid, change jsonb)
      where r.org_id = app_org() and r.id = c.id
      returning r.id, r.courier_id as "courierId", r.revision`,
  );
  await emitAll(
    tx,
    actor,
    now,
    revised.map((route) => ({ ...revisedEvent(route, day.date, actor.name ?? null), ...cause })),
  );
}

async function writeStops(tx: Tx, sequences: readonly NewSequence[]): Promise<void> {
  const routeIds = sequences.map((one) => one.routeId);
  const stops = sequences.flatMap(({ routeId, taskIds }) =>
    taskIds.map((task_id, index) => ({ route_id: routeId, seq: index + 1, task_id })),
  );
  const taskIds = stops.map((stop) => stop.task_id);
  await sql`delete from stop where org_id = app_org()
    and (route_id = any (${routeIds}::uuid[]) or task_id = any (${taskIds}::uuid[]))`.execute(tx);
  await sql`
    insert into stop (org_id, route_id, seq, task_id)
    select app_org(), s.route_id, s.seq, s.task_id
    from jsonb_to_recordset(${json(stops)}) as s(route_id uuid, seq int, task_id uuid)`.execute(tx);
}
