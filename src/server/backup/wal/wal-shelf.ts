import { createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../setup-problem.ts";
import { syncFolder } from "../../store-file.ts";
import { linkPiece, writeCopy, writePacked } from "../pieces.ts";
import { DRAFT, namesIn } from "../shelf.ts";
import { BASE, BASE_FILE, type Base, firstOf, picturesOf, readBase, systemOf } from "./base.ts";
import { type Segment, segmentOf, unbroken } from "./segments.ts";

/** Folder within a folder of backups that holds what every minute is restored from. */
export const walFolder = (shelf: string): string => path.join(shelf, "every-minute");
const SEGMENTS = "segments";
const PICTURES = "pictures";

/** A segment that was kept: its bytes are compressed, their SHA-256 is part of the name. */
export interface KeptSegment extends Segment {
  readonly file: string;
  readonly sha256: string;
}

/** Segments that a folder keeps, in no order. */
export async function keptSegments(wal: string): Promise<KeptSegment[]> {
  const kept: KeptSegment[] = [];
  for (const file of await namesIn(path.join(wal, SEGMENTS))) {
    const [name = "", hash = "", ending] = file.split(".");
    const segment = segmentOf(name);
    if (segment && ending === "gz") kept.push({ ...segment, file, sha256: hash });
  }
  return kept;
}

/** Place of a segment or of a history. */
export const placeOfSegment = (wal: string, { file }: Pick<KeptSegment, "file">): string =>
  path.join(wal, SEGMENTS, file);

/** Keeps a finished segment, safe on the disk when it returns; one that is kept already stays. */
export async function keepSegment(wal: string, name: string, from: string): Promise<void> {
  const draft = { folder: wal, reserve: 0 };
  const part = `${DRAFT}${name}`;
  await mkdir(path.join(wal, SEGMENTS), { recursive: true, mode: 0o700 });
  await rm(path.join(wal, part), { force: true });
  const { sha256 } = await writePacked(draft, part, [createReadStream(from)]);
  await rename(path.join(wal, part), path.join(wal, SEGMENTS, `${name}.${sha256}.gz`));
  await syncFolder(path.join(wal, SEGMENTS));
}

/** Histories of timelines, by their names; a restore shows them to PostgreSQL so that it begins a new one. */
export const keptHistories = async (wal: string): Promise<string[]> =>
  (await namesIn(path.join(wal, SEGMENTS))).filter((name) => name.endsWith(".history"));

export async function keepHistory(wal: string, name: string, from: string): Promise<void> {
  await mkdir(path.join(wal, SEGMENTS), { recursive: true, mode: 0o700 });
  await copyFile(from, path.join(wal, SEGMENTS, name));
}

export interface KeptBase extends Base {
  readonly name: string;
  /** Instant from which on the database can be brought back. */
  readonly time: number;
}

/**
 * Sets aside what was kept of another database, whose log counts anew: after a restore or an upgrade.
 *
 * @param system of the database that is there now
 * @returns its place; undefined where all that was kept is of this one
 */
export async function setAsideOthers(wal: string, system: string): Promise<string | undefined> {
  const [newest] = await keptBases(wal);
  const kept = newest && systemOf(path.join(wal, newest.name));
  if (kept === undefined || kept === system) return undefined;
  const aside = `${wal}.before-${new Date().toISOString().replaceAll(/[-:]|\..*$/g, "")}`;
  await rename(wal, aside);
  await syncFolder(path.dirname(wal));
  return aside;
}

/** Whether there is a base, whole or not, without reading one. */
export const hasBase = async (wal: string): Promise<boolean> =>
  (await namesIn(wal)).some((name) => name.startsWith(BASE));

/** Whole bases, the newest first. */
export async function keptBases(wal: string): Promise<KeptBase[]> {
  const bases: KeptBase[] = [];
  for (const name of (await namesIn(wal)).filter((one) => one.startsWith(BASE))) {
    try {
      const base = readBase(path.join(wal, name));
      bases.push({ ...base, name, time: Date.parse(base.takenAt) });
    } catch (error) {
      // One that is being deleted has no list any more.
      if (systemCode(error) !== "ENOENT") throw error;
    }
  }
  return bases.toSorted((a, b) => b.time - a.time);
}

/** Names of all files in a folder and the folders in it. */
export async function filesUnder(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });
  return found
    .filter((one) => one.isFile() && !one.name.endsWith(".part"))
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)).replaceAll("\\", "/"));
}

export const pictureFolder = (wal: string): string => path.join(wal, PICTURES);
const placeOfPicture = (wal: string, name: string): string => path.join(pictureFolder(wal), name);

/**
 * Keeps a picture of the data folder, safe on the disk when it returns: as a further name of the file in a backup where one
 * holds it, else as a copy. Its name is of its content.
 */
export async function keepPicture(
  wal: string,
  name: string,
  { backup, own }: { readonly backup: string; readonly own: string },
): Promise<void> {
  const target = { folder: wal, reserve: 0 };
  if (await linkPiece(target, `${PICTURES}/${name}`, backup)) return;
  const part = `${DRAFT}picture`;
  await rm(path.join(wal, part), { force: true });
  await writeCopy(target, part, own);
  await rename(path.join(wal, part), placeOfPicture(wal, name));
}

/** Deletes what no instant since `from` needs: bases before the last one that is older, their log and their pictures. */
export async function pruneWal(wal: string, from: number): Promise<void> {
  const bases = await keptBases(wal);
  const oldest = bases.find(({ time }) => time <= from) ?? bases.at(-1);
  if (!oldest) return;
  for (const { name } of bases.filter(({ time }) => time < oldest.time)) {
    await rm(path.join(wal, name, BASE_FILE), { force: true });
    await rm(path.join(wal, name), { recursive: true, force: true });
  }
  const kept = bases.filter(({ time }) => time >= oldest.time);
  const isNeeded = (segment: Segment) =>
    kept.some((base) => base.timeline === segment.timeline && segment.nth >= base.first);
  for (const segment of (await keptSegments(wal)).filter((one) => !isNeeded(one)))
    await rm(placeOfSegment(wal, segment), { force: true });
  await prunePictures(wal, kept);
}

async function prunePictures(wal: string, kept: readonly KeptBase[]): Promise<void> {
  const named = new Set(kept.flatMap(({ name }) => picturesOf(path.join(wal, name))));
  const since = Math.min(...kept.map(({ time }) => time));
  for (const name of await filesUnder(pictureFolder(wal))) {
    if (named.has(name)) continue;
    const found = await stat(placeOfPicture(wal, name));
    if (Math.max(found.mtimeMs, found.ctimeMs) < since) await rm(placeOfPicture(wal, name), { force: true });
  }
}

/** Bases with the segments that go on from each without a gap. */
export async function reachOf(
  wal: string,
): Promise<{ readonly base: KeptBase; readonly row: KeptSegment[] }[]> {
  const segments = await keptSegments(wal);
  return (await keptBases(wal)).map((base) => ({ base, row: unbroken(segments, firstOf(base)) }));
}

/** Instant up to which the log goes on from the newest base; undefined where there is none. */
export async function keptUntil(wal: string): Promise<number | undefined> {
  const [newest] = await reachOf(wal);
  if (!newest) return undefined;
  const last = newest.row.at(-1);
  return last
    ? Math.max(newest.base.time, (await stat(placeOfSegment(wal, last))).mtimeMs)
    : newest.base.time;
}
