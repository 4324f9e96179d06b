import { existsSync, statSync } from "node:fs";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Settings } from "#main/config/settings.ts";
import { isBucket } from "#server/backup/bucket/bucket.ts";
import { goodBackups, lastOf } from "#server/backup/shelf.ts";
import { keptBases, keptUntil, walFolder } from "#server/backup/wal/wal-shelf.ts";
import { nearestFolder } from "#server/folder.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { type PlaceSettings, copiesAt } from "../backup/backup-place.ts";
import { keepsWal } from "../backup/wal-settings.ts";
import { type Finding, type Result, bad, careful, good, runChecks } from "./finding.ts";

type Looked = PlaceSettings &
  Pick<Settings, "backupTo" | "backupEvery" | "backupEveryMinute" | "databaseUrl" | "demo">;

/** Whether there is a backup to go back to, and how old it is; a demo needs none. */
export function examineBackups(settings: Looked, now: number): Promise<Finding[]> {
  if (settings.demo && settings.backupTo === undefined) return Promise.resolve([]);
  return runChecks([
    ["last", () => judge(settings, now)],
    ...(keepsWal(settings) ? [["every minute", () => judgeLog(settings, now)] as const] : []),
  ]);
}

/** The log is handed over once a minute and kept within seconds. */
const LATE_MS = 5 * MINUTE_MS;

/** Whether any minute can be restored, up to about now. */
async function judgeLog({ backupTo: shelf = "" }: Looked, now: number): Promise<Result> {
  const [oldest, until] = [(await keptBases(walFolder(shelf))).at(-1), await keptUntil(walFolder(shelf))];
  if (!oldest || until === undefined)
    return careful("no minute can be restored yet", "Start Waybill: it copies the database's files first.");
  const says = `every minute since ${oldest.takenAt} can be restored, until ${ageOf(now - until)} ago`;
  if (now - until <= LATE_MS) return good(says);
  return careful(says, "Where Waybill runs, look for “the database's log was not kept” in its log.");
}

async function judge(settings: Looked, now: number): Promise<Result> {
  const { backupTo: shelf, backupEvery: every, data } = settings;
  if (shelf === undefined)
    return careful(
      "Waybill makes no backups by itself",
      "Name a folder on another disk with --backup-to, or run “waybill backup --to FOLDER” yourself each day.",
    );
  if (isBucket(shelf)) return judgeBucket(shelf, settings, now);
  if (!existsSync(shelf)) return bad(`${shelf} is not there`, "Mount its disk, or make the folder.");
  const last = lastOf(await goodBackups(shelf), now);
  if (!last) return careful(`${shelf} holds no backup yet`, "Start Waybill, or run “waybill backup”.");
  const says = `the last good backup is ${ageOf(now - last.time)} old`;
  if (isLate(now - last.time, every))
    return bad(says, `Look for “the backup failed” in the log, and at the room in ${shelf}.`);
  if (statSync(shelf).dev === statSync(nearestFolder(data)).dev)
    return careful(
      `${says}, and lies on the disk of the data`,
      "Choose a folder on another disk with --backup-to.",
    );
  return good(says);
}

const isLate = (age: number, every: number): boolean => every > 0 && age > 2 * every;

/** Asks the object storage itself. */
async function judgeBucket(shelf: string, settings: Looked, now: number): Promise<Result> {
  try {
    const last = lastOf(await copiesAt(shelf, settings).good(), now);
    if (!last) return careful(`${shelf} holds no backup yet`, "Start Waybill, or run “waybill backup”.");
    const says = `the last good backup is ${ageOf(now - last.time)} old`;
    return isLate(now - last.time, settings.backupEvery)
      ? bad(says, "Look for “the backup failed” in the log.")
      : good(says);
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    return bad(`${shelf} cannot be read`, error.message);
  }
}

function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(ms / HOUR_MS);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
