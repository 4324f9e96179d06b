import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { SetupProblem, fileProblem, systemCode } from "../setup-problem.ts";
import { bornAt, isAlive } from "./process-info.ts";

interface Holder {
  readonly pid: number;
  readonly born: string;
}

/** A takeover is over in milliseconds; an older guard was left by a process that died in it. */
const TAKEOVER_MS = 10_000;

/**
 * Holds a lock file for the life of this process. A file left by a process that is gone (kill -9, power cut) is
 * taken over; one of a living process never is.
 *
 * @throws SetupProblem naming the process that holds it
 */
export function takeLock(path: string): { release: () => void } {
  const mine: Holder = { pid: process.pid, born: bornAt(process.pid) };
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
    if (!claim(draft, path)) takeOver(draft, path);
  } catch (error) {
    throw fileProblem(error, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true });
    },
  };
}

/** The living process that holds the lock, if any. */
export function lockHolder(path: string): number | undefined {
  const holder = holderOf(path);
  if (!holder || !isAlive(holder.pid)) return undefined;
  return holder.born === bornAt(holder.pid) ? holder.pid : undefined;
}

/** A hard link appears with its content or not at all, and never replaces another. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** One process at a time removes a stale file, so that nobody removes the fresh file of another. */
function takeOver(draft: string, path: string): void {
  const guard = `${path}.takeover`;
  refuseIfHeld(path);
  const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > TAKEOVER_MS) rmSync(guard, { force: true });
  if (!claim(draft, guard))
    throw new SetupProblem(`Another Waybill is starting on ${path}: try again in ten seconds.`);
  try {
    refuseIfHeld(path);
    rmSync(path, { force: true });
    if (!claim(draft, path)) refuseIfHeld(path);
  } finally {
    rmSync(guard, { force: true });
  }
}

function refuseIfHeld(path: string): void {
  const pid = lockHolder(path);
  if (pid === undefined) return;
  throw new SetupProblem(
    `Another Waybill (process ${pid}) already uses this data (${path}): stop it first, or start this one with another --data folder.`,
  );
}

function holderOf(path: string): Holder | undefined {
  try {
    const found = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>;
    return typeof found.pid === "number" ? { pid: found.pid, born: String(found.born) } : undefined;
  } catch {
    return undefined;
  }
}
