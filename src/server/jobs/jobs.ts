import { Logger, parseCronItems, run, runMigrations } from "graphile-worker";
import type { Runner } from "graphile-worker";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Db, Tx } from "../db/db.ts";
import { json } from "../db/db.ts";
import { setReactor } from "../db/events.ts";
import type { StoredEvent } from "../db/events.ts";

/** What a job is given. It may run more than once: its effect must be the same. */
export type Job = (payload: Readonly<Record<string, unknown>>) => Promise<void>;

/** A room's background work: jobs by name, events it reacts to (event type → job), and what runs on the clock. */
export interface RoomJobs {
  readonly jobs: Readonly<Record<string, Job>>;
  readonly reactions?: Readonly<Record<string, string>>;
  /** Job name → period in whole minutes. */
  readonly every?: Readonly<Record<string, number>>;
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

/** Starts working through the queue. */
export async function startJobs(
  db: Db,
  rooms: readonly RoomJobs[],
  onError: (job: string, error: unknown) => void,
): Promise<Runner> {
  const every = rooms.flatMap((room) => Object.entries(room.every ?? {}));
  const runner = await run({
    pgPool: db.pool,
    concurrency: 4,
    pollInterval: 1_000,
    noHandleSignals: true,
    noPreparedStatements: false,
    logger: quiet,
    parsedCronItems: parseCronItems(
      every.map(([task, minutes]) => ({ task, match: `*/${minutes} * * * *`, options: { jobKey: task } })),
    ),
    taskList: Object.fromEntries(
      rooms.flatMap((room) =>
        Object.entries(room.jobs).map(
          ([name, job]) => [name, async (payload: unknown) => job(asRecord(payload))] as const,
        ),
      ),
    ),
  });
  runner.events.on("job:error", ({ job, error }) => onError(job.task_identifier, error));
  return runner;
}

const asRecord = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload === "object" && payload !== null ? { ...payload } : {};
