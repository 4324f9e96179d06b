import { type RawBuilder, sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst, type PageAsked } from "#server/db/page.ts";
import type { Plan, PlanLine, PlanOutcome, PlanProgress } from "../contract/plans.ts";
import type { Move } from "../domain/lay-over.ts";

/** Silence after which a run's process is taken for gone; it says something each second. */
const LOST = sql`r.state = 'running' and r.beat_at < clock_timestamp() - interval '20 seconds'`;

const HEAD = sql`
  r.id, r.service_date as date, case when ${LOST} then 'failed' else r.state end as state,
  case when ${LOST} then 'restart' else r.reason end as reason, r.way, r.scope, r.wishes, r.seconds,
  (select p.name from people p where p.org_id = r.org_id and p.id = r.asked_by) as "askedBy",
  ${isoText("r.asked_at")} as "askedAt",
  case when ${LOST} then ${isoText("r.beat_at")} else ${isoText("r.ended_at")} end as "endedAt",
  (select p.name from people p where p.org_id = r.org_id and p.id = r.published_by) as "publishedBy",
  ${isoText("r.published_at")} as "publishedAt", ${isoText("r.undone_at")} as "undoneAt"`;

/** The day before a plan was published, for its undo. */
export interface UndoRecord {
  readonly moves: readonly Move[];
  readonly routes: readonly {
    readonly courierId: string;
    readonly revision: number;
    readonly taskIds: readonly string[];
  }[];
  /** Stops of these routes that were over or begun then. */
  readonly settled: readonly string[];
  /** Deliveries of the plan that stayed as they were; absent from records of before. */
  readonly overtaken?: readonly string[];
}

/** @throws Refusal `planning.not-found` */
export async function readPlan(tx: Tx, id: string): Promise<Plan> {
  const plan = await first(
    tx,
    sql<Plan>`select ${HEAD}, r.progress, r.outcome from plan_run r where r.org_id = app_org() and r.id = ${id}`,
  );
  if (!plan) throw new Refusal("planning.not-found", { id });
  return plan;
}

export interface LockedPlan {
  readonly id: string;
  readonly date: string;
  readonly state: Plan["state"];
  readonly outcome: PlanOutcome | null;
  readonly undo: UndoRecord | null;
}

/** Holds a plan until the transaction ends. @throws Refusal `planning.not-found` */
export async function lockPlan(tx: Tx, id: string): Promise<LockedPlan> {
  const plan = await first(
    tx,
    sql<LockedPlan>`
      select r.id, r.service_date as date, case when ${LOST} then 'failed' else r.state end as state, r.outcome, r.undo
      from plan_run r where r.org_id = app_org() and r.id = ${id} for update`,
  );
  if (!plan) throw new Refusal("planning.not-found", { id });
  return plan;
}

/** Plans of a day, the newest first. @throws BadInput for a cursor of another list */
export async function listPlans(
  tx: Tx,
  { date, ...asked }: PageAsked & { readonly date: string },
): Promise<{ items: PlanLine[]; next: string | null }> {
  const page = newestFirst(["plans", date], asked, ["r.asked_at", "r.id"]);
  const found = await rows(
    tx,
    sql<PlanLine>`
      select ${HEAD}, r.outcome -> 'before' as before, r.outcome -> 'after' as after,
        coalesce(jsonb_array_length(r.outcome -> 'moves'), 0) as moved
      from plan_run r where r.org_id = app_org() and r.service_date = ${date} ${page.rest}`,
  );
  return page.of(found, (row) => [Date.parse(row.askedAt), row.id]);
}

export type NewPlan = Pick<Plan, "id" | "date" | "way" | "scope" | "wishes" | "seconds"> & {
  readonly askedBy: string | null;
  readonly askedAt: Instant;
};

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<void> {
  await sql`
    insert into plan_run (org_id, id, service_date, state, way, scope, wishes, seconds, asked_by, asked_at)
    values (app_org(), ${plan.id}, ${plan.date}, 'running', ${plan.way}, ${json(plan.scope)}, ${json(plan.wishes)},
      ${plan.seconds}, ${plan.askedBy}, ${toIso(plan.askedAt)})`.execute(tx);
}

/** Notes that a run is alive, and its best so far. @returns whether somebody asked to cancel it; nothing where it is over */
export const beat = (
  tx: Tx,
  id: string,
  progress: PlanProgress | undefined,
): Promise<{ readonly cancelAsked: boolean } | undefined> =>
  first(
    tx,
    sql<{ cancelAsked: boolean }>`
      update plan_run set beat_at = clock_timestamp(), progress = coalesce(${progress ? json(progress) : null}, progress)
      where org_id = app_org() and id = ${id} and state = 'running' returning cancel_asked as "cancelAsked"`,
  );

/** Notes that somebody wants a run to end. @returns whether it was running */
export async function askCancel(tx: Tx, id: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`update plan_run r set cancel_asked = true
        where r.org_id = app_org() and r.id = ${id} and r.state = 'running' and not (${LOST}) returning r.id`,
  );
  return found.length > 0;
}

export interface RunEnd {
  readonly reason: NonNullable<Plan["reason"]>;
  /** Absent where no plan was made. */
  readonly outcome?: PlanOutcome;
  readonly at: Instant;
}

/** Ends a run. @returns whether it was running until now */
export async function endRun(tx: Tx, id: string, { reason, outcome, at }: RunEnd): Promise<boolean> {
  const found = await rows(
    tx,
    sql`update plan_run set state = ${outcome ? "ready" : "failed"}, reason = ${reason}, ended_at = ${toIso(at)},
          outcome = ${outcome ? json(outcome) : null}, progress = null
        where org_id = app_org() and id = ${id} and state = 'running' returning id`,
  );
  return found.length > 0;
}

/** Ends runs whose process is gone. */
export const endLost = (tx: Tx, at: Instant): Promise<{ id: string; date: string }[]> =>
  rows(
    tx,
    sql<{ id: string; date: string }>`
      update plan_run r set state = 'failed', reason = 'restart', ended_at = ${toIso(at)}
      where r.org_id = app_org() and ${LOST} returning r.id, r.service_date as date`,
  );

export async function notePublished(
  tx: Tx,
  id: string,
  { by, at, undo }: { readonly by: string | null; readonly at: Instant; readonly undo: UndoRecord },
): Promise<void> {
  await sql`update plan_run set state = 'published', published_by = ${by}, published_at = ${toIso(at)},
    undo = ${json(undo)} where org_id = app_org() and id = ${id}`.execute(tx);
}

export async function noteUndone(tx: Tx, id: string, at: Instant): Promise<void> {
  await sql`update plan_run set state = 'undone', undone_at = ${toIso(at)}
    where org_id = app_org() and id = ${id}`.execute(tx);
}

/** Deletes drafts and old plans of days gone by. */
export async function forgetPlans(tx: Tx, before: Instant): Promise<void> {
  const old: RawBuilder<unknown> = sql`asked_at < ${toIso(before)} and state <> 'running'`;
  await sql`delete from plan_run where org_id = app_org() and ${old}`.execute(tx);
}
