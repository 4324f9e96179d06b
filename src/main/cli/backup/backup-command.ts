import { basename, join } from "node:path";
import type pg from "pg";
import type { Given } from "#main/config/read.ts";
import { isBucket } from "#server/backup/bucket/bucket.ts";
import { type Taken, exportTo } from "#server/backup/take-backup.ts";
import { lockHolder, takeLock } from "#server/db/embedded-lock.ts";
import { runningDatabase } from "#server/db/embedded-running.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { databaseFolder, hasDatabase, openDatabase, refuseUnknown } from "../database.ts";
import { asCalled, backUpTo, placeOf } from "./backup-place.ts";
import { optionsFor, sourceOf } from "./source.ts";
import { verifyCommand } from "./verify-command.ts";

/** `waybill backup [--to FOLDER or s3://BUCKET/FOLDER]`, also while Waybill runs; `waybill backup verify FROM`. */
export async function backupCommand(given: Given, root: string): Promise<void> {
  const [verb, from] = given.words;
  if (verb === "verify" && from !== undefined) return verifyCommand(asCalled(from), root, given.settings);
  const { backupTo, backupKeep } = given.settings;
  if (verb !== undefined || backupTo === undefined)
    throw new SetupProblem('Say "waybill backup --to FOLDER" or "waybill backup verify FOLDER".');
  const to = asCalled(backupTo);
  const place = placeOf(to, given.settings);
  const { taken, deleted } = await onDatabase(given, root, (connection) => {
    const options = optionsFor(given.settings, place.folder, given.switches.has("--allow-missing"));
    const rule = given.set.has("backupKeep") ? { rule: backupKeep } : {};
    return backUpTo(place, sourceOf(connection, given.settings.data, root), { ...options, ...rule });
  });
  process.stdout.write(`${says(taken, isBucket(to) ? to : undefined)}\n`);
  if (deleted.length > 0) process.stdout.write(`${deleted.length} earlier ones were deleted.\n`);
}

/** `waybill export FOLDER`: the same as one folder, to be taken to another machine or another database. */
export async function exportCommand(given: Given, root: string): Promise<void> {
  const [name] = given.words;
  if (name === undefined)
    throw new SetupProblem('Say "waybill export FOLDER" with a folder that is not there yet.');
  const folder = asCalled(name);
  const taken = await onDatabase(given, root, (connection) => {
    const options = optionsFor(given.settings, folder, given.switches.has("--allow-missing"));
    return exportTo(sourceOf(connection, given.settings.data, root), folder, options);
  });
  process.stdout.write(`${says(taken)}\n`);
}

/** One sentence or two, for people and for the log. @param bucket where it was copied to */
export function says({ folder, manifest, bytes }: Taken, bucket?: string): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { files, missing, unsteady = [] } = manifest;
  const moving =
    unsteady.length === 0
      ? ""
      : ` ${unsteady.join(", ")} changed while it was copied and may not fit together.`;
  const lacking =
    missing.length === 0 ? "" : ` ${missing.length} pictures are missing: ${missing[0]} is one.`;
  const place = bucket === undefined ? folder : `${bucket.replace(/\/$/, "")}/${basename(folder)}`;
  return `${place} is a whole backup: ${rows} rows, ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB.${lacking}${moving}`;
}

/** Works on the database of a running Waybill, or starts the embedded one for it. */
async function onDatabase<T>(
  { settings }: Given,
  root: string,
  copy: (connection: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const work = async (connection: pg.ClientConfig) => {
    // It would leave out what it does not know.
    await refuseUnknown(connection, root);
    return copy(connection);
  };
  const { data, databaseUrl } = settings;
  if (databaseUrl !== undefined) return work((await openDatabase(settings)).connection);
  const running = runningDatabase(databaseFolder(data));
  const lock = join(data, "waybill.lock");
  if (lockHolder(lock) !== undefined) {
    if (running) return work(running);
    throw new SetupProblem(`Waybill is starting on ${data}: try again once it is ready.`);
  }
  if (!hasDatabase(data)) throw new SetupProblem(`There is no data at ${data}: nothing to back up.`);
  const held = takeLock(lock);
  try {
    const database = await openDatabase(settings);
    try {
      return await work(database.connection);
    } finally {
      await database.stop();
    }
  } finally {
    held.release();
  }
}
