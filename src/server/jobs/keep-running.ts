import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Runner, WorkerEvents, WorkerPool } from "graphile-worker";

export interface KeptRunner {
  /** Lets the jobs under way end, and starts nothing again. */
  stop(): Promise<void>;
}

export interface KeepOptions {
  readonly start: (events: WorkerEvents) => Promise<Runner>;
  /** The runner ended without being asked; it is started again. */
  readonly onEnd: (reason: unknown) => void;
  /** Frees what these workers still hold: done twice is allowed, never done is not. */
  readonly free: (workers: readonly string[]) => Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** Runs the queue until it is stopped. @throws what the first start throws */
export async function keepRunning(options: KeepOptions): Promise<KeptRunner> {
  const stopping = new AbortController();
  const lastError = { reason: undefined as unknown };
  const workers: string[] = [];
  const start = async () => {
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }: { workerPool: WorkerPool }) => workers.push(workerPool.id));
    events.on("pool:fatalError", ({ error }) => (lastError.reason = error));
    events.on("worker:fatalError", ({ error }) => (lastError.reason = error));
    const runner = await options.start(events);
    // Awaited by its keeper; until then it must not count as unhandled.
    runner.promise.catch(() => undefined);
    return runner;
  };
  let runner = await start();

  const restart = async (): Promise<Runner | undefined> => {
    for (let wait = FIRST_WAIT_MS; !stopping.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        await options.free(workers);
        workers.length = 0;
        return await start();
      } catch (error) {
        options.onEnd(error);
      }
    }
    return undefined;
  };
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => (lastError.reason = error));
      if (stopping.signal.aborted) return;
      options.onEnd(lastError.reason);
      const next = await restart();
      if (!next) return;
      runner = next;
    }
  };
  const kept = keep();
  return {
    async stop() {
      stopping.abort();
      await runner.stop().catch(() => undefined);
      await kept;
      await options.free(workers).catch(() => undefined);
    },
  };
}
