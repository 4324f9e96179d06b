import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { failpoint } from "../failpoint.ts";
import { syncFolder } from "../store-file.ts";

/** Restored data that lie whole beside the old, to take their place. */
interface Swap {
  readonly stamp: string;
  /** Entries of the data folder that are replaced. */
  readonly names: readonly string[];
  /** Entries that the old data had alone. */
  readonly aside: readonly string[];
}

const JOURNAL = "restore.json";
const draftOf = (name: string, stamp: string): string => `${name}.restore-${stamp}`;
/** Name under which old data are kept. */
export const beforeOf = (name: string, stamp: string): string => `${name}.before-${stamp}`;

export const draftIn = (data: string, name: string, stamp: string): string =>
  path.join(data, draftOf(name, stamp));

/** From here on the restored data are the ones: whoever comes next finishes it. */
export async function beginSwap(data: string, swap: Swap): Promise<void> {
  const journal = path.join(data, JOURNAL);
  writeFileSync(`${journal}.part`, JSON.stringify(swap), { mode: 0o600, flush: true });
  await syncFolder(data);
  failpoint("restore:decided");
  renameSync(`${journal}.part`, journal);
  await syncFolder(data);
}

/** Whether a restore was ended in the middle of its swap. */
export const hasSwap = (data: string): boolean => existsSync(path.join(data, JOURNAL));

/**
 * Finishes a swap that was begun, by whomever; drafts of a restore that never came so far are removed. Only for who holds
 * the data folder's lock.
 *
 * @returns whether restored data took the place of old ones
 */
export async function finishSwap(data: string): Promise<boolean> {
  const journal = path.join(data, JOURNAL);
  if (!existsSync(journal)) {
    removeLeftovers(data);
    return false;
  }
  const { stamp, names, aside } = JSON.parse(readFileSync(journal, "utf8")) as Swap;
  for (const name of aside) moveAside(data, name, stamp);
  for (const name of names) {
    const draft = draftIn(data, name, stamp);
    if (!existsSync(draft)) continue;
    moveAside(data, name, stamp);
    failpoint("restore:between");
    renameSync(draft, path.join(data, name));
    await syncFolder(data);
    failpoint("restore:one");
  }
  failpoint("restore:swapped");
  rmSync(journal);
  await syncFolder(data);
  return true;
}

function moveAside(data: string, name: string, stamp: string): void {
  const [at, before] = [path.join(data, name), path.join(data, beforeOf(name, stamp))];
  if (existsSync(at) && !existsSync(before)) renameSync(at, before);
}

function removeLeftovers(data: string): void {
  if (!existsSync(data)) return;
  for (const name of readdirSync(data).filter(
    (one) => /\.restore-\w+$/.test(one) || one === `${JOURNAL}.part`,
  )) {
    try {
      rmSync(path.join(data, name), { recursive: true, force: true });
    } catch {
      // A program of the restore still ends there: next time.
    }
  }
}
