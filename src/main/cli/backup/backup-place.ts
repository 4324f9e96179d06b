import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RawSettings } from "#main/config/schema.ts";
import { bucketIn, isBucket, openBucket } from "#server/backup/bucket/bucket.ts";
import { type Copies, openCopies } from "#server/backup/bucket/copies.ts";
import type { KeepRule } from "#server/backup/keep.ts";
import { type Good, goodBackups, keepAlone, lastOf, prune, timeOf } from "#server/backup/shelf.ts";
import {
  type BackupOptions,
  type Source,
  type Taken,
  lockIn,
  takeBackup,
} from "#server/backup/take-backup.ts";
import { SetupProblem } from "#server/setup-problem.ts";

export type PlaceSettings = Pick<
  RawSettings,
  "data" | "backupS3Endpoint" | "backupS3Region" | "backupS3Key" | "backupS3Secret"
>;

/** A place as the command line names it: a folder from where the caller stands, or a bucket. */
export const asCalled = (place: string): string =>
  isBucket(place) ? place : path.resolve(process.env["INIT_CWD"] ?? process.cwd(), place);

/** The folder in which backups are made, and the object storage into which each is copied from there. */
export interface BackupPlace {
  readonly folder: string;
  readonly copies?: Copies;
}

/** @throws SetupProblem where a bucket is named without its storage, or none is named */
export function placeOf(to: string, settings: PlaceSettings): BackupPlace {
  return isBucket(to) ? { folder: stagingIn(settings), copies: copiesAt(to, settings) } : { folder: to };
}

/** The newest backup stays here, so that the next one copies what changed alone. */
const stagingIn = ({ data }: Pick<RawSettings, "data">): string => path.join(data, "backups");

/** @throws SetupProblem where a bucket is named without its storage, or none is named */
export function copiesAt(to: string, settings: PlaceSettings): Copies {
  const place = bucketIn(to);
  const { backupS3Endpoint: endpoint, backupS3Region: region } = settings;
  const { backupS3Key: keyId, backupS3Secret: secret } = settings;
  if (endpoint === undefined || keyId === undefined || secret === undefined)
    throw new SetupProblem(
      `${to} needs WAYBILL_BACKUP_S3_ENDPOINT, WAYBILL_BACKUP_S3_KEY and WAYBILL_BACKUP_S3_SECRET.`,
    );
  return openCopies(openBucket(place, { endpoint, region, keyId, secret }));
}

/** The last backup that was copied, beside the staging. */
const COPIED = "copied.json";

export interface BackedUp {
  readonly taken: Taken;
  /** Names of the backups that the rule deleted. */
  readonly deleted: readonly string[];
}

/**
 * Backs up into a place.
 *
 * @param rule deletes the earlier ones that it does not keep
 * @throws SetupProblem as `takeBackup`, where another copy runs, or where the object storage fails
 */
export async function backUpTo(
  { folder, copies }: BackupPlace,
  source: Source,
  { rule, ...options }: BackupOptions & { readonly rule?: KeepRule },
): Promise<BackedUp> {
  if (!copies) {
    const taken = await takeBackup(source, folder, options);
    return { taken, deleted: rule ? await prune(folder, rule) : [] };
  }
  // One copy at a time: another would delete what this one sends.
  const lock = lockIn(folder, "waybill-copy.lock");
  try {
    const taken = await takeBackup(source, folder, options);
    const copied: Good = { name: path.basename(taken.folder), time: Date.parse(taken.manifest.takenAt) };
    // First, so that copies that fail leave no further ones here.
    await keepAlone(folder, copied.name);
    await copies.add(taken.folder, options.signal);
    await writeFile(path.join(folder, COPIED), JSON.stringify(copied), { mode: 0o600, flush: true });
    return { taken, deleted: rule ? await copies.prune(rule) : [] };
  } finally {
    lock.release();
  }
}

/** When the last good backup was taken, as far as this machine knows; undefined where there is none. */
export async function lastBackup(
  { backupTo, data }: Pick<RawSettings, "backupTo" | "data">,
  now: number,
): Promise<number | undefined> {
  if (backupTo === undefined) return undefined;
  if (!isBucket(backupTo)) return lastOf(await goodBackups(backupTo), now)?.time;
  const text = await readFile(path.join(stagingIn({ data }), COPIED), "utf8").catch(() => "null");
  try {
    // Safe: `backUpTo` wrote it.
    const copied = JSON.parse(text) as Good | null;
    return lastOf(copied ? [copied] : [], now)?.time;
  } catch {
    // Cut off by a power failure: written anew by the next backup.
    return undefined;
  }
}

/** Brings the newest backup of a bucket, or the named one, into a folder. @returns its own folder there */
export function bringFrom(from: string, settings: PlaceSettings, into: string): Promise<string> {
  const [, place = from, name = ""] = /^(.*)\/([^/]+)\/?$/.exec(from) ?? [];
  return timeOf(name) === undefined
    ? copiesAt(from, settings).bring(into)
    : copiesAt(place, settings).bring(into, name);
}
