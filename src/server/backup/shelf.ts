import { access, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { SetupProblem, systemCode } from "../setup-problem.ts";
import { type KeepRule, keptOf } from "./keep.ts";
import { MANIFEST } from "./manifest.ts";

const NAME = /^waybill-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)$/;
/** Backups that are being written, or were when somebody ended it. */
export const DRAFT = ".part-";

/** A folder name for a time: no colons, which Windows does not take. */
export const nameAt = (iso: string): string => `waybill-${iso.replaceAll(":", "-")}`;

/** Instant of a backup's rows, by its name; undefined for anything else. */
export function timeOf(name: string): number | undefined {
  const [, text] = NAME.exec(name) ?? [];
  if (text === undefined) return undefined;
  const [day = "", clock = ""] = text.split("T");
  return Date.parse(`${day}T${clock.replace("-", ":").replace("-", ":")}`);
}

export interface Good {
  readonly name: string;
  /** Instant of its rows. */
  readonly time: number;
}

const isThere = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );

/** Names in a folder; none where it is gone. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });

/** Whole backups in a folder, the newest first; none where the folder is gone. @throws Error where its disk fails */
export async function goodBackups(shelf: string): Promise<Good[]> {
  const good: Good[] = [];
  for (const name of await namesIn(shelf)) {
    const time = timeOf(name);
    if (time !== undefined && (await isThere(path.join(shelf, name, MANIFEST)))) good.push({ name, time });
  }
  return good.toSorted((a, b) => b.time - a.time);
}

/** The newest that is not of the future, as one is whose clock went wrong. */
export const lastOf = (all: readonly Good[], now: number): Good | undefined =>
  all.find(({ time }) => time <= now);

/** Names the installation whose backups a folder holds. */
export const MARKER = "waybill-shelf.json";

/** @throws SetupProblem where the folder holds the backups of another installation: their rule would delete each other's */
export async function refuseOthers(shelf: string, installation: string): Promise<void> {
  const owner = await ownerOf(shelf);
  if (owner === undefined || owner === installation) return;
  throw new SetupProblem(
    `${shelf} holds the backups of another installation: choose another folder. Where this one goes on in its place, delete ${MARKER} there.`,
  );
}

async function ownerOf(shelf: string): Promise<string | undefined> {
  const text = await readFile(path.join(shelf, MARKER), "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  return ownerIn(text);
}

/** Installation that a marker names. */
export function ownerIn(text: string | undefined): string | undefined {
  try {
    const { installation } = JSON.parse(text ?? "{}") as { installation?: string };
    return installation;
  } catch {
    // Cut off by a power failure: made anew by the next backup.
    return undefined;
  }
}

export const markShelf = (shelf: string, installation: string): Promise<void> =>
  writeFile(path.join(shelf, MARKER), `${JSON.stringify({ installation })}\n`, { mode: 0o600, flush: true });

/** The backup that somebody names: its own folder, or the newest in a folder of several. @throws SetupProblem where there is none */
export async function backupAt(place: string): Promise<string> {
  if (await isThere(path.join(place, MANIFEST))) return place;
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const [newest] = isFolder ? await goodBackups(place) : [];
  if (newest) return path.join(place, newest.name);
  const says = (await isThere(place)) ? "holds no backup" : "is not there";
  throw new SetupProblem(`${place} ${says}: name a folder that "waybill backup" made.`);
}

/** Deletes what backups that were ended left behind. */
export async function removeDrafts(shelf: string): Promise<void> {
  for (const name of (await readdir(shelf)).filter((one) => one.startsWith(DRAFT)))
    await rm(path.join(shelf, name), { recursive: true, force: true });
}

/** Deletes the backups that the rule does not keep. @returns their names */
export async function prune(shelf: string, rule: KeepRule): Promise<string[]> {
  const all = await goodBackups(shelf);
  const kept = keptOf(
    all.map(({ time }) => time),
    rule,
  );
  const gone = all.filter(({ time }) => !kept.has(time)).map(({ name }) => name);
  await remove(shelf, gone);
  return gone;
}

/** Deletes all backups but one. */
export async function keepAlone(shelf: string, name: string): Promise<void> {
  const all = (await goodBackups(shelf)).map((one) => one.name);
  await remove(
    shelf,
    all.filter((one) => one !== name),
  );
}

async function remove(shelf: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    // Without its manifest it is no backup, so that one which is half deleted is never taken for one.
    await rm(path.join(shelf, name, MANIFEST), { force: true });
    await rm(path.join(shelf, name), { recursive: true, force: true });
  }
}
