import { Logger, parseCronItems, run, runMigrations } from "graphile-worker";
import type { TaskList } from "graphile-worker";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Db, Tx } from "../db/db.ts";
import { json } from "../db/db.ts";
import { setReactor } from "../db/events.ts";
import type { StoredEvent } from "../db/events.ts";
import { keepRunning } from "./keep-running.ts";
import type { KeptRunner } from "./keep-running.ts";
import { patientPool } from "./patient-pool.ts";

/** Job of the queue. It may run more than once: its effect must be the same. */
export type Job = (payload: Readonly<Record<string, unknown>>) => Promise<void>;

/** A room's background work: jobs by name, events it reacts to (event type → job), and what runs on the clock. */
export interface RoomJobs {
  readonly jobs: Readonly<Record<string, Job>>;
  readonly reactions?: Readonly<Record<string, string>>;
  /** Job name → how often it runs. */
  readonly every?: Readonly<Record<string, Period>>;
}

/** Whole minutes up to 59, or once an hour, or once a night at 03:00 UTC. */
export type Period = number | "hourly" | "nightly";

/**
 * Writes a period as a pattern of the clock. A step beyond the hour would silently run once an hour.
 *
 * @throws RangeError on a number that is no whole minute of an hour
 */
export function cronOf(period: Period): string {
  if (period === "hourly") return "0 * * * *";
  if (period === "nightly") return "0 3 * * *";
  if (!Number.isInteger(period) || period < 1 || period > 59)
    throw new RangeError(`a job runs every 1 to 59 minutes, hourly or nightly, not every ${period}`);
  return `*/${period} * * * *`;
}

/** The queue says nothing by itself; failures reach the log through `onError`. */
const quiet = new Logger(() => () => undefined);

/** Tries before a job is left for a person; waits grow as e^n seconds. */
const TRIES = 25;

/** Adds a job in this transaction: it exists exactly if the transaction commits. The same key is one job. */
export async function addJob(
  tx: Tx,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  options: { key?: string; runInMs?: number } = {},
): Promise<void> {
  await sql`select queue_job(${name}, ${json(payload)}, ${options.key ?? null}, ${options.runInMs ?? 0})`.execute(
    tx,
  );
}

/** Adds a job to every event that a room reacts to, in the event's own transaction. */
export function connectReactions(rooms: readonly RoomJobs[]): void {
  const byType = new Map<string, string[]>();
  for (const room of rooms)
    for (const [type, job] of Object.entries(room.reactions ?? {}))
      byType.set(type, [...(byType.get(type) ?? []), job]);
  setReactor(async (tx: Tx, event: StoredEvent) => {
    for (const job of byType.get(event.type) ?? [])
      await addJob(tx, job, {
        orgId: event.orgId,
        aggregateId: event.aggregateId,
        seq: event.seq,
        type: event.type,
        data: event.data,
      });
  });
}

/** The queue's own tables; the application role may add jobs, through one function, and nothing else. */
export async function prepareJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet });
  await pool.query(`
    create or replace function queue_job(name text, payload jsonb, key text, delay_ms integer) returns void
    language sql security definer set search_path = pg_catalog, public, pg_temp as $$
      select graphile_worker.add_job(name, payload::json, max_attempts := ${TRIES}, job_key := key,
        run_at := now() + delay_ms * interval '1 millisecond')
    $$`);
  await pool.query("revoke execute on function queue_job from public");
  await pool.query("grant execute on function queue_job to waybill_app");
}

/** Figures and errors that the queue tells. */
export interface JobsObserver {
  /** A job failed; it is tried again. */
  readonly onError: (job: string, error: unknown) => void;
  /** The runner ended by itself; it is started again. */
  readonly onEnd: (reason: unknown) => void;
}

/** Starts working through the queue, and goes on until it is stopped, whatever happens to the database meanwhile. */
export async function startJobs(db: Db, rooms: readonly RoomJobs[], told: JobsObserver): Promise<KeptRunner> {
  const patterns = rooms.flatMap((room) =>
    Object.entries(room.every ?? {}).map(([task, period]) => [task, cronOf(period)] as const),
  );
  const stopped = new AbortController();
  const kept = await keepRunning({
    start: async (events) => {
      events.on("job:error", ({ job, error }) => told.onError(job.task_identifier, error));
      return run({
        events,
        pgPool: patientPool(db.pool, stopped.signal),
        concurrency: 4,
        pollInterval: 1_000,
        noHandleSignals: true,
        // Their names tell what ends a job: see patientPool.
        noPreparedStatements: false,
        logger: quiet,
        parsedCronItems: parseCronItems(
          patterns.map(([task, match]) => ({
            task,
            match,
            // A queue of its own: one that takes longer than its turn waits for itself and takes nobody else's place.
            options: { jobKey: task, queueName: task },
          })),
        ),
        taskList: taskListOf(rooms),
      });
    },
    onEnd: told.onEnd,
    free: async (workers) => {
      await db.pool.query("select graphile_worker.force_unlock_workers($1::text[])", [workers]);
    },
  });
  return {
    async stop() {
      await kept.stop();
      stopped.abort();
    },
  };
}

const taskListOf = (rooms: readonly RoomJobs[]): TaskList =>
  Object.fromEntries(
    rooms.flatMap((room) =>
      Object.entries(room.jobs).map(
        ([name, job]) => [name, async (payload: unknown) => job(asRecord(payload))] as const,
      ),
    ),
  );

const asRecord = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload === "object" && payload !== null ? { ...payload } : {};
