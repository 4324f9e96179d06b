import { DAY_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import type { ListPage, ListWindow, Outcome } from "../gateway.ts";
import type { Desk } from "../run-operation.ts";
import { cursorOfList, endWalk, moveCursor, noteMissed } from "./cursor-row.ts";
import type { ListName, Walk } from "./cursor-row.ts";

interface Dated {
  readonly at: Instant;
}

export interface Reading<T extends Dated> {
  readonly name: ListName;
  /** What is read once more before where the last reading began: lists are late by a little. */
  readonly overlapMs: number;
  /** The provider lists nothing that is older. */
  readonly keptMs: number;
  /** Pages of one call; the next call goes on behind them. */
  readonly pages: number;
  readonly ask: (window: ListWindow) => Promise<Outcome<ListPage<T>>>;
  /** Takes a page in, any number of times, in the transaction that moves the cursor. */
  readonly keep: (tx: Tx, items: readonly T[]) => Promise<void>;
}

/**
 * Reads a list of the provider from the newest back to where the last reading began. Each page and the place behind it
 * are written together: whoever dies in between reads that page again.
 *
 * @returns whether the list is read to its end; if not, the next call goes on
 * @throws Refusal `payments.provider-silent`
 */
export async function readList<T extends Dated>(
  desk: Desk,
  orgId: string,
  reading: Reading<T>,
): Promise<boolean> {
  let walk = await begin(desk, orgId, reading);
  let isOld = walk !== undefined && walk.after !== null;
  for (let n = 0; walk && n < reading.pages; n += 1) {
    walk = await readPage(desk, orgId, reading, walk);
    // What happened since an earlier pass began to read waits for no other one.
    if (!walk && isOld) walk = await begin(desk, orgId, reading);
    isOld &&= walk !== undefined && walk.after !== null;
  }
  return walk === undefined;
}

/** @returns where the reading goes on; nothing at its end */
async function readPage<T extends Dated>(
  desk: Desk,
  orgId: string,
  reading: Reading<T>,
  walk: Walk,
): Promise<Walk | undefined> {
  const page = await reading.ask({ since: walk.from, after: walk.after ?? undefined });
  failpoint("list:read");
  // The provider forgot where we were: from the newest once more.
  const isLost = page.kind === "rejected" && walk.after !== null;
  if (page.kind !== "ok" && !isLost) throw new Refusal("payments.provider-silent");
  const found: ListPage<T> = page.kind === "ok" ? page.value : { items: [], next: undefined };
  const next = isLost ? { ...walk, after: null } : behind(walk, found);
  const goesOn = await write(desk, orgId, reading, { walk, next, items: found.items });
  failpoint("list:noted");
  return goesOn;
}

/** The reading that is open, or a new one; nothing where there is nothing to read yet. */
async function begin(
  desk: Desk,
  orgId: string,
  { name, overlapMs, keptMs }: Pick<Reading<Dated>, "name" | "overlapMs" | "keptMs">,
): Promise<Walk | undefined> {
  return desk.db.as({ orgId }, async (tx) => {
    const cursor = await cursorOfList(tx, name);
    if (!cursor || cursor.walk) return cursor?.walk ?? undefined;
    const now = desk.clock();
    const next: Walk = { from: cursor.readTo - overlapMs, to: now, after: null };
    if (cursor.readTo < now - keptMs) await noteMissed(tx, name, now);
    return (await moveCursor(tx, name, { before: null, next })) ? next : undefined;
  });
}

/** Where the reading goes on; nothing at its end. Its time is the provider's own, which is another clock than ours. */
function behind(walk: Walk, page: ListPage<Dated>): Walk | undefined {
  if (page.next === undefined) return undefined;
  return { ...topOf(walk, page.items), after: page.next };
}

/** Clocks of ours and the provider's differ by less than a day: where nothing happened for longer, ours goes on. */
const QUIET_MS = DAY_MS;

/** The newest that the list shows; on a quiet account a day ago, so that its silence is not read over and over. */
const topOf = (walk: Walk, items: readonly Dated[]): Walk =>
  walk.after === null ? { ...walk, to: Math.max(items[0]?.at ?? walk.to, walk.to - QUIET_MS) } : walk;

async function write<T extends Dated>(
  desk: Desk,
  orgId: string,
  { name, keep }: Reading<T>,
  read: { readonly walk: Walk; readonly next: Walk | undefined; readonly items: readonly T[] },
): Promise<Walk | undefined> {
  const { walk, next, items } = read;
  return desk.db.as({ orgId }, async (tx) => {
    await keep(tx, items);
    if (next) return (await moveCursor(tx, name, { before: walk, next })) ? next : undefined;
    const top = topOf(walk, items);
    if (await moveCursor(tx, name, { before: walk, next: top })) await endWalk(tx, name, top);
    return undefined;
  });
}
