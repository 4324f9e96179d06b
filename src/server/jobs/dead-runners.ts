import type { WorkerEvents } from "graphile-worker";
import type { ClientBase, Pool } from "pg";

/** Name of a runner's lock, as an expression over its id. */
const lockOf = (id: string): string => `hashtextextended('job runner ' || ${id}, 0)`;

const SHOW = `select pg_advisory_lock_shared(${lockOf("$1::text")}),
  set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false)`;

/**
 * Locks a runner's name on the session that its listener holds all the time, so that the lock ends with its process,
 * however that ends; a host that lost its power says no farewell, so its session ends after a minute instead of two hours.
 * Shared: a new session of the same runner does not wait until the server has missed the old one.
 *
 * @returns takes the listener's session
 */
export function showLife(events: WorkerEvents): (listener: ClientBase) => Promise<unknown> {
  let id: string | undefined;
  events.on("pool:create", ({ workerPool }) => (id = workerPool.id));
  return (listener) => listener.query(SHOW, [id]);
}

/**
 * Frees the jobs and queues of runners whose process has ended. graphile-worker 0.17 keeps them for four hours, and with
 * a queue all that would run in it.
 *
 * @param own runners of this process: alive, though their listener may just have lost its session
 * @param onTheClock names of the jobs that come again by the clock
 */
export async function freeOfDead(
  pool: Pool,
  own: readonly string[],
  onTheClock: readonly string[] = [],
): Promise<void> {
  await pool.query(
    `with held as (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null)
     select graphile_worker.force_unlock_workers(array(
       select locked_by from held
       where locked_by <> all ($1::text[]) and pg_try_advisory_xact_lock(${lockOf("locked_by")})))`,
    [own],
  );
  await dropOvertaken(pool, onTheClock);
}

/**
 * Drops what is left of turns on the clock that the next turn overtook while they ran: graphile-worker takes the key and
 * all further tries from such a job, so that one whose process was killed would count as given up for ever.
 */
const dropOvertaken = (pool: Pool, onTheClock: readonly string[]): Promise<unknown> =>
  pool.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = any ($1::text[]) and j.key is null and j.locked_at is null
       and j.attempts >= j.max_attempts`,
    [onTheClock],
  );
