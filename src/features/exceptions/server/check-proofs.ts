import { type RawBuilder, sql } from "kysely";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { closeException, openException } from "./open-exception.ts";

/** Time from the report of an outcome until its pictures should have come: they follow it within minutes of network. */
export const PICTURE_LATE_MS = 2 * HOUR_MS;
/** Older outcomes are not looked at; a phone keeps its unsent pictures for good. */
const LOOKED_BACK_MS = 7 * DAY_MS;
/** Tasks that one check opens: the rest waits for the next one. */
const BATCH = 200;

interface LatePicture {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly courierId: string | null;
  readonly missing: string;
  /** The end of the task, or when the courier was asked. */
  readonly since: Instant;
}

const keyOf = (taskId: string): string => `picture:${taskId}`;

/**
 * Opens a `proof_missing` for each outcome whose named pictures have not come, and again where the courier was asked and they
 * still have not come as long after that.
 */
export async function checkProofs(db: Db, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(db))
    await db.as({ orgId }, async (tx) => {
      for (const { missing, since, ...task } of await latePictures(tx, now))
        await openException(tx, {
          ...task,
          kind: "proof_missing",
          key: keyOf(task.taskId),
          happenedAt: since + PICTURE_LATE_MS,
          openedAt: now,
          facts: { missing, named: 1 },
          command: null,
        });
    });
}

const latePictures = (tx: Tx, now: Instant): Promise<LatePicture[]> =>
  rows(
    tx,
    sql<LatePicture>`
      select n.task_id as "taskId", n.delivery_id as "deliveryId", n.courier_id as "courierId",
        string_agg(distinct coalesce(n.kind, 'photo'), ',') as missing,
        max(coalesce(x.resolved_at, n.ended_at)) as since
      from named_proofs n
      cross join lateral (select 'picture:' || n.task_id as key offset 0) k
      left join exception x on x.org_id = n.org_id and x.key = k.key
      where n.org_id = app_org() and n.ended_at > ${toIso(now - LOOKED_BACK_MS)}
        and coalesce(x.resolved_at, n.ended_at) < ${toIso(now - PICTURE_LATE_MS)}
        and (x.id is null or x.resolution = 'ask-courier')
        and not exists (select from proofs p where p.org_id = n.org_id and p.id = n.proof_id)
      group by n.task_id, n.delivery_id, n.courier_id
      order by since, n.task_id limit ${BATCH}`,
  );

interface Open {
  readonly key: string;
  readonly missing: string;
  readonly kept: readonly string[];
}

const isKept = (need: string, kept: readonly string[]): boolean =>
  need === "photo_or_signature" ? kept.length > 0 : kept.includes(need);

/** Closes the missing proofs of a task once its pictures have come, unless more than a picture is missing. */
export async function followProof(db: Db, orgId: string, taskId: string, now: Instant): Promise<void> {
  await db.as({ orgId }, async (tx) => {
    const open = await rows(
      tx,
      sql<Open>`
        select x.key, x.facts ->> 'missing' as missing,
          array(select p.kind from proofs p where p.org_id = x.org_id and p.task_id = x.task_id) as kept
        from exception x
        where x.org_id = app_org() and x.key in (${`proof:${taskId}`}, ${keyOf(taskId)}) and x.resolved_at is null`,
    );
    for (const { key, missing, kept } of open)
      if (missing.split(",").every((need) => isKept(need, kept))) await closeException(tx, key, now);
  });
}

/** Pictures that the office asked a courier for and that have not come, as a value in a statement of another room. */
export const askedPictures = (courierId: string, now: Instant): RawBuilder<AskedPicture[]> => sql`(
  select coalesce(json_agg(json_build_object('number', d.number, 'kinds', n.kinds) order by n.kinds, d.number), '[]')
  from (
    select x.delivery_id, array_agg(distinct coalesce(n.kind, 'photo')) as kinds
    from exception x join named_proofs n on n.org_id = x.org_id and n.task_id = x.task_id
    where x.org_id = app_org() and x.courier_id = ${courierId} and x.resolution = 'ask-courier'
      and x.resolved_at > ${toIso(now - LOOKED_BACK_MS)}
      and not exists (select from proofs p where p.org_id = n.org_id and p.id = n.proof_id)
    group by x.id, x.delivery_id) n
  join deliveries d on d.org_id = app_org() and d.id = n.delivery_id)`;

/** Pictures of one stop that the office waits for. */
export interface AskedPicture {
  readonly number: string;
  readonly kinds: ("photo" | "signature")[];
}
