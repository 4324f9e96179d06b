import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "#server/db/db.ts";
import { type Kept, type SentBatch, keepPositions } from "./send-positions.ts";

/** Calls wait this long for others, so that many couriers become one transaction. */
const GATHER_MS = 20;
/** Positions in one statement, unless one call alone brings more. */
const MOST = 2_000;
/** Calls that wait at once: thousands of couriers. Only a database that hangs lets so many gather. */
const MOST_WAITING = 5_000;

interface Waiting extends SentBatch {
  readonly done: (kept: Kept) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Keeps the positions of all couriers who send at about the same time in one transaction of their organisation: commits
 * a second, and not calls, are what a disk has few of. One transaction at a time, so that a slow database gets larger
 * ones instead of more, and positions never take all its connections. Every call is answered after the commit.
 *
 * @throws Refusal `courier.off-duty`, `http.busy` when too many calls wait
 */
export function positionBatcher(db: Pick<Db, "as">): (orgId: string, sent: SentBatch) => Promise<Kept> {
  const waiting = new Map<string, Waiting[]>();

  const keep = async (orgId: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await db.as({ orgId }, (tx) => keepPositions(tx, batch));
      for (const [nth, { done, failed }] of batch.entries()) {
        const kept = results[nth];
        if (kept) done(kept);
        else failed(new Refusal("courier.off-duty"));
      }
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  };
  const work = async (orgId: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      await keep(orgId, takeFrom(queue));
    }
    waiting.delete(orgId);
  };
  return (orgId, sent) =>
    new Promise((done, failed) => {
      const one = { ...sent, done, failed };
      const queue = waiting.get(orgId);
      if (queue && queue.length >= MOST_WAITING) return failed(new Refusal("http.busy"));
      if (queue) return void queue.push(one);
      const begun = [one];
      waiting.set(orgId, begun);
      void work(orgId, begun);
    });
}

/** The first calls of a queue, as many as fit into one statement. */
function takeFrom(queue: Waiting[]): Waiting[] {
  let size = 0;
  const end = queue.findIndex(({ positions }, nth) => (size += positions.length) > MOST && nth > 0);
  return queue.splice(0, end === -1 ? queue.length : end);
}
