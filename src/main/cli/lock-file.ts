import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemCode } from "#server/setup-problem.ts";

/** Milliseconds between two looks at a file that another process holds. */
const LOOK_MS = 100;

/**
 * Does a work while this process holds a file that names it; others that want it wait. The file of a process that died
 * counts no longer. A folder that cannot be written is worked in without one.
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  let isHeld = take(file);
  while (isHeld === false) {
    await pause(LOOK_MS);
    isHeld = take(file);
  }
  const release = () => rmSync(file, { force: true });
  if (!isHeld) return await work();
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @returns whether it is ours now; undefined where no file can be written */
function take(file: string): boolean | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") return undefined;
  }
  const holder = holderOf(file);
  if (holder !== undefined && !isAlive(holder)) rmSync(file, { force: true });
  return false;
}

/** The process that a file names; undefined while it is being written or after it went. */
function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
