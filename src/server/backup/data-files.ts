import { access, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { atMost } from "../at-most.ts";
import { SetupProblem, systemCode } from "../setup-problem.ts";
import { EXIT, type Manifest, placeOfFile } from "./manifest.ts";
import { type Target, linkPiece, measure, writeCopy } from "./pieces.ts";

/** A file of the data folder that rows name: its path in it, with slashes. */
export interface NamedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface FilesToWrite {
  readonly target: Target;
  readonly dataFolder: string;
  readonly named: readonly NamedFile[];
  readonly folders: readonly string[];
  readonly allowMissing: boolean;
  /** Folder of the backup before. */
  readonly earlier?: string;
  /** Gathers the places that were taken over from it: they are read once, when they are compared. */
  readonly linked: Set<string>;
}

type Written = Pick<Manifest, "files" | "missing" | "unsteady">;

/**
 * Copies files after the rows: a file is kept before the row that names it, and its content never changes.
 *
 * @throws SetupProblem (exit code 2) where a named file is missing or not as the row says
 */
export async function writeFiles(files: FilesToWrite): Promise<Written> {
  const missing: string[] = [];
  const held: NamedFile[] = [];
  const unsteady: string[] = [];
  for (const file of files.named) {
    if (await writeNamed(files, file)) held.push(file);
    else missing.push(file.path);
  }
  if (missing.length > 0 && !files.allowMissing) throw missingFiles(missing);
  for (const folder of files.folders) {
    const copied = await writeFolder(files, folder);
    held.push(...copied.held);
    if (!copied.isSteady) unsteady.push(folder);
  }
  return { files: held, missing, ...(unsteady.length > 0 && { unsteady }) };
}

const missingFiles = ([first = "", ...more]: readonly string[]): SetupProblem =>
  new SetupProblem(
    `${first}${more.length > 0 ? ` and ${more.length} further pictures` : ""} of the data folder is missing or damaged, though a proof names it: put it back from an earlier backup, or say --allow-missing to go on without it.`,
    EXIT.damaged,
  );

async function writeNamed(
  { target, dataFolder, earlier, linked }: FilesToWrite,
  file: NamedFile,
): Promise<boolean> {
  const place = placeOfFile(file.path);
  if (earlier !== undefined && (await linkPiece(target, place, path.join(earlier, place)))) {
    const found = await measure(path.join(target.folder, place), target.signal);
    if (found?.sha256 === file.sha256) {
      linked.add(place);
      return true;
    }
    await rm(path.join(target.folder, place));
  }
  const found = await copyIfThere(target, place, path.join(dataFolder, file.path));
  if (found?.sha256 === file.sha256) return true;
  await rm(path.join(target.folder, place), { force: true });
  return false;
}

async function copyIfThere(target: Target, place: string, from: string) {
  const isThere = await access(from).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  return writeCopy(target, place, from).catch((error: unknown) => {
    // Unreadable, or gone since.
    if (["ENOENT", "EACCES", "EISDIR"].includes(systemCode(error))) return undefined;
    throw error;
  });
}

const MOST_TRIES = 3;
/** Files that are read at the same time: the system lets a program open only so many. */
const FILES_AT_ONCE = 4;

interface Copied {
  readonly held: NamedFile[];
  readonly isSteady: boolean;
}

/** A folder that is replaced as a whole while it is copied is copied again. */
async function writeFolder(files: FilesToWrite, folder: string): Promise<Copied> {
  const turns = atMost(FILES_AT_ONCE);
  for (let tries = 1; ; tries += 1) {
    const before = await listOf(files.dataFolder, folder);
    const copied = await Promise.all(before.map((name) => turns.run(() => copyOrLink(files, name))));
    const held = copied.filter((one) => one !== undefined);
    const isSteady = await isStill(files.dataFolder, held, before.length);
    if (isSteady || tries === MOST_TRIES) return { held, isSteady };
    await rm(path.join(files.target.folder, placeOfFile(folder)), { recursive: true, force: true });
    for (const name of before) files.linked.delete(placeOfFile(name));
  }
}

async function listOf(dataFolder: string, folder: string): Promise<string[]> {
  const root = path.join(dataFolder, folder);
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });
  return found
    .filter((one) => one.isFile())
    .map((one) => path.relative(dataFolder, path.join(one.parentPath, one.name)).split(path.sep).join("/"))
    .toSorted();
}

async function copyOrLink({ target, dataFolder, earlier, linked }: FilesToWrite, name: string) {
  const from = path.join(dataFolder, name);
  const place = placeOfFile(name);
  const now = await measure(from, target.signal);
  if (now === undefined) return undefined;
  const before = earlier === undefined ? undefined : await measure(path.join(earlier, place), target.signal);
  if (earlier !== undefined && before?.sha256 === now.sha256) {
    if (await linkPiece(target, place, path.join(earlier, place))) {
      linked.add(place);
      return { path: name, ...now };
    }
  }
  const copied = await copyIfThere(target, place, from);
  return copied && { path: name, bytes: copied.bytes, sha256: copied.sha256 };
}

async function isStill(dataFolder: string, held: readonly NamedFile[], count: number): Promise<boolean> {
  if (held.length !== count) return false;
  const turns = atMost(FILES_AT_ONCE);
  const now = await Promise.all(held.map((one) => turns.run(() => measure(path.join(dataFolder, one.path)))));
  return now.every((one, nth) => one?.sha256 === held[nth]?.sha256);
}
