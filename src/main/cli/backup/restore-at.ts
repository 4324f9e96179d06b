import { existsSync, mkdirSync } from "node:fs";
import path, { join } from "node:path";
import type { ClientConfig } from "pg";
import { markPhonesRestored } from "#features/courier/server/public.ts";
import { allPictures } from "#features/deliveries/server/public.ts";
import { markRestored } from "#features/payments/server/public.ts";
import { installationIn } from "#server/backup/installation.ts";
import { readManifest } from "#server/backup/manifest.ts";
import { measure, takeOut } from "#server/backup/pieces.ts";
import { goodBackups, refuseOthers } from "#server/backup/shelf.ts";
import { draftIn } from "#server/backup/swap.ts";
import { recover, wayTo } from "#server/backup/wal/recover.ts";
import { pictureFolder, walFolder } from "#server/backup/wal/wal-shelf.ts";
import { openDb } from "#server/db/db.ts";
import { startEmbeddedPostgres, walOut } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { syncFolder } from "#server/store-file.ts";
import { databaseFolder, prepareQueue } from "../database.ts";
import type { Steps } from "../steps.ts";
import { moveSegments } from "./keep-wal.ts";
import { MAP, PICTURES } from "./source.ts";
import { takeFilesOut } from "./take-files-out.ts";

/** @returns undefined for all of the log. @throws SetupProblem where it is no instant */
export function instantOf(said: string, now: Date): Date | undefined {
  if (said === "last") return undefined;
  const at = new Date(said);
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(said) ||
    Number.isNaN(at.getTime())
  )
    throw new SetupProblem(
      `--at takes a time with its zone, such as 2026-11-29T12:41:00Z or 2026-11-29T13:41+01:00, or "last"; not "${said.slice(0, 100)}".`,
    );
  if (at > now) throw new SetupProblem(`${said} has not come yet: say a time that is over, or "--at last".`);
  return at;
}

interface RestoreAt {
  readonly shelf: string;
  readonly data: string;
  readonly root: string;
  readonly until: Date | undefined;
  readonly stamp: string;
  readonly steps: Steps;
}

export interface RestoredAt {
  /** Entries of the data folder that have a draft now. */
  readonly names: readonly string[];
  readonly gates: number;
  /** Pictures that rows name and that were not kept. */
  readonly missing: readonly string[];
}

/** Makes a database as it was at an instant, with its pictures, as drafts beside the data. */
export async function draftAt(restore: RestoreAt): Promise<RestoredAt> {
  const { shelf, data, root, until, stamp, steps } = restore;
  const wal = walFolder(shelf);
  await takeLastSegments(shelf, data);
  const way = await wayTo(wal, until);
  steps.say(`Goes on from the base of ${way.base.takenAt}, through ${way.row.length} pieces of the log`);
  const folder = draftIn(data, "postgres", stamp);
  mkdirSync(folder, { mode: 0o700 });
  await steps.run("Rows are as they were then", () => recover(wal, way, folder, until));
  const server = await startEmbeddedPostgres({ folder, archive: true });
  try {
    const { gates, pictures } = await goOn(server.connection, root);
    const missing = await steps.run("Pictures are back", () =>
      takePictures(wal, pictures, draftIn(data, PICTURES, stamp)),
    );
    const names = (await takeMap(restore)) ? [MAP] : [];
    return { names: ["postgres", PICTURES, ...names], gates, missing };
  } finally {
    await server.stop();
  }
}

/** The part of the log that PostgreSQL handed over and nobody has kept yet. */
async function takeLastSegments(shelf: string, data: string): Promise<void> {
  const out = walOut(databaseFolder(data));
  if (!existsSync(out)) return;
  await refuseOthers(shelf, installationIn(data));
  await moveSegments(out, walFolder(shelf));
}

type Picture = Awaited<ReturnType<typeof allPictures>>[number];

/** Card payments wait, phones send again what they keep; a newer program brings its tables along. */
async function goOn(
  connection: ClientConfig,
  root: string,
): Promise<{ readonly gates: number; readonly pictures: readonly Picture[] }> {
  await migrate(connection, join(root, "db", "migrations"));
  await prepareQueue({ connection });
  const db = openDb(connection, 2);
  try {
    return await db.owner(async (tx) => {
      const gates = await markRestored(tx);
      await markPhonesRestored(tx);
      return { gates, pictures: await allPictures(tx) };
    });
  } finally {
    await db.close();
  }
}

/** @returns those that were not kept, or are not as they were written */
async function takePictures(wal: string, pictures: readonly Picture[], into: string): Promise<string[]> {
  const kept = pictureFolder(wal);
  const missing: string[] = [];
  const folders = new Set([into]);
  mkdirSync(into, { mode: 0o700 });
  for (const { file, bytes, sha256 } of pictures) {
    if ((await measure(join(kept, file)))?.sha256 !== sha256) {
      missing.push(file);
      continue;
    }
    const to = join(into, file);
    folders.add(path.dirname(to));
    await takeOut(kept, { file, bytes, sha256 }, to);
  }
  for (const folder of folders) await syncFolder(folder);
  return missing;
}

/** The map of the newest backup; the one that lies in the data folder stays where no backup has one. */
async function takeMap({ shelf, data, stamp }: RestoreAt): Promise<boolean> {
  const [newest] = await goodBackups(shelf);
  if (!newest) return false;
  const folder = join(shelf, newest.name);
  const manifest = readManifest(folder);
  const files = manifest.files.filter(({ path: name }) => name.startsWith(`${MAP}/`));
  if (files.length === 0) return false;
  await takeFilesOut({ folder, manifest: { ...manifest, files } }, (name) => draftIn(data, name, stamp));
  return true;
}
