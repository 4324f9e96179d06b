import { type RawBuilder, sql } from "kysely";
import { planOfToday } from "#features/dispatch/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { first, idsOf, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { type DayChange, type DayStop, dayChange } from "../domain/day-change.ts";

/** A courier with the person who rides. */
export interface Rider {
  readonly courierId: string;
  readonly personId: string;
}

interface Known {
  readonly taskIds: readonly string[];
  readonly lookedAt: Instant;
}

interface Stop extends DayStop {
  readonly id: string;
}

/** Tells whose word last moved a stop from or to a courier. */
const MOVES = ["assigned", "unassigned", "declined", "taken_over", "cancelled"].map(
  (name) => `delivery.${name}`,
);
/** Moves that couriers make themselves, among each other too. */
const THEIRS = ["delivery.declined", "delivery.taken_over"];

/** Whether the last move of the delivery of task `t` was the rider's own, or one among couriers. */
const isMovedBy = (personId: RawBuilder<unknown>) => sql<boolean>`
  coalesce((select e.type = any (${THEIRS}) or e.actor_id is not distinct from ${personId}
    from event e where e.org_id = app_org() and e.aggregate = 'delivery' and e.aggregate_id = t.delivery_id
      and e.type = any (${MOVES}) order by e.seq desc limit 1), false)`;

/**
 * Finds the tasks of which a device of their courier would tell that they left the day.
 *
 * @param isMove the act that takes them counts as a move of the office
 */
export const wouldTell = (tx: Tx, taskIds: readonly string[], isMove: boolean): Promise<string[]> =>
  idsOf(
    tx,
    sql`
      select t.id from push_day d join tasks t on t.org_id = d.org_id and t.id = any (d.task_ids)
          and t.courier_id = d.courier_id
        join people p on p.org_id = d.org_id and p.courier_id = d.courier_id and p.rides
      where d.org_id = app_org() and t.id = any (${[...taskIds]}::uuid[])
        and (${isMove} or not ${isMovedBy(sql`p.id`)})`,
  );

/** Whether a device of the courier tells how their day changes. */
export const isFollowed = async (tx: Tx, courierId: string): Promise<boolean> =>
  (await first(
    tx,
    sql`select 1 from push_day d join people p on p.org_id = d.org_id and p.courier_id = d.courier_id and p.rides
        where d.org_id = app_org() and d.courier_id = ${courierId}`,
  )) !== undefined;

async function stopsOf(context: TxContext, { courierId, personId }: Rider, known: Known): Promise<Stop[]> {
  const { tx, orgId, now } = context;
  const { tasks } = await planOfToday(tx, { orgId, courierId, now });
  return rows(
    tx,
    sql<Stop>`
      with today as (${tasks}),
        open as (select id from today where state in ('assigned', 'en_route', 'arrived')),
        known as (select unnest(${[...known.taskIds]}::uuid[]) as id)
      select t.id, k.id is not null as "wasThere", o.id is not null as "isThere",
        t.state in ('succeeded', 'failed') as "isEnded",
        ${isMovedBy(sql`${personId}`)} as "isTheirs",
        exists (select from delivery_edits d where d.org_id = app_org() and d.delivery_id = t.delivery_id
          and d.task_id = t.id and d.courier_id = ${courierId} and d.edited_at > ${toIso(known.lookedAt)}) as "isEdited"
      from open o full join known k on k.id = o.id
        join tasks t on t.org_id = app_org() and t.id = coalesce(o.id, k.id)`,
  );
}

/** Begins to follow a courier's day: everything in it is known. */
export async function beginDay(context: TxContext, rider: Rider): Promise<void> {
  const stops = await stopsOf(context, rider, { taskIds: [], lookedAt: context.now });
  await sql`insert into push_day (org_id, courier_id, task_ids, looked_at)
            values (app_org(), ${rider.courierId}, ${stops.map(({ id }) => id)}::uuid[], ${toIso(context.now)})
            on conflict do nothing`.execute(context.tx);
}

/** Ends following the days of couriers without a device. */
export const endDay = (tx: Tx): Promise<unknown> =>
  sql`delete from push_day d where d.org_id = app_org() and not exists (
        select from push_device v join people p on p.org_id = v.org_id and p.id = v.person_id
        where v.org_id = d.org_id and p.courier_id = d.courier_id)`.execute(tx);

/** Looks at a courier's day and notes it as known. @returns what others changed in it since the last look */
export async function lookAtDay(
  context: TxContext,
  courierId: string,
): Promise<(DayChange & { readonly personId: string }) | null> {
  const { tx, now } = context;
  const known = await first(
    tx,
    sql<Known & { personId: string }>`
      select d.task_ids as "taskIds", d.looked_at as "lookedAt", p.id as "personId"
      from push_day d join people p on p.org_id = d.org_id and p.courier_id = d.courier_id and p.rides
      where d.org_id = app_org() and d.courier_id = ${courierId} for update of d`,
  );
  if (!known) return null;
  const { personId } = known;
  const stops = await stopsOf(context, { courierId, personId }, known);
  const taskIds = stops.filter(({ isThere }) => isThere).map(({ id }) => id);
  await sql`update push_day set task_ids = ${taskIds}::uuid[], looked_at = ${toIso(now)}
            where org_id = app_org() and courier_id = ${courierId}`.execute(tx);
  const change = dayChange(stops);
  return change && { ...change, personId };
}
