import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { failpoint } from "../../failpoint.ts";
import { systemCode } from "../../setup-problem.ts";

/**
 * A migration that changes many rows in batches, each in a transaction of its own, while others read and write.
 *
 * @see CONTRIBUTING.md, Changing tables
 */
export interface Batches {
  readonly name: string;
  readonly sql: string;
}

/** How far batches are. */
export interface BatchProgress {
  readonly name: string;
  /** Rows. */
  readonly done: number;
  /** Rows, counted at the beginning; null before. */
  readonly total: number | null;
  /** Error of the last try. */
  readonly trouble: string | null;
}

const ENDING = ".batches.sql";
export const isBatches = (name: string): boolean => name.endsWith(ENDING);

/** Rows of one batch. */
const SIZE = 1000;
/** A batch that waits longer for a row gives way to those behind it, and is tried again. */
const LOCK_WAIT = "2s";
const AGAIN_MS = 1000;
/** Held up by others, by their locks or as one of a circle of waiters. */
const HELD_UP = new Set(["55P03", "40P01", "40001"]);

export const MADE_BATCHES = `create table if not exists schema_batches (
  name text primary key, position text, done bigint not null default 0, total bigint,
  trouble text, begun_at timestamptz not null default now(), ended_at timestamptz)`;

/** In the transaction that notes the file: its batches follow. */
export const queueBatches = (client: pg.ClientBase, name: string): Promise<unknown> =>
  client.query("insert into schema_batches (name) values ($1) on conflict do nothing", [name]);

/** Batches that are not through, in their order. */
export async function openBatches(client: Pick<pg.ClientBase, "query">): Promise<BatchProgress[]> {
  const made = await client.query<{ made: boolean }>(
    "select to_regclass('public.schema_batches') is not null as made",
  );
  if (made.rows[0]?.made !== true) return [];
  const { rows } = await client.query<BatchProgress>(
    `select name, done::float8 as done, total::float8 as total, trouble
     from schema_batches where ended_at is null order by name`,
  );
  return rows;
}

/** Whole percents of the first that is not through; 100 is never said of it. */
export function percentOf({ done, total }: BatchProgress): number {
  return total === null || total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total));
}

/** The two statements of a file. @throws Error where it has not two */
export function statementsOf({ name, sql }: Batches): { readonly count: string; readonly batch: string } {
  const [count, batch, ...more] = sql.split(/^-- batch$/m);
  if (!count?.trim() || !batch?.trim() || more.length > 0)
    throw new Error(`${name} needs two statements with the line "-- batch" between them`);
  return { count, batch };
}

export interface RunBatches {
  /** Connection of its own. */
  readonly client: pg.ClientBase;
  readonly file: Batches;
  readonly tell?: (progress: BatchProgress) => void;
  /** Time between two batches, by how long the last one took; both in ms. */
  readonly pause?: (tookMs: number) => number;
  readonly isStopping?: () => boolean;
}

/**
 * Goes on with a file's batches from where they are until they are through, or until it is asked to stop.
 *
 * @returns whether they are through
 */
export async function runBatches(run: RunBatches): Promise<boolean> {
  const { client, file, tell = () => undefined, pause = () => 0, isStopping = () => false } = run;
  await countRows(client, file);
  for (;;) {
    const progress = (await openBatches(client)).find(({ name }) => name === file.name);
    if (!progress) return true;
    tell(progress);
    if (isStopping()) return false;
    const began = performance.now();
    const isHeldUp = await runBatch(client, file);
    const waitMs = isHeldUp ? AGAIN_MS : pause(performance.now() - began);
    if (waitMs > 0) await sleep(waitMs);
  }
}

export interface RunOpenBatches extends Omit<RunBatches, "file"> {
  /** All that this program knows. */
  readonly files: readonly Batches[];
  /** Called when a file's batches are through. */
  readonly through?: (name: string) => void;
}

/**
 * Goes on with all batches that are not through, in their order.
 *
 * @returns whether they are through now
 * @throws Error where this version does not know a file of them
 */
export async function runOpenBatches({ files, through, ...run }: RunOpenBatches): Promise<boolean> {
  for (const { name } of await openBatches(run.client)) {
    const file = files.find((one) => one.name === name);
    if (!file) throw new Error(`${name} is no migration of this version`);
    if (!(await runBatches({ ...run, file }))) return false;
    through?.(name);
  }
  return true;
}

async function countRows(client: pg.ClientBase, file: Batches): Promise<void> {
  const { rows } = await client.query<{ counted: boolean }>(
    "select total is not null as counted from schema_batches where name = $1",
    [file.name],
  );
  if (rows[0]?.counted !== false) return;
  const counted = await client.query<{ count: string }>(statementsOf(file).count);
  await client.query("update schema_batches set total = $2 where name = $1", [
    file.name,
    counted.rows[0]?.count ?? 0,
  ]);
}

/** One batch and its mark in one transaction: whatever ends it, its rows are changed once. @returns whether it was held up */
async function runBatch(client: pg.ClientBase, file: Batches): Promise<boolean> {
  try {
    await client.query("begin");
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
    const { rows } = await client.query<{ position: string | null }>(
      "select position from schema_batches where name = $1 and ended_at is null for update",
      [file.name],
    );
    const [at] = rows;
    if (at) {
      const batch = await client.query<{ position: string | null; rows: number }>(statementsOf(file).batch, [
        at.position,
        SIZE,
      ]);
      const { position = null, rows: changed = 0 } = batch.rows[0] ?? {};
      failpoint("batches:changed");
      await client.query(
        position === null
          ? "update schema_batches set ended_at = now(), trouble = null where name = $1"
          : "update schema_batches set position = $2, done = done + $3, trouble = null where name = $1",
        position === null ? [file.name] : [file.name, position, changed],
      );
    }
    failpoint("batches:marked");
    await client.query("commit");
    failpoint("batches:committed");
    return false;
  } catch (error) {
    await client.query("rollback");
    if (HELD_UP.has(systemCode(error))) return true;
    await client.query("update schema_batches set trouble = $2 where name = $1", [
      file.name,
      error instanceof Error ? error.message : String(error),
    ]);
    throw error;
  }
}
