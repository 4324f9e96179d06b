import type pg from "pg";
import type { Instant } from "#kernel/instant.ts";

export interface DatabaseClock {
  readonly now: () => Instant;
  /** Asks the database again at once. */
  readonly ask: () => Promise<void>;
  readonly close: () => void;
}

const ASKED_EVERY_MS = 30_000;

/** One question: counted when it left and when the answer came, and what the database's clock said between. */
export interface Reading {
  readonly sentMs: number;
  readonly said: Instant;
  readonly heardMs: number;
}

/** How far the database's clock is ahead of our counter: as believed, unless the reading shows that to be wrong. */
export function aheadAfter(believed: number | undefined, { sentMs, said, heardMs }: Reading): number {
  const [least, most] = [said - heardMs, said - sentMs];
  if (believed === undefined) return (least + most) / 2;
  return Math.min(Math.max(believed, least), most);
}

/**
 * The database's clock, which every process of one Waybill shares: what one writes and another compares, a lease or a
 * time to wait, means the same to both, however wrong the clocks of their machines are.
 *
 * Between two questions time goes on by a counter that no setting of the machine's clock changes. While the database
 * does not answer, it goes on so.
 *
 * @param count milliseconds, from any beginning
 */
export async function openDatabaseClock(
  pool: Pick<pg.Pool, "query">,
  count: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let ahead: number | undefined;
  const ask = async (): Promise<void> => {
    const sentMs = count();
    const { rows } = await pool.query<{ said: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as said",
    );
    const [row] = rows;
    if (row) ahead = aheadAfter(ahead, { sentMs, said: row.said, heardMs: count() });
  };
  await ask();
  const timer = setInterval(() => void ask().catch(() => undefined), ASKED_EVERY_MS);
  timer.unref();
  return {
    now: () => Math.floor((ahead ?? 0) + count()),
    ask,
    close: () => clearInterval(timer),
  };
}
