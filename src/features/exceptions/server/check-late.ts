import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { closeException, openException } from "./open-exception.ts";

/** Deliveries that one check opens: the rest waits a minute. */
const BATCH = 200;

interface LateTask {
  readonly taskId: string;
  readonly courierId: string | null;
  readonly end: Instant;
}

interface Late extends LateTask {
  readonly deliveryId: string;
}

const keyOf = (deliveryId: string): string => `late:${deliveryId}`;

/** A task `t` that has not ended by the end of its promised window. */
const isLate = (now: Instant) =>
  sql`t.state in ('open', 'assigned', 'en_route', 'arrived') and t.window_end < ${toIso(now)}`;

/**
 * Opens one `late` for each delivery with a late task, and settles those whose task is late no longer. The delivery's
 * window that passed first counts; a resolved one opens again only for a window that passed after that.
 */
export async function checkLate(db: Db, now: Instant): Promise<void> {
  const orgs = await db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id: orgId } of orgs)
    await db.as({ orgId }, async (tx) => {
      for (const deliveryId of await overtaken(tx, now)) await settleLate(tx, deliveryId, now);
      for (const { end, ...task } of await lateDeliveries(tx, now))
        await openException(tx, {
          ...task,
          kind: "late",
          key: keyOf(task.deliveryId),
          happenedAt: end,
          openedAt: now,
          facts: {},
          command: null,
        });
    });
}

/** Names the delivery's next late task in its open `late`, or closes it where none is left. */
export async function settleLate(tx: Tx, deliveryId: string, now: Instant): Promise<void> {
  const next = await first(
    tx,
    sql<LateTask>`
      select t.id as "taskId", t.courier_id as "courierId", t.window_end as end from tasks t
      where t.org_id = app_org() and t.delivery_id = ${deliveryId} and ${isLate(now)}
      order by t.window_end, t.id limit 1`,
  );
  if (!next) return closeException(tx, keyOf(deliveryId), now);
  const { taskId, courierId, end } = next;
  await sql`
    update exception set task_id = ${taskId}, courier_id = ${courierId}, happened_at = ${toIso(end)}
    where org_id = app_org() and key = ${keyOf(deliveryId)} and resolved_at is null
      and (task_id, courier_id) is distinct from (${taskId}::uuid, ${courierId}::uuid)`.execute(tx);
}

const lateDeliveries = (tx: Tx, now: Instant): Promise<Late[]> =>
  rows(
    tx,
    sql<Late>`
      select * from (
        select distinct on (t.delivery_id) t.id as "taskId", t.delivery_id as "deliveryId", t.courier_id as "courierId",
          t.window_end as end
        from tasks t left join exception x on x.org_id = t.org_id and x.key = 'late:' || t.delivery_id
        where t.org_id = app_org() and ${isLate(now)}
          and (x.id is null or (x.resolved_at is not null and x.resolved_at < t.window_end))
        order by t.delivery_id, t.window_end, t.id) late
      order by late.end, late."taskId" limit ${BATCH}`,
  );

/** Deliveries with an open `late` whose task is late no longer. */
const overtaken = async (tx: Tx, now: Instant): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`
        select x.delivery_id as id from exception x
        where x.org_id = app_org() and x.kind = 'late' and x.resolved_at is null
          and not exists (select from tasks t where t.org_id = x.org_id and t.id = x.task_id and ${isLate(now)})`,
    )
  ).map(({ id }) => id);
