import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, idsOf, rows } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { closeException, openException } from "./open-exception.ts";

/** Deliveries that one check opens: the rest waits a minute. */
const BATCH = 200;

interface LateTask {
  readonly taskId: string;
  readonly courierId: string | null;
  /** End of the promised window, or since when it is in danger. */
  readonly since: Instant;
  /** Expected begin of the stop; null once the promise is broken. */
  readonly expected: Instant | null;
}

interface Late extends LateTask {
  readonly deliveryId: string;
}

const keyOf = (deliveryId: string): string => `late:${deliveryId}`;

/** Tasks `t` with the prediction `a` of a promise in danger. */
const TASKS = sql`tasks t left join arrivals a on a.org_id = t.org_id and a.task_id = t.id
  and a.courier_id = t.courier_id and a.risk_since is not null`;

const isOver = (now: Instant) => sql`t.window_end < ${toIso(now)}`;

/** A task `t` that has not ended by the end of its promised window, or will not by its prediction `a`. */
const isLate = (now: Instant) =>
  sql`t.state in ('open', 'assigned', 'en_route', 'arrived') and (${isOver(now)} or a.task_id is not null)`;

const columns = (now: Instant) => sql`
  t.id as "taskId", t.courier_id as "courierId", case when ${isOver(now)} then t.window_end else a.risk_since end as since,
  case when not ${isOver(now)} then a.at end as expected`;

/**
 * Opens one `late` for each delivery with a task that is late or will be, and settles those whose task is so no longer.
 * The delivery's window that ends first counts. A resolved one opens again only for a window that passed after that, or
 * for a new danger where the first one ended by itself.
 */
export async function checkLate(db: Db, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(db))
    await db.as({ orgId }, async (tx) => {
      for (const deliveryId of await overtaken(tx, now)) await settleLate(tx, deliveryId, now);
      for (const { since, expected, ...task } of await lateDeliveries(tx, now))
        await openException(tx, {
          ...task,
          kind: "late",
          key: keyOf(task.deliveryId),
          happenedAt: since,
          openedAt: now,
          facts: expected === null ? {} : { expected: toIso(expected) },
          command: null,
        });
    });
}

/** Names the delivery's next late task in its open `late`, or closes it where none is left. */
export async function settleLate(tx: Tx, deliveryId: string, now: Instant): Promise<void> {
  const next = await first(
    tx,
    sql<LateTask>`
      select ${columns(now)} from ${TASKS}
      where t.org_id = app_org() and t.delivery_id = ${deliveryId} and ${isLate(now)}
      order by t.window_end, t.id limit 1`,
  );
  if (!next) return closeException(tx, keyOf(deliveryId), now);
  const { taskId, courierId, since } = next;
  await sql`
    update exception set task_id = ${taskId}, courier_id = ${courierId}, happened_at = ${toIso(since)}
    where org_id = app_org() and key = ${keyOf(deliveryId)} and resolved_at is null
      and (task_id, courier_id) is distinct from (${taskId}::uuid, ${courierId}::uuid)`.execute(tx);
}

const lateDeliveries = (tx: Tx, now: Instant): Promise<Late[]> =>
  rows(
    tx,
    sql<Late>`
      select * from (
        select distinct on (t.delivery_id) t.delivery_id as "deliveryId", ${columns(now)}
        from ${TASKS} cross join lateral (select 'late:' || t.delivery_id as key offset 0) k
        left join exception x on x.org_id = t.org_id and x.key = k.key
        where t.org_id = app_org() and ${isLate(now)}
          and (x.id is null
            or (${isOver(now)} and x.resolved_at < t.window_end)
            or (x.resolution = 'by-itself' and x.resolved_at < a.risk_since))
        order by t.delivery_id, t.window_end, t.id) late
      order by late.since, late."taskId" limit ${BATCH}`,
  );

/** Deliveries with an open `late` whose task is late no longer. */
const overtaken = (tx: Tx, now: Instant): Promise<string[]> =>
  idsOf(
    tx,
    sql`
        select x.delivery_id as id from exception x
        where x.org_id = app_org() and x.kind = 'late' and x.resolved_at is null
          and not exists (select from ${TASKS} where t.org_id = x.org_id and t.id = x.task_id and ${isLate(now)})`,
  );
