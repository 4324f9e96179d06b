import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type BatchProgress, openBatches, percentOf, runOpenBatches } from "#server/db/migrating/batches.ts";
import { type Migration, takeBatchesLock } from "#server/db/migrate.ts";
import type { Log } from "#server/http/app.ts";
import { connected } from "./database.ts";

/** After a fault, and while another node carries the batches out. */
const AGAIN_MS = 10_000;
const TOLD_EVERY_MS = 10_000;

export interface KeptBatches {
  /** Percents of the batches under way; undefined where none are. */
  readonly percent: () => number | undefined;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly connection: pg.ClientConfig;
  /** All that this program knows. */
  readonly migrations: readonly Migration[];
  readonly log: Pick<Log, "info" | "error">;
  /** Batches that were open before anybody was served. */
  readonly first: BatchProgress | undefined;
  /** Takes a sentence for whoever started it. */
  readonly say: (sentence: string) => void;
}

/**
 * Carries migrations in batches out while Waybill serves, and rests after each as long as it took. A fault is logged and tried
 * again.
 */
export function keepBatches(parts: Parts): KeptBatches {
  const ended = new AbortController();
  let now = parts.first;
  const tell = teller(parts.say);
  const look = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        if (await workThrough(parts, ended.signal, (progress) => tell((now = progress)))) break;
      } catch (error) {
        parts.log.error({ error: String(error) }, "migrating in batches failed");
      }
      await sleep(AGAIN_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    now = undefined;
  };
  const running = look();
  return {
    percent: () => now && percentOf(now),
    async close() {
      ended.abort();
      await running;
    },
  };
}

/** The first that is not through. */
export const firstBatches = (connection: pg.ClientConfig): Promise<BatchProgress | undefined> =>
  connected(connection, async (client) => (await openBatches(client))[0]);

/** @returns whether all batches are through */
const workThrough = (
  { connection, migrations, log, say }: Parts,
  signal: AbortSignal,
  tell: (progress: BatchProgress) => void,
): Promise<boolean> =>
  connected(connection, async (client) => {
    client.on("error", () => undefined);
    const [first] = await openBatches(client);
    if (!first) return true;
    tell(first);
    if (!(await takeBatchesLock(client))) return false;
    return runOpenBatches({
      client,
      files: migrations,
      tell,
      pause: (tookMs) => tookMs,
      isStopping: () => signal.aborted,
      through: (name) => {
        log.info({ name }, "migrated in batches");
        say(`${name} is through`);
      },
    });
  });

/** Says how far batches are: at their beginning, and then every ten seconds. */
export function teller(say: (sentence: string) => void): (progress: BatchProgress) => void {
  let [name, saidAt] = ["", 0];
  return (progress) => {
    if (progress.name === name && performance.now() - saidAt < TOLD_EVERY_MS) return;
    [name, saidAt] = [progress.name, performance.now()];
    say(saysOf(progress));
  };
}

/** One line for people. */
export const saysOf = (progress: BatchProgress): string =>
  `${progress.name}: ${percentOf(progress)} % of ${progress.total ?? "?"} rows, Waybill serves meanwhile`;
