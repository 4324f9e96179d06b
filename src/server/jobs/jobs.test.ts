import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { openDb } from "../db/db.ts";
import { freeOfDead } from "./dead-runners.ts";
import { addJob, startJobs } from "./jobs.ts";
import type { KeptRunner } from "./keep-running.ts";

const JOBS = 12;
const PATIENCE = { timeout: 50_000, interval: 50 };
const SILENT = { onError: () => undefined, onEnd: () => undefined };
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown) => void unhandled.push(reason);

let database: BareDatabase;
let runner: KeptRunner;
let done: number[];
/** Each job waits for it after its work, so that a test can break the database while the jobs are under way. */
let gate: Promise<void>;
let open: () => void;

const work = async (payload: Readonly<Record<string, unknown>>) => {
  done.push(Number(payload["n"]));
  await gate;
};

beforeEach(async () => {
  unhandled.length = 0;
  process.on("unhandledRejection", noteUnhandled);
  done = [];
  gate = new Promise((resolve) => (open = resolve));
  database = await openBareDatabase();
  runner = await startJobs(database.db, [{ jobs: { work } }], SILENT);
  await database.db.owner(async (tx) => {
    for (let n = 0; n < JOBS; n += 1) await addJob(tx, "work", { n });
  });
  await underWay();
});

afterEach(async () => {
  process.off("unhandledRejection", noteUnhandled);
  await runner.stop();
  await database.close();
});

const underWay = () => vi.waitFor(() => expect(done).toHaveLength(4), PATIENCE);

const left = async () =>
  Number((await database.db.pool.query("select count(*) as n from graphile_worker._private_jobs")).rows[0].n);

async function finishesEachOnce(): Promise<void> {
  await vi.waitFor(async () => expect(await left()).toBe(0), PATIENCE);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, n) => n));
  expect(unhandled).toEqual([]);
}

test("jobs that end while every connection is taken are done once, and the process lives", async () => {
  // The queue's listener holds one of the pool's four.
  const taken = await Promise.all([1, 2, 3].map(() => database.db.pool.connect()));
  const refused = database.db.pool.connect().then(
    (client) => client.release(),
    (error: Error) => error.message,
  );
  open();
  // A wait that began before the jobs' own has run out, and theirs with it.
  expect(await refused).toBe("timeout exceeded when trying to connect");
  await vi.waitFor(() => expect(database.db.pool.waitingCount).toBeGreaterThan(0), PATIENCE);
  for (const client of taken) client.release();
  await finishesEachOnce();
});

test("jobs that end while the database throws everybody out are done once, and the process lives", async () => {
  const { db, connection } = database;
  const name = new URL(connection.connectionString).pathname.slice(1);
  const other = openDb(database.adminConnection, 1);
  await other.pool.query(`alter database ${name} allow_connections false`);
  const thrown = await other.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
    [name],
  );
  expect(thrown.rowCount).toBeGreaterThan(0);
  open();
  // The server's own word, or whatever the socket makes of being closed at that moment.
  await expect(db.pool.query("select 1")).rejects.toBeInstanceOf(Error);
  await other.pool.query(`alter database ${name} allow_connections true`);
  await other.close();
  await finishesEachOnce();
});

test("jobs that wait for a server of others hold up no job beside them", async () => {
  open();
  await runner.stop();
  const db = openDb(database.connection, 6);
  const told: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const jobs = {
    // Those that are left of the runner before are done again beside the others.
    work: async () => undefined,
    "work-beside": async () => void told.push("beside"),
    "wait-outside": async () => {
      told.push("asked");
      await answered;
    },
  };
  runner = await startJobs(db, [{ jobs, apart: ["wait-outside"] }], SILENT);
  await db.owner(async (tx) => {
    for (let nth = 0; nth < 8; nth += 1) await addJob(tx, "wait-outside", {});
  });
  await vi.waitFor(() => expect(told).toHaveLength(8), PATIENCE);
  await db.owner((tx) => addJob(tx, "work-beside", {}));
  await vi.waitFor(() => expect(told).toContain("beside"), PATIENCE);
  answer();
  await runner.stop();
  await db.close();
});

const LEFT_BY_DEAD = `locked_by = 'pool-of-a-dead-process', locked_at = now() - interval '1 minute'`;

test("what a process had under way when it was killed is done by the next, and its turn on the clock is free", async () => {
  open();
  await runner.stop();
  const { pool } = database.db;
  await pool.query(`update graphile_worker._private_jobs set ${LEFT_BY_DEAD}`);
  await pool.query("select graphile_worker.add_job('work', '{\"n\": 99}', queue_name := 'turn')");
  await pool.query(`update graphile_worker._private_job_queues set ${LEFT_BY_DEAD}`);
  done.length = 0;
  runner = await startJobs(database.db, [{ jobs: { work } }], SILENT);
  await vi.waitFor(async () => expect(await left()).toBe(0), PATIENCE);
  expect(done).toHaveLength(JOBS - 4 + 1);
  expect(done).toContain(99);
});

test("a turn on the clock that the next one overtook, and whose process was killed, is not told as given up", async () => {
  open();
  await runner.stop();
  const { pool } = database.db;
  await pool.query("delete from graphile_worker._private_jobs");
  const turn = "select graphile_worker.add_job('tick', queue_name := 'tick', job_key := 'tick')";
  await pool.query(turn);
  await pool.query(`update graphile_worker._private_jobs set ${LEFT_BY_DEAD}`);
  await pool.query(turn);
  let turns = 0;
  const tick = async () => void (turns += 1);
  runner = await startJobs(database.db, [{ jobs: { tick }, every: { tick: "nightly" } }], SILENT);
  await vi.waitFor(async () => expect(await left()).toBe(0), PATIENCE);
  expect(turns).toBe(1);
});

test("what another process has under way is left to it", async () => {
  const db = openDb(database.connection, 4);
  const beside = await startJobs(db, [{ jobs: { work } }], SILENT);
  await vi.waitFor(() => expect(done).toHaveLength(8), PATIENCE);
  const shown =
    "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
  await vi.waitFor(async () => expect((await db.pool.query(shown)).rowCount).toBe(2), PATIENCE);
  await freeOfDead(db.pool, []);
  open();
  await finishesEachOnce();
  await beside.stop();
  await db.close();
});
