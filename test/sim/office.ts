import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { LINK_JOB } from "#features/debts/server/follow-payments.ts";
import { booksJobs } from "#features/books/server/room.ts";
import { paymentJobs } from "#features/payments/server/reactions.ts";
import type { PaymentDeps, Safeguards } from "#features/payments/server/base/payment-deps.ts";
import type { Doer } from "./agenda.ts";
import { lineOf, type Line } from "./line.ts";

/** One process of ours: it may die at any pause, and another takes its place. */
export interface Worker extends Doer {
  readonly deps: PaymentDeps;
  readonly jobs: Readonly<Record<string, Job>>;
  /** Callbacks at its death. */
  readonly onDeath: Set<() => void>;
}

export interface Office {
  readonly orgId: string;
  /** A process that is up, if one is. */
  anyWorker(): Worker | undefined;
  /** Does something in a process that is up, which may die meanwhile; "lost" where nobody answers. */
  ask<T>(who: Doer, work: (worker: Worker) => Promise<T>): Promise<T | Refusal | "lost">;
  /** A deed of people that the simulation does not let die, with the jobs that it brings. */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Jobs that wait or run. */
  jobsLeft(): number;
  crashes(): number;
}

interface QueuedJob {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  tries: number;
  isRunning: boolean;
}

/** A job that a transaction wrote down. */
export interface HeardJob {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  readonly delayMs: number;
}
export type HeardJobs = Map<string, HeardJob[]>;

interface OfficeParts {
  readonly db: Db;
  readonly heard: HeardJobs;
  readonly orgId: string;
  readonly line: Line;
  /** The share of pauses that a process does not survive, now. */
  readonly crashShare: () => number;
  readonly safeguards: Partial<Safeguards>;
  /** A mail with the link of a payment has left. */
  readonly mailed: (paymentId: string) => void;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Two processes on one database, their queue of jobs, and what becomes of both when one dies. */
export function openOffice({ db, heard, orgId, line, crashShare, safeguards, mailed }: OfficeParts): Office {
  const { agenda, dice, trace } = line;
  const up = new Map<string, Worker>();
  const queue = new Set<QueuedJob>();
  let crashes = 0;

  const start = (name: string): void => {
    // Every pause of a process is a place where it may die.
    const worker = { name, isDead: false, onDeath: new Set<() => void>() } as {
      -readonly [K in keyof Worker]: Worker[K];
    };
    const mortal = {
      ...line,
      agenda: {
        ...agenda,
        get now() {
          return agenda.now;
        },
        pause: (who: Doer, ms: number) => {
          if (dice.chance(crashShare())) die(worker);
          return agenda.pause(who, ms);
        },
      },
    };
    worker.deps = {
      db: {
        ...db,
        as: async (who, work) => {
          await mortal.agenda.pause(worker, dice.between(2, 40));
          return within(who.orgId, work);
        },
      },
      clock: () => agenda.now,
      log: silent,
      provider: lineOf(mortal, worker, orgId),
      instance: orgId,
      safeguards,
    };
    worker.jobs = {
      ...paymentJobs(worker.deps).jobs,
      ...booksJobs(worker.deps).jobs,
      [LINK_JOB]: (payload) => Promise.resolve(mailed(String(payload["paymentId"]))),
    };
    up.set(name, worker);
  };

  const die = (worker: Worker): void => {
    worker.isDead = true;
    up.delete(worker.name);
    crashes += 1;
    const down = downMs();
    trace.note(agenda.now, `${worker.name} dies for ${down} ms`);
    for (const tell of worker.onDeath) tell();
    agenda.at(agenda.now + down, () => {
      start(worker.name);
      line.trouble();
    });
  };
  const downMs = (): number => {
    const kind = dice();
    if (kind < 0.7) return dice.between(5, 60) * SECOND_MS;
    return kind < 0.97 ? dice.between(1, 120) * MINUTE_MS : dice.between(2, 40) * HOUR_MS;
  };

  /** Runs a transaction and, once it has committed, queues the jobs that it wrote down. */
  const within = async <T>(org: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await db.as({ orgId: org }, (tx) => {
      heard.delete(org);
      return work(tx);
    });
    for (const { name, payload, key, delayMs } of heard.get(org) ?? []) add(name, payload, key, delayMs);
    heard.delete(org);
    return result;
  };

  const add = (name: string, payload: Record<string, unknown>, key: string | null, delayMs: number): void => {
    if (key !== null && [...queue].some((job) => job.key === key && !job.isRunning)) return;
    const job = { name, payload, key, tries: 0, isRunning: false };
    queue.add(job);
    soon(job, delayMs + dice.between(5, 1_000));
  };
  const soon = (job: QueuedJob, ms: number): void => agenda.at(agenda.now + ms, () => runJob(job));
  const runJob = (job: QueuedJob): void => {
    const worker = office.anyWorker();
    if (!worker) return soon(job, 20 * SECOND_MS);
    job.isRunning = true;
    job.tries += 1;
    const tell = (): void => {
      job.isRunning = false;
      soon(job, dice.between(10, 4 * 3600) * SECOND_MS);
    };
    worker.onDeath.add(tell);
    trace.note(agenda.now, `${worker.name} job ${job.name}`);
    agenda.begin(worker, 0, async () => {
      const fault = await worker.jobs[job.name]?.(job.payload).then(
        () => undefined,
        (error: unknown) => error,
      );
      worker.onDeath.delete(tell);
      job.isRunning = false;
      if (fault === undefined) return void queue.delete(job);
      if (!(fault instanceof Refusal)) throw fault;
      soon(job, Math.min(Math.exp(job.tries), 86_400) * SECOND_MS);
    });
  };

  const office: Office = {
    orgId,
    anyWorker: () => (up.size === 0 ? undefined : dice.pick([...up.values()])),
    ask: (who, work) =>
      agenda.hear(who, (say) => {
        const worker = office.anyWorker();
        if (!worker) return say("lost");
        const lost = (): void => say("lost");
        worker.onDeath.add(lost);
        agenda.begin(worker, dice.between(10, 200), async () => {
          const answer = await work(worker).catch((error: unknown) => {
            if (error instanceof Refusal) return error;
            throw error;
          });
          worker.onDeath.delete(lost);
          say(answer);
        });
      }),
    as: (work) => within(orgId, work),
    jobsLeft: () => queue.size,
    crashes: () => crashes,
  };
  start("A");
  start("B");
  return office;
}
