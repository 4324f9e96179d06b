import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Tx } from "../db/db.ts";
import { isOutOfReach } from "../db/out-of-reach.ts";
import { lockHolder, takeLock } from "../db/embedded-lock.ts";
import { failpoint } from "../failpoint.ts";
import { makeFolder } from "../folder.ts";
import { SetupProblem, systemCode } from "../setup-problem.ts";
import { syncFolder } from "../store-file.ts";
import { type NamedFile, writeFiles } from "./data-files.ts";
import { dumpDatabase } from "./dump.ts";
import { FORMAT, MANIFEST, type Manifest, manifestText, piecesOf, readManifest } from "./manifest.ts";
import { checkPiece, diskFull } from "./pieces.ts";
import { DRAFT, goodBackups, markShelf, nameAt, refuseOthers, removeDrafts } from "./shelf.ts";

/** All that there is to back up. */
export interface Source {
  readonly connection: pg.ClientConfig;
  readonly schemas: readonly string[];
  readonly dataFolder: string;
  /** Files that the rows name. */
  readonly named: (tx: Tx) => Promise<readonly NamedFile[]>;
  /** Further folders of the data folder, taken whole. */
  readonly folders: readonly string[];
  /** Version of Waybill. */
  readonly program: string;
  /** Id of the installation, the same for all its backups. */
  readonly installation: () => string;
}

export interface BackupOptions {
  /** Bytes of the target's disk that stay free. */
  readonly reserve: number;
  /** Goes on where a picture is missing or damaged, and notes it. */
  readonly allowMissing: boolean;
  readonly signal?: AbortSignal;
}

export interface Taken {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

/**
 * Adds a backup to a folder of backups. It has its name only once every piece was read back; pictures that an earlier one
 * holds are shared with it on the disk.
 *
 * @throws SetupProblem where another backup runs, the folder is that of another installation, the disk is full (exit code 3), or a picture is missing (2)
 */
export async function takeBackup(source: Source, shelf: string, options: BackupOptions): Promise<Taken> {
  const lock = lockIn(shelf, "waybill-backup.lock");
  try {
    await refuseOthers(shelf, source.installation());
    await removeDrafts(shelf);
    const [newest] = await goodBackups(shelf);
    const draft = path.join(shelf, `${DRAFT}${randomBytes(4).toString("hex")}`);
    const taken = await write(source, options, {
      draft,
      ...(newest && { earlier: path.join(shelf, newest.name) }),
      nameOf: ({ takenAt }) => path.join(shelf, nameAt(takenAt)),
    });
    await markShelf(shelf, source.installation());
    return taken;
  } finally {
    lock.release();
  }
}

/** Holds a lock file in a folder of backups, and makes the folder. @throws SetupProblem where another process holds it */
export function lockIn(folder: string, name: string): ReturnType<typeof takeLock> {
  const file = path.join(folder, name);
  const holder = lockHolder(file);
  if (holder !== undefined)
    throw new SetupProblem(`A backup into ${folder} is under way (process ${holder}): wait for its end.`);
  makeFolder(folder);
  return takeLock(file);
}

/**
 * Writes one backup as a folder of its own, to be taken elsewhere.
 *
 * @throws SetupProblem as `takeBackup`, and where something lies there already
 */
export async function exportTo(source: Source, folder: string, options: BackupOptions): Promise<Taken> {
  if (existsSync(folder)) {
    if (readdirSync(folder).length > 0)
      throw new SetupProblem(`${folder} is not empty: name a folder that is not there yet.`);
    rmdirSync(folder);
  }
  makeFolder(path.dirname(folder));
  const draft = path.join(path.dirname(folder), `${EXPORT_DRAFT}${path.basename(folder)}`);
  await rm(draft, { recursive: true, force: true });
  return write(source, options, { draft, nameOf: () => folder });
}

/** Another name than that of drafts, which the next backup into the same folder deletes. */
const EXPORT_DRAFT = ".export-";

interface Destination {
  readonly draft: string;
  readonly earlier?: string;
  readonly nameOf: (manifest: Manifest) => string;
}

async function write(source: Source, options: BackupOptions, to: Destination): Promise<Taken> {
  const { draft } = to;
  try {
    mkdirSync(draft, { mode: 0o700 });
    const linked = new Set<string>();
    const manifest = await writePieces(source, options, { ...to, linked });
    writeFileSync(path.join(draft, MANIFEST), manifestText(manifest), { mode: 0o600, flush: true });
    await syncFolders(draft);
    failpoint("backup:written");
    const read = readManifest(draft);
    for (const piece of piecesOf(read).filter(({ file }) => !linked.has(file)))
      await checkPiece(draft, piece, options.signal);
    failpoint("backup:checked");
    const folder = to.nameOf(manifest);
    renameSync(draft, folder);
    await syncFolder(path.dirname(folder));
    return { folder, manifest, bytes: piecesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    await tidy(draft);
    throw problemOf(error, path.dirname(draft));
  }
}

async function writePieces(
  source: Source,
  options: BackupOptions,
  to: Destination & { readonly linked: Set<string> },
): Promise<Manifest> {
  const { allowMissing, reserve, signal } = options;
  const target = { folder: to.draft, reserve, ...(signal && { signal }) };
  const { connection, schemas, named, folders, dataFolder, program } = source;
  const { read, ...database } = await dumpDatabase({ connection, schemas, target, alsoRead: named });
  failpoint("backup:rows");
  const files = await writeFiles({
    target,
    dataFolder,
    named: read,
    folders,
    allowMissing,
    linked: to.linked,
    ...(to.earlier !== undefined && { earlier: to.earlier }),
  });
  return { format: FORMAT, program, installation: source.installation(), ...database, ...files };
}

async function syncFolders(folder: string): Promise<void> {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  for (const one of inside) await syncFolder(path.join(one.parentPath, one.name));
  await syncFolder(folder);
}

/** The next backup removes the rest where the disk lets nothing go now. */
async function tidy(draft: string): Promise<void> {
  // Fails where the disk is gone.
  await rm(draft, { recursive: true, force: true }).catch(() => undefined);
}

function problemOf(error: unknown, shelf: string): unknown {
  const code = systemCode(error);
  if (error instanceof SetupProblem) return error;
  if (["ENOSPC", "EDQUOT"].includes(code)) return diskFull(shelf);
  if (["EACCES", "EPERM", "EROFS"].includes(code))
    return new SetupProblem(
      `Nothing may be written to ${shelf}: give this user write access to it, or choose another folder.`,
    );
  if (["ENOENT", "EIO", "ENODEV", "ESTALE"].includes(code) && !existsSync(shelf))
    return new SetupProblem(`${shelf} is gone: mount its disk or make the folder, then try again.`);
  if (isOutOfReach(error))
    return new SetupProblem(
      "The database went away during the backup, and nothing is left of it: try again once it runs.",
    );
  return error;
}
