import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ClientConfig } from "pg";
import type { Given } from "#main/config/read.ts";
import { isBucket } from "#server/backup/bucket/bucket.ts";
import { migrationsOf } from "#server/backup/load.ts";
import { piecesOf, readManifest } from "#server/backup/manifest.ts";
import { checkPiece } from "#server/backup/pieces.ts";
import { backupAt } from "#server/backup/shelf.ts";
import { beforeOf, beginSwap, draftIn, finishSwap, hasSwap } from "#server/backup/swap.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { takeLock } from "#server/db/embedded-lock.ts";
import { makeFolder } from "#server/folder.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { connected, databaseFolder, migrationsIn, openDatabase } from "../database.ts";
import { type Steps, printSteps } from "../steps.ts";
import { asCalled, bringFrom } from "./backup-place.ts";
import { isDiskFull, noRoom, refuseLackOfRoom, stampNow, takeTheirPlace } from "./beside.ts";
import { type Backup, fillToGoOn } from "./fill.ts";
import { draftAt, instantOf } from "./restore-at.ts";
import { MAP, PICTURES } from "./source.ts";
import { takeFilesOut } from "./take-files-out.ts";

/** A backup of object storage lies here while it is restored. */
const BROUGHT = ".brought";
/** Entries of the data folder that belong to the data that were there before. */
const ASIDE = [PICTURES, MAP, "uploads"];

interface Place {
  readonly data: string;
  readonly root: string;
  readonly replace: boolean;
  readonly steps: Steps;
}

interface Restore extends Place {
  readonly backup: Backup;
}

/** `waybill restore FROM [--at TIME]`, and `waybill import FROM`, which is the same without a time. */
export async function restoreCommand(given: Given, root: string): Promise<void> {
  const [name] = given.words;
  if (name === undefined)
    throw new SetupProblem(
      'Say "waybill restore FROM" with a folder or a bucket that "waybill backup" wrote to.',
    );
  const { data } = given.settings;
  const from = asCalled(name);
  const until = instantAsked(given, from);
  const steps = printSteps((line) => process.stdout.write(`${line}\n`));
  const place: Place = { data, root, replace: given.switches.has("--replace"), steps };
  const inFolder =
    until === undefined && !isBucket(from) ? openBackup(await backupAt(from), place) : undefined;
  makeFolder(data);
  const lock = takeLock(join(data, "waybill.lock"));
  const brought = join(data, BROUGHT);
  try {
    await rm(brought, { recursive: true, force: true });
    await finishSwap(data);
    const done = await (until === undefined
      ? into({ ...place, backup: inFolder ?? (await bring(place, from, given)) }, given)
      : toInstant(place, from, until === "last" ? undefined : until));
    process.stdout.write(`${sayDone(done).join("\n")}\n`);
  } catch (error) {
    if (!hasSwap(data)) await finishSwap(data);
    throw isDiskFull(error) ? noRoom(data) : error;
  } finally {
    await rm(brought, { recursive: true, force: true });
    lock.release();
  }
}

/** The instant of `--at`, which may be the last one; undefined where it is not said. */
function instantAsked({ options, settings }: Given, from: string): Date | "last" | undefined {
  const at = options.get("--at");
  if (at === undefined) return undefined;
  if (isBucket(from))
    throw new SetupProblem("--at needs a folder: object storage holds the hourly backups alone.");
  if (settings.databaseUrl !== undefined)
    throw new SetupProblem(
      "--at restores the embedded database: for one of your own, restore it to that time yourself, then run “waybill restored”.",
    );
  return instantOf(at, new Date()) ?? "last";
}

const into = (restore: Restore, given: Given): Promise<Done> =>
  given.settings.databaseUrl === undefined ? intoEmbedded(restore) : intoOwn(restore, given);

/** Brings a backup of object storage beside the data. */
async function bring(place: Place, from: string, { settings }: Given): Promise<Backup> {
  const { data, replace, steps } = place;
  if (!replace && settings.databaseUrl === undefined) refuseOccupied(data);
  const folder = await steps.run("It was brought from the object storage", () =>
    bringFrom(from, settings, join(data, BROUGHT)),
  );
  return openBackup(folder, place);
}

function openBackup(folder: string, { root, steps }: Place): Backup {
  const manifest = readManifest(folder);
  migrationsOf(manifest, migrationsIn(root));
  steps.say(`${folder}, taken at ${manifest.takenAt}`);
  return { folder, manifest };
}

interface Done {
  /** Tables that are not Waybill's. */
  readonly left: readonly string[];
  readonly gates: number;
  /** Pictures that the rows name. */
  readonly missing: readonly string[];
  /** Places of the data that were there before. */
  readonly before: readonly string[];
}

function sayDone({ left, gates, before, missing }: Done): string[] {
  return [
    ...(left.length > 0 ? [`Left out, since they are not Waybill's: ${left.join(", ")}.`] : []),
    ...(missing.length > 0
      ? [`${missing.length} ${missing.length === 1 ? "picture is" : "pictures are"} missing in the backup.`]
      : []),
    ...(before.length > 0
      ? [`The old data are kept as ${before.join(", ")}: delete them when you miss nothing.`]
      : []),
    ...(gates > 0 ? ["Card payments wait until our books were compared with the provider's."] : []),
    "The backup is restored. Start Waybill.",
  ];
}

async function checkAll({ backup, steps }: Restore): Promise<void> {
  const { folder, manifest } = backup;
  await steps.run("Every piece is as it was written", async () => {
    for (const piece of piecesOf(manifest)) await checkPiece(folder, piece);
  });
}

/** Makes a whole new database beside the old; one rename each then puts the new in the place of the old. */
async function intoEmbedded(restore: Restore): Promise<Done> {
  const { backup, data, root, replace, steps } = restore;
  if (!replace) refuseOccupied(data);
  await checkAll(restore);
  refuseLackOfRoom(data, backup.manifest);
  const stamp = stampNow();
  const server = await startEmbeddedPostgres({ folder: draftIn(data, "postgres", stamp) });
  let filled;
  try {
    filled = await steps.run("Rows are back", () => fillToGoOn(server.connection, backup, root));
  } finally {
    await server.stop();
  }
  mkdirSync(draftIn(data, PICTURES, stamp), { mode: 0o700 });
  const folders = await steps.run("Files are back", () =>
    takeFilesOut(backup, (name) => draftIn(data, name, stamp)),
  );
  const names = [...new Set(["postgres", PICTURES, ...folders])];
  const aside = ASIDE.filter((one) => !names.includes(one));
  const before = await takeTheirPlace(data, { stamp, names, aside });
  return { ...filled, before, missing: backup.manifest.missing };
}

/** The database as it was at an instant, or at the end of its log, beside the old; the map stays where no backup has one. */
async function toInstant(
  { data, root, replace, steps }: Place,
  shelf: string,
  until: Date | undefined,
): Promise<Done> {
  if (!replace) refuseOccupied(data);
  const stamp = stampNow();
  const { names, ...done } = await draftAt({ shelf, data, root, until, stamp, steps });
  const before = await takeTheirPlace(data, { stamp, names, aside: ["uploads"] });
  return { ...done, left: [], before };
}

function refuseOccupied(data: string): void {
  const pictures = join(data, PICTURES);
  const isOccupied =
    existsSync(join(databaseFolder(data), "pg", "PG_VERSION")) ||
    (existsSync(pictures) && readdirSync(pictures).length > 0);
  if (isOccupied)
    throw new SetupProblem(
      `${data} holds an installation already: say --replace to put the backup in its place (the old data are kept beside it), or choose another folder with --data.`,
    );
}

/** The one transaction that fills the database decides: until then it is empty, and files beside it do no harm. */
async function intoOwn(restore: Restore, { settings }: Given): Promise<Done> {
  const { backup, data, root, replace, steps } = restore;
  if (replace)
    throw new SetupProblem(
      "A database of your own is never replaced: create a new, empty one, name it in DATABASE_URL and restore without --replace; the old one stays as it is.",
    );
  const { connection } = await openDatabase(settings);
  await refuseTables(connection);
  await checkAll(restore);
  const stamp = stampNow();
  const isMap = (name: string) => name === MAP;
  mkdirSync(join(data, PICTURES), { recursive: true, mode: 0o700 });
  const folders = await steps.run("Files are back", () =>
    takeFilesOut(backup, (name) => (isMap(name) ? draftIn(data, name, stamp) : join(data, name))),
  );
  const filled = await steps.run("Rows are back", () => fillToGoOn(connection, backup, root));
  await beginSwap(data, { stamp, names: folders.filter(isMap), aside: [] });
  await finishSwap(data);
  const before = [join(data, beforeOf(MAP, stamp))].filter((place) => existsSync(place));
  return { ...filled, before, missing: backup.manifest.missing };
}

const refuseTables = (connection: ClientConfig): Promise<void> =>
  connected(connection, async (client) => {
    const { rows } = await client.query<{ made: boolean }>(
      "select to_regclass('public.schema_migration') is not null as made",
    );
    if (rows[0]?.made !== true) return;
    throw new SetupProblem(
      "The database that DATABASE_URL names holds an installation already: create a new, empty one, name it there and restore again; the old one stays as it is.",
    );
  });
