import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

const MEMORY = "/dev/shm";
const NAME = /^waybill-run-(\d+)$/;
/** Three databases with 1 GB of log each at most, and as much again. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Puts the temporary files of this process and of those it starts into memory, where the machine has room: each database of
 * a test is 1,200 files, and a disk takes longer to make them than PostgreSQL to fill them.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env["TMPDIR"] || !hasRoom()) return;
  removeLeftOver();
  const folder = path.join(MEMORY, `waybill-run-${process.pid}`);
  // PostgreSQL runs as another user, who passes through it.
  mkdirSync(folder, { mode: 0o755 });
  process.env["TMPDIR"] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}

/** A run that was killed could not remove its own. */
function removeLeftOver() {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
}
