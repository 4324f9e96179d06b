import { existsSync, readdirSync, rmSync, statSync, statfsSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { installationIn } from "#server/backup/installation.ts";
import { takeBase } from "#server/backup/wal/base.ts";
import { segmentOf, unbroken } from "#server/backup/wal/segments.ts";
import * as wal from "#server/backup/wal/wal-shelf.ts";
import { placeOfFile } from "#server/backup/manifest.ts";
import { goodBackups, markShelf, refuseOthers } from "#server/backup/shelf.ts";
import { placeIn, systemIn } from "#server/db/embedded-create.ts";
import { walOut } from "#server/db/embedded.ts";
import { makeFolder } from "#server/folder.ts";
import type { Log } from "#server/http/app.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { databaseFolder } from "../database.ts";
import type { KeptBackups } from "./keep-backups.ts";
import { PICTURES } from "./source.ts";
import { type WalSettings, keepsWal } from "./wal-settings.ts";

const ROUND_MS = 10 * SECOND_MS;
/** The same trouble is said again after this long. */
const SAY_AGAIN_MS = 5 * MINUTE_MS;
const BASE_EVERY_MS = DAY_MS;
/** Of the disk of the data: what waits for a folder of backups that is gone never fills more. */
const WAITING_SHARE = 0.1;

interface Parts {
  readonly connection: pg.ClientConfig;
  /** Version of Waybill. */
  readonly program: string;
  readonly log: Pick<Log, "info" | "error">;
}

/** Keeps the log of the embedded database while Waybill runs, with a base each day; trouble is said and tried again. */
export function keepWal(settings: WalSettings, parts: Parts): KeptBackups {
  if (!keepsWal(settings)) return { close: () => Promise.resolve() };
  let closed = false;
  let saidAt = -Infinity;
  let running = Promise.resolve();
  const round = (): Promise<void> =>
    roundOf(settings, parts).catch((error: unknown) => {
      makeWay(settings, parts);
      if (closed || performance.now() < saidAt + SAY_AGAIN_MS) return;
      saidAt = performance.now();
      parts.log.error(
        error instanceof SetupProblem ? { says: error.message } : { error },
        "the database's log was not kept",
      );
    });
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    if (closed) return;
    running = round().finally(() => (timer = setTimeout(next, ROUND_MS).unref()));
  };
  next();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Moves what PostgreSQL handed over, copies new pictures, and takes a base where one is due. */
export async function roundOf(settings: WalSettings, { connection, program, log }: Parts): Promise<void> {
  const { data, backupTo: shelf = "", backupEveryMinute: keepMs, diskReserve } = settings;
  if (!existsSync(shelf))
    throw new SetupProblem(`${shelf} is not there: mount its disk, or make the folder.`);
  const installation = installationIn(data);
  await refuseOthers(shelf, installation);
  const place = wal.walFolder(shelf);
  const cluster = placeIn(databaseFolder(data)).database;
  const isHandedOver = readdirSync(walOut(databaseFolder(data))).length > 0;
  const aside = isHandedOver ? await wal.setAsideOthers(place, systemIn(cluster)) : undefined;
  if (aside !== undefined) log.info({ aside }, "the log of the database before was set aside");
  makeFolder(place);
  const last = await moveSegments(walOut(databaseFolder(data)), place);
  // Nothing was handed over: the rest waits for the next piece of the log, a minute at most where there is work.
  if (last === undefined && (await wal.hasBase(place))) return;
  const pictures = await keepPictures(settings, place);
  if (!(await isBaseDue(place, last))) return;
  const source = { connection, folder: databaseFolder(data), program, installation, pictures };
  const name = await takeBase(source, place, diskReserve * 1e6);
  await markShelf(shelf, installation);
  await wal.pruneWal(place, Date.now() - keepMs);
  log.info({ base: name }, "took a base for restores to a minute");
}

/** @returns the last segment that was moved */
export async function moveSegments(out: string, place: string): Promise<string | undefined> {
  let last;
  for (const name of readdirSync(out).toSorted()) {
    const from = path.join(out, name);
    if (name.endsWith(".history")) await wal.keepHistory(place, name, from);
    else if (segmentOf(name)) {
      await wal.keepSegment(place, name, from);
      last = name;
    } else if (!name.endsWith(".backup")) continue;
    rmSync(from);
  }
  return last;
}

/** @returns the names of all pictures in the data folder */
async function keepPictures({ data, backupTo: shelf = "" }: WalSettings, place: string): Promise<string[]> {
  const own = path.join(data, PICTURES);
  const names = await wal.filesUnder(own);
  const kept = new Set(await wal.filesUnder(wal.pictureFolder(place)));
  const fresh = names.filter((name) => !kept.has(name));
  const [newest] = fresh.length > 0 ? await goodBackups(shelf) : [];
  for (const name of fresh) {
    const backup = path.join(shelf, newest?.name ?? "", placeOfFile(`${PICTURES}/${name}`));
    await wal.keepPicture(place, name, { backup, own: path.join(own, name) });
  }
  return names;
}

/** No base yet, one of a day ago, or one whose log does not lead to the last segment: another timeline, or a gap. */
async function isBaseDue(place: string, last: string | undefined): Promise<boolean> {
  const [newest] = await wal.reachOf(place);
  if (!newest || Date.now() >= newest.base.time + BASE_EVERY_MS) return true;
  const segment = last === undefined ? undefined : segmentOf(last);
  if (!segment) return false;
  if (segment.timeline !== newest.base.timeline) return true;
  return segment.nth >= newest.base.first && unbroken(newest.row, segment).length === 0;
}

/** Drops what waits where it fills the disk of the data: orders go on, the minutes since are lost to a restore. */
function makeWay({ data }: WalSettings, { log }: Parts): void {
  const out = walOut(databaseFolder(data));
  const waiting = existsSync(out) ? readdirSync(out).map((name) => path.join(out, name)) : [];
  const bytes = waiting.reduce((sum, file) => sum + statSync(file).size, 0);
  const disk = statfsSync(data);
  if (bytes <= WAITING_SHARE * disk.blocks * disk.bsize) return;
  for (const file of waiting) rmSync(file, { force: true });
  log.error(
    { bytes },
    "no restore to the minutes since the folder of backups was last there: its log filled a tenth of the disk and was dropped",
  );
}
