import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { closeException, openException } from "./open-exception.ts";

/** Tasks that one check opens: the rest waits a minute. */
const BATCH = 200;

interface Late {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly courierId: string | null;
  readonly end: Instant;
}

/** Opens a `late` for each task that has not ended by the end of its promised window, and closes those that have. */
export async function checkLate(db: Db, now: Instant): Promise<void> {
  const orgs = await db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id: orgId } of orgs)
    await db.as({ orgId }, async (tx) => {
      for (const key of await endedKeys(tx)) await closeException(tx, key, now);
      for (const { end, ...task } of await lateTasks(tx, now))
        await openException(tx, {
          ...task,
          kind: "late",
          key: `late:${task.taskId}`,
          happenedAt: end,
          openedAt: now,
          facts: {},
          command: null,
        });
    });
}

const lateTasks = (tx: Tx, now: Instant): Promise<Late[]> =>
  rows(
    tx,
    sql<Late>`
      select t.id as "taskId", t.delivery_id as "deliveryId", t.courier_id as "courierId", t.window_end as end
      from tasks t
      where t.org_id = app_org() and t.state in ('open', 'assigned', 'en_route', 'arrived')
        and t.window_end < ${toIso(now)}
        and not exists (select from exception x where x.org_id = t.org_id and x.key = 'late:' || t.id)
      order by t.window_end, t.id limit ${BATCH}`,
  );

const endedKeys = async (tx: Tx): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ key: string }>`
        select x.key from exception x join tasks t on t.org_id = x.org_id and t.id = x.task_id
        where x.org_id = app_org() and x.kind = 'late' and x.resolved_at is null
          and t.state in ('succeeded', 'failed', 'cancelled')`,
    )
  ).map(({ key }) => key);
