import { Logger, parseCronItems, run, runMigrations } from "graphile-worker";
import { type RawBuilder, sql } from "kysely";
import type { Pool } from "pg";
import type { Db, Tx } from "../db/db.ts";
import { json, rows } from "../db/db.ts";
import { setReactor } from "../db/events.ts";
import type { StoredEvent } from "../db/events.ts";
import { traced } from "../tracing/traced.ts";
import { freeOfDead, showLife } from "./dead-runners.ts";
import { keepRunning } from "./keep-running.ts";
import type { KeptRunner } from "./keep-running.ts";
import { Ends, patientPool } from "./patient-pool.ts";

/** Job of the queue. It may run more than once: its effect must be the same. */
export type Job = (payload: Readonly<Record<string, unknown>>) => Promise<void>;

/** A room's background work: jobs by name, events it reacts to (event type → job), and what runs on the clock. */
export interface RoomJobs {
  readonly jobs: Readonly<Record<string, Job>>;
  readonly reactions?: Readonly<Record<string, string>>;
  /** Job name → how the events that it reacts to are gathered; absent, each event is a job. */
  readonly gathered?: Readonly<Record<string, Gathered>>;
  /** Jobs that wait for servers of others: they have workers of their own, so that a slow one holds up nothing else. */
  readonly apart?: readonly string[];
  /** Job name → how often it runs. */
  readonly every?: Readonly<Record<string, Period>>;
}

/** Events of one aggregate that become one job. */
export interface Gathered {
  /** Milliseconds for which the job waits after the newest event. */
  readonly waitMs: number;
  /** Whether there is anything to do for the event; its aggregate is `(g.payload ->> 'aggregateId')::uuid`. */
  readonly onlyIf: RawBuilder<boolean>;
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
  await addJobs(tx, [{ name, payload, ...options }]);
}

export interface NewJob {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly key?: string;
  readonly runInMs?: number;
}

/** As `addJob`, for any number in one statement; the last of those with one key. @param onlyIf asked of each job, `g` */
export async function addJobs(
  tx: Tx,
  jobs: readonly NewJob[],
  onlyIf: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select queue_jobs(jsonb_agg(g))
    from jsonb_to_recordset(${json(lastOfEachKey(jobs))}) as g (name text, payload jsonb, key text, "runInMs" integer)
    where ${onlyIf}`.execute(tx);
}

const lastOfEachKey = (jobs: readonly NewJob[]): NewJob[] => [
  ...new Map(jobs.map((job, nth) => [job.key ?? nth, job])).values(),
];

/** Jobs that `addJobs` would add. */
export async function jobsToDo(tx: Tx, { jobs, onlyIf }: Asked): Promise<NewJob[]> {
  const unique = lastOfEachKey(jobs);
  if (onlyIf === undefined) return unique;
  const numbered = unique.map(({ name, payload }, nth) => ({ nth, name, payload }));
  const found = await rows(
    tx,
    sql<{ nth: number }>`
      select g.nth from jsonb_to_recordset(${json(numbered)}) as g (nth integer, name text, payload jsonb)
      where ${onlyIf} order by g.nth`,
  );
  return found.flatMap(({ nth }) => unique[nth] ?? []);
}

/** Reactions of one job to several events of a kind of aggregate. */
export const reactionsTo = (
  aggregate: string,
  names: readonly string[],
  job: string,
): NonNullable<RoomJobs["reactions"]> =>
  Object.fromEntries(names.map((name) => [`${aggregate}.${name}`, job]));

/** The job of an event; a gathered one is the same for every event of its aggregate. */
const jobOf = (name: string, { orgId, aggregateId, seq, type, data }: StoredEvent, how?: Gathered): NewJob =>
  how === undefined
    ? { name, payload: { orgId, aggregateId, seq, type, data } }
    : { name, payload: { orgId, aggregateId }, key: `${name}:${aggregateId}`, runInMs: how.waitMs };

/** Jobs that events ask for. */
export interface Asked {
  readonly jobs: readonly NewJob[];
  /** Asked of each job, `g`: whether there is anything to do; absent where none is gathered. */
  readonly onlyIf?: RawBuilder<unknown>;
}

/** Jobs that these rooms react with to events. */
export function reactionsOf(rooms: readonly RoomJobs[]): (events: readonly StoredEvent[]) => Asked {
  const byType = new Map<string, string[]>();
  for (const room of rooms)
    for (const [type, job] of Object.entries(room.reactions ?? {}))
      byType.set(type, [...(byType.get(type) ?? []), job]);
  const gathered = new Map(rooms.flatMap((room) => Object.entries(room.gathered ?? {})));
  return (events) => {
    const jobs = events.flatMap((event) =>
      (byType.get(event.type) ?? []).map((name) => jobOf(name, event, gathered.get(name))),
    );
    const asked = [...gathered].filter(([name]) => jobs.some((job) => job.name === name));
    if (asked.length === 0) return { jobs };
    const conditions = asked.map(([name, { onlyIf }]) => sql`(g.name <> ${name} or ${onlyIf})`);
    return { jobs, onlyIf: sql.join(conditions, sql` and `) };
  };
}

/** Adds a job to every event that a room reacts to, in the events' own transaction and one statement. */
export function connectReactions(rooms: readonly RoomJobs[]): void {
  const asked = reactionsOf(rooms);
  setReactor(async (tx: Tx, events: readonly StoredEvent[]) => {
    const { jobs, onlyIf } = asked(events);
    await addJobs(tx, jobs, onlyIf);
  });
}

/** The queue's own tables alone. */
export const prepareQueueTables = (pool: Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: quiet });

/** The queue's own tables; the application role may add jobs, through one function, and nothing else. */
export async function prepareJobs(pool: Pool): Promise<void> {
  await prepareQueueTables(pool);
  await pool.query(`
    create or replace function queue_jobs(jobs jsonb) returns void
    language sql strict security definer set search_path = pg_catalog, public, pg_temp as $$
      select count(*) from graphile_worker.add_jobs((
        select array_agg((name, payload, null, now() + coalesce("runInMs", 0) * interval '1 millisecond', ${TRIES}, key,
          null, null)::graphile_worker.job_spec)
        from jsonb_to_recordset(jobs) as g (name text, payload json, key text, "runInMs" integer)))
    $$;
    drop function if exists queue_job(text, jsonb, text, integer)`);
  await pool.query("revoke execute on function queue_jobs from public");
  await pool.query("grant execute on function queue_jobs to waybill_app");
}

/** Figures and errors that the queue tells. */
export interface JobsObserver {
  /** A job failed; it is tried again. */
  readonly onError: (job: string, error: unknown) => void;
  /** The runner ended by itself; it is started again. */
  readonly onEnd: (reason: unknown) => void;
}

/** Workers, and ms between their looks for what is due. */
const WORKERS = {
  usual: { concurrency: 4, pollInterval: 1_000 },
  apart: { concurrency: 8, pollInterval: 2_000 },
} as const;
/** Connections below which all jobs share one runner. */
const FEWEST_CONNECTIONS = 6;
/** How long a stop waits for the database to hear how the last jobs ended. */
const FAREWELL_MS = 5_000;
/** Between two looks for jobs of a process that ended while this one ran. */
const LOOK_FOR_DEAD_MS = 60_000;

interface Crew {
  readonly concurrency: number;
  readonly pollInterval: number;
  readonly tasks: readonly (readonly [string, (payload: unknown) => Promise<void>])[];
  readonly patterns: readonly (readonly [task: string, match: string])[];
}

/** Starts working through the queue, and goes on until it is stopped, whatever happens to the database meanwhile. */
export async function startJobs(db: Db, rooms: readonly RoomJobs[], told: JobsObserver): Promise<KeptRunner> {
  const patterns = rooms.flatMap((room) =>
    Object.entries(room.every ?? {}).map(([task, period]) => [task, cronOf(period)] as const),
  );
  const stopped = new AbortController();
  const isApart = ([name]: readonly [string, unknown]) => rooms.some(({ apart }) => apart?.includes(name));
  const tasks = tasksOf(rooms);
  const apart = tasks.filter(isApart);
  // Each runner listens on a connection of its own.
  const hasRoom = (db.pool.options.max ?? 0) >= FEWEST_CONNECTIONS;
  const crews =
    apart.length > 0 && hasRoom
      ? [
          { ...WORKERS.usual, tasks: tasks.filter((task) => !isApart(task)), patterns },
          { ...WORKERS.apart, tasks: apart, patterns: [] },
        ]
      : [{ ...WORKERS.usual, tasks, patterns }];
  const own: string[] = [];
  const ends = new Ends();
  const start = (crew: Crew) =>
    keepRunning({
      start: async (events) => {
        events.on("pool:create", ({ workerPool }) => own.push(workerPool.id));
        events.on("job:error", ({ job, error }) => told.onError(job.task_identifier, error));
        return run({
          events,
          pgPool: patientPool(db.pool, stopped.signal, showLife(events), ends),
          concurrency: crew.concurrency,
          pollInterval: crew.pollInterval,
          noHandleSignals: true,
          // Their names tell what ends a job: see patientPool.
          noPreparedStatements: false,
          logger: quiet,
          parsedCronItems: parseCronItems(
            crew.patterns.map(([task, match]) => ({
              task,
              match,
              // A queue of its own: one that takes longer than its turn waits for itself and takes nobody else's place.
              options: { jobKey: task, queueName: task },
            })),
          ),
          taskList: Object.fromEntries(crew.tasks),
        });
      },
      onEnd: told.onEnd,
      free: async (workers) => {
        await ends.said(FAREWELL_MS);
        await db.pool.query("select graphile_worker.force_unlock_workers($1::text[])", [workers]);
      },
    });
  const clock = patterns.map(([task]) => task);
  await freeOfDead(db.pool, own, clock);
  // A look that fails is followed by the next.
  const look = setInterval(
    () => void freeOfDead(db.pool, own, clock).catch(() => undefined),
    LOOK_FOR_DEAD_MS,
  );
  const kept: KeptRunner[] = [];
  try {
    for (const crew of crews) kept.push(await start(crew));
  } catch (error) {
    clearInterval(look);
    await Promise.all(kept.map((one) => one.stop()));
    throw error;
  }
  return {
    async stop() {
      clearInterval(look);
      await Promise.all(kept.map((one) => one.stop()));
      stopped.abort();
    },
  };
}

const tasksOf = (rooms: readonly RoomJobs[]) =>
  rooms.flatMap((room) =>
    Object.entries(room.jobs).map(
      ([name, job]) =>
        [
          name,
          (payload: unknown) =>
            traced({ name: `job ${name}`, kind: "consumer" }, () => job(asRecord(payload))),
        ] as const,
    ),
  );

const asRecord = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload === "object" && payload !== null ? { ...payload } : {};
