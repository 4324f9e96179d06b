import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { SetupProblem, fileProblem, notWritable, systemCode } from "./setup-problem.ts";

/** The folder itself or the nearest above it that is there. */
export function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/**
 * Makes a folder and those above it, readable by this user alone. One that is there keeps its mode.
 *
 * @throws SetupProblem where it cannot be made or written
 */
export function makeFolder(path: string): void {
  try {
    // On a read-only disk mkdir says ENOENT; asking for access first says what it is.
    const there = nearestFolder(path);
    accessSync(there, constants.W_OK);
    // Node's own recursive mkdir never ends where folders cannot be made at all (/proc).
    if (there !== path && dirname(path) !== there) makeFolder(dirname(path));
    mkdirSync(path, { recursive: there === path, mode: 0o700 });
  } catch (error) {
    throw systemCode(error) === "ENOENT" ? notWritable(path) : fileProblem(error, path);
  }
}

/** Bytes that this user may still write at a path. */
export function freeBytes(path: string): number {
  const disk = statfsSync(nearestFolder(path));
  return disk.bavail * disk.bsize;
}

/** @throws SetupProblem where less than `bytes` are free */
export function needRoom(path: string, bytes: number): void {
  const free = freeBytes(path);
  if (free >= bytes) return;
  throw new SetupProblem(
    `The disk that holds ${path} is full: ${Math.floor(free / 1e6)} MB are free and Waybill needs ${bytes / 1e6} MB. Make room and start again, or choose another place with --data.`,
  );
}
