import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient, QueryConfig } from "pg";

/** Statements under way that say how jobs ended. */
export class Ends {
  readonly #underWay = new Set<Promise<unknown>>();

  note<T>(said: Promise<T>): Promise<T> {
    this.#underWay.add(said);
    const forget = (): void => void this.#underWay.delete(said);
    said.then(forget, forget);
    return said;
  }

  /** Waits until the database knows how every job ended, at most so long: while it is away, nothing is heard. */
  async said(patienceMs: number): Promise<void> {
    const over = new AbortController();
    const gaveUp = sleep(patienceMs, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.#underWay), gaveUp]);
    over.abort();
  }
}

/** Statements by which graphile-worker 0.17 says how a job ended. It waits for none of them: a refused one would end the process. */
const ENDS_A_JOB = /^(complete|fail)_jobs?(_q)?\//;

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

type Connected = Parameters<Pool["connect"]>[0];
type Question = string | QueryConfig;
const endsAJob = (question: Question): question is QueryConfig =>
  typeof question === "object" && ENDS_A_JOB.test(question.name ?? "");

/**
 * The pool as the job queue sees it: what says that a job has ended is said until the database has heard it.
 * These statements may be said twice: they name the job. After `signal` nothing is asked any more.
 *
 * @param greet done with the listener's session before it listens
 * @param ends takes these statements: who frees a job that is done but not yet said to be lets it be done twice
 */
export function patientPool(
  pool: Pool,
  signal: AbortSignal,
  greet: (listener: PoolClient) => Promise<unknown>,
  ends: Ends,
): Pool {
  const insist = async (question: QueryConfig): Promise<unknown> => {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await pool.query(question);
      } catch {
        await sleep(wait, undefined, { ref: false });
      }
    }
    // The queue has stopped: nobody reads the answer.
    return new Promise(() => undefined);
  };
  const connect = async (): Promise<Pick<PoolClient, "query" | "release">> => {
    const opened = await pool.connect().then(
      (client) => ({ client }),
      (error: unknown) => ({ error }),
    );
    let isHeld = "client" in opened;
    const release = (broken?: boolean | Error): void => {
      if (isHeld && "client" in opened) opened.client.release(broken);
      isHeld = false;
    };
    const query = (question: Question, values?: unknown[]): Promise<unknown> =>
      endsAJob(question) ? ends.note(ask(question, values)) : ask(question, values);
    const ask = async (question: Question, values?: unknown[]): Promise<unknown> => {
      try {
        if ("error" in opened) throw opened.error;
        return await opened.client.query(question, values);
      } catch (error) {
        if (!endsAJob(question)) throw error;
        // Given back first: in a pool of two, waiting with a dead connection in hand would wait for ever.
        release(true);
        return insist(question);
      }
    };
    return { query, release } as Pick<PoolClient, "query" | "release">;
  };
  const greeted = async (): Promise<PoolClient> => {
    const listener = await pool.connect();
    try {
      await greet(listener);
      return listener;
    } catch (error) {
      listener.release(true);
      throw error;
    }
  };
  const connectListener = async (callback: Connected): Promise<void> => {
    const [listener, error] = await greeted().then(
      (one) => [one, undefined] as const,
      (reason: Error) => [undefined, reason] as const,
    );
    callback(error, listener, (broken) => listener?.release(broken));
  };
  return new Proxy(pool, {
    get(target, key) {
      // With a callback it is the listener's, which tries again by itself.
      if (key === "connect")
        return (callback?: Connected) => (callback ? connectListener(callback) : connect());
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
