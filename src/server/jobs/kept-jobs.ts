import type { ClientBase } from "pg";

/** Jobs that wait, with what they are about, in the order in which they were added. */
export const COPY_JOBS_OUT = `copy (
  select t.identifier, j.payload, q.queue_name, j.run_at, j.attempts, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id) to stdout`;
export const COPY_JOBS_IN = "copy pg_temp.kept_job from stdin";

/** Whether the queue's own tables are there. */
export async function hasJobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('graphile_worker._private_jobs') is not null as there",
  );
  return rows[0]?.there === true;
}

export async function makeRoomForJobs(client: ClientBase): Promise<void> {
  await client.query(`create temp table kept_job (identifier text, payload json, queue_name text,
    run_at timestamptz, attempts smallint, max_attempts smallint, key text, priority smallint) on commit drop`);
}

/** Adds them to the queue anew; one that ran while they were copied runs again. */
export async function addKeptJobs(client: ClientBase): Promise<void> {
  await client.query(`
    create temp table added_job on commit drop as
      select (graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority)).id, attempts
      from pg_temp.kept_job`);
  await client.query(`update graphile_worker._private_jobs j set attempts = a.attempts
    from pg_temp.added_job a where a.id = j.id and a.attempts > 0`);
}
