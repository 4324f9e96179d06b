import type { Pool } from "pg";
import { openDb } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { connectReactions, prepareJobs } from "#server/jobs/jobs.ts";
import { paymentJobs } from "#features/payments/server/reactions.ts";
import type { Desk } from "#features/payments/server/run-operation.ts";
import type { Safeguards } from "#features/payments/server/safeguards.ts";
import type { HeardJob, HeardJobs } from "./office.ts";
import { runSeed } from "./run.ts";
import type { RunResult } from "./run.ts";

export interface Simulation {
  /** Runs seeds side by side, each in a world of its own; `tell` hears of each as it ends. */
  run(
    seeds: Iterable<number>,
    options?: { readonly safeguards?: Partial<Safeguards>; readonly tell?: (result: RunResult) => void },
  ): Promise<RunResult[]>;
  close(): Promise<void>;
}

/** Worlds that live side by side: while one waits for the database another one thinks. */
const LANES = 6;
const JOB_NOTICE = "simulated job ";

/** The real modules on a real database; only the queue hands its jobs to the worlds, whose time is not ours. */
export async function openSimulation(): Promise<Simulation> {
  const postgres = await startTestPostgres();
  const connection = { connectionString: postgres.url };
  await migrate(connection, "db/migrations");
  const db = openDb(connection, LANES + 2);
  const heard = hearJobs(db.pool);
  await prepareJobs(db.pool);
  await db.pool.query(QUEUE);
  connectReactions([paymentJobs({} as Desk)]);
  return {
    async run(seeds, { safeguards = {}, tell } = {}) {
      const results: RunResult[] = [];
      const waiting = seeds[Symbol.iterator]();
      const lane = async (): Promise<void> => {
        for (let next = waiting.next(); !next.done; next = waiting.next()) {
          const result = await runSeed({ db, heard }, next.value, safeguards).catch((error: unknown) => {
            throw new Error(`seed ${String(next.value)} ended in an error`, { cause: error });
          });
          results.push(result);
          tell?.(result);
          await keepFast(db, results.length);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      return results.toSorted((a, b) => a.seed - b.seed);
    },
    async close() {
      await db.close();
      await postgres.stop();
    },
  };
}

/** What transactions that are under way have queued, by organisation: a world runs one at a time. */
function hearJobs(pool: Pool): HeardJobs {
  const heard: HeardJobs = new Map();
  pool.on("connect", (client) =>
    client.on("notice", ({ message }) => {
      if (!message?.startsWith(JOB_NOTICE)) return;
      const job: HeardJob = JSON.parse(message.slice(JOB_NOTICE.length));
      const orgId = String(job.payload["orgId"]);
      heard.set(orgId, [...(heard.get(orgId) ?? []), job]);
    }),
  );
  return heard;
}

/** The planner must learn that the tables have grown; nothing else cleans up here. */
async function keepFast(db: Db, runs: number): Promise<void> {
  if (runs === 20 || runs === 200 || runs % 2_000 === 0) await db.pool.query("analyze");
}

/** Tells a job to the connection that wrote it; whoever hears it believes it once the transaction has committed. */
const QUEUE = `
  create or replace function queue_job(name text, payload jsonb, key text, delay_ms integer) returns void
  language plpgsql as $$
  begin
    raise notice '${JOB_NOTICE}%', jsonb_build_object('name', name, 'payload', payload, 'key', key, 'delayMs', delay_ms);
  end $$;
`;
