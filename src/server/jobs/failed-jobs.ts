import { sql } from "kysely";
import type { Pool } from "pg";
import { type Db, rows } from "../db/db.ts";

export interface JobCounts {
  readonly due: number;
  readonly later: number;
  readonly failing: number;
  readonly givenUp: number;
}

export interface FailedJobRow {
  readonly id: string;
  readonly name: string;
  readonly tries: number;
  readonly triesAtMost: number;
  readonly isGivenUp: boolean;
  readonly nextAt: number;
}

/** Counts the queue's rows. One that failed is due or later as well until it is given up. */
export async function countJobs(pool: Pool): Promise<JobCounts> {
  const { rows: counted } = await pool.query<JobCounts>(
    `select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
            count(*) filter (where attempts < max_attempts and run_at > now())::int as later,
            count(*) filter (where attempts < max_attempts and last_error is not null)::int as failing,
            count(*) filter (where attempts >= max_attempts)::int as "givenUp"
     from graphile_worker._private_jobs`,
  );
  if (!counted[0]) throw new Error("a count without its row");
  return counted[0];
}

/** Jobs whose last try failed, the newest first, without what they were about. */
export const failedJobs = (db: Db, before: string | undefined, limit: number): Promise<FailedJobRow[]> =>
  db.owner((tx) =>
    rows(
      tx,
      sql<FailedJobRow>`
        select j.id::text as id, t.identifier as name, j.attempts::int as tries, j.max_attempts::int as "triesAtMost",
          j.attempts >= j.max_attempts as "isGivenUp", j.run_at as "nextAt"
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where j.last_error is not null and j.locked_at is null
          ${before === undefined ? sql`` : sql`and j.id < ${before}::bigint`}
        order by j.id desc limit ${limit}`,
    ),
  );

/** Makes a failed job due now, with all its tries. @returns whether it waited for one */
export async function retryFailed(db: Db, id: string): Promise<boolean> {
  return db.owner(async (tx) => {
    const found = await rows(
      tx,
      sql<{ id: string }>`
        select r.id::text as id
        from graphile_worker.reschedule_jobs(
          array(select j.id from graphile_worker._private_jobs j
                where j.id = ${id}::bigint and j.last_error is not null and j.locked_at is null),
          run_at => now(), attempts => 0) r`,
    );
    return found.length > 0;
  });
}
