import { openDb } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { connectReactions, prepareJobs } from "#server/jobs/jobs.ts";
import { FOLLOWERS } from "#main/rooms.ts";
import { connectFollowers } from "#features/payments/server/base/save-payment.ts";
import { booksJobs } from "#features/books/server/room.ts";
import { paymentJobs } from "#features/payments/server/reactions.ts";
import type { PaymentDeps, Safeguards } from "#features/payments/server/base/payment-deps.ts";
import type { HeardJob, HeardJobs } from "./office.ts";
import { runSeed, type RunResult } from "./run.ts";
import { openWorldConnection, type WorldConnection } from "./world-db.ts";

interface Simulation {
  /** Runs seeds side by side, each in a world of its own; `tell` hears of each as it ends. */
  run(
    seeds: Iterable<number>,
    safeguards: Partial<Safeguards>,
    tell: (result: RunResult) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Worlds that live side by side: while one waits for the database another one thinks. */
const LANES = 4;
const JOB_NOTICE = "simulated job ";

/** The real modules on a real database; only the queue hands its jobs to the worlds, whose time is not ours. */
export async function openSimulation(): Promise<Simulation> {
  const postgres = await startTestPostgres();
  const config = { connectionString: postgres.url };
  await migrate(config, "db/migrations");
  const db = openDb(config, 2);
  await prepareJobs(db.pool);
  await db.pool.query(QUEUE);
  connectFollowers(FOLLOWERS);
  connectReactions([paymentJobs({} as PaymentDeps), booksJobs({} as PaymentDeps)]);
  const heard: HeardJobs = new Map();
  const connections = await Promise.all(
    Array.from({ length: LANES }, () => openWorldConnection(db, config, (message) => hear(heard, message))),
  );
  return {
    async run(seeds, safeguards, tell) {
      const waiting = seeds[Symbol.iterator]();
      const live = async (connection: WorldConnection): Promise<void> => {
        for (let next = waiting.next(); !next.done; next = waiting.next()) {
          const result = await runSeed({ connection, heard }, next.value, safeguards).catch(
            (error: unknown) => {
              throw new Error(`seed ${String(next.value)} ended in an error`, { cause: error });
            },
          );
          tell(result);
        }
      };
      await Promise.all(connections.map(live));
    },
    async close() {
      for (const connection of connections) await connection.close();
      await db.close();
      await postgres.stop();
    },
  };
}

/** Jobs that transactions under way have queued, by organisation: a world runs one at a time. */
function hear(heard: HeardJobs, message: string): void {
  if (!message.startsWith(JOB_NOTICE)) return;
  const job: HeardJob = JSON.parse(message.slice(JOB_NOTICE.length));
  const orgId = String(job.payload["orgId"]);
  heard.set(orgId, [...(heard.get(orgId) ?? []), job]);
}

/** Tells a job to the connection that wrote it; whoever hears it believes it once the transaction has committed. */
const QUEUE = `
  create or replace function queue_jobs(jobs jsonb) returns void
  language plpgsql strict as $$
  declare job jsonb;
  begin
    for job in select jsonb_array_elements(jobs) loop
      raise notice '${JOB_NOTICE}%', jsonb_build_object('name', job->'name', 'payload', job->'payload', 'key', job->'key',
        'delayMs', coalesce((job->>'runInMs')::integer, 0));
    end loop;
  end $$;
`;
