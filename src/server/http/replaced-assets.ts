import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { DAY_MS, type Instant } from "#kernel/instant.ts";

/** A page that was opened before an update may ask for its parts this long after it. */
const KEPT_MS = 90 * DAY_MS;
const ASSETS = "assets";

/** Copies of a client's hashed files in the data folder: those of the build that is served, and those that it replaced. */
const foldersIn = (folder: string) => ({
  current: path.join(folder, "current", ASSETS),
  /** The time of a file is when it was replaced. */
  replaced: path.join(folder, "replaced", ASSETS),
});

export interface ReplacedAssets {
  /** Served for what the build does not have any more. */
  readonly root: string;
  close(): void;
}

/**
 * Keeps the files of earlier builds: a build empties its own folder, and pages that were open meanwhile still ask for the
 * files that they were built with. What was replaced 90 days ago is deleted, looked at once a day.
 */
export async function keepReplaced(
  built: string,
  folder: string,
  clock: () => Instant,
): Promise<ReplacedAssets> {
  const { current, replaced } = foldersIn(folder);
  for (const one of [current, replaced]) await mkdir(one, { recursive: true });
  const [fresh, before] = await Promise.all([namesIn(path.join(built, ASSETS)), namesIn(current)]);
  const at = new Date(clock());
  for (const name of before) {
    if (fresh.has(name)) continue;
    // Dated before it is moved: one that lies there without its date would be deleted too early.
    await utimes(path.join(current, name), at, at);
    await rename(path.join(current, name), path.join(replaced, name));
  }
  for (const name of fresh) {
    if (!before.has(name)) await keep(path.join(built, ASSETS, name), path.join(current, name));
  }
  await deleteOld(replaced, clock());
  const timer = setInterval(() => void deleteOld(replaced, clock()).catch(() => undefined), DAY_MS);
  timer.unref();
  return { root: path.dirname(replaced), close: () => clearInterval(timer) };
}

/** A link costs no room; on another disk the file is copied. */
async function keep(file: string, kept: string): Promise<void> {
  const isLinked = await link(file, kept).then(
    () => true,
    () => false,
  );
  if (isLinked) return;
  const part = `${kept}.part`;
  await copyFile(file, part);
  await rename(part, kept);
}

const namesIn = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set(await readdir(folder).catch(() => []));

async function deleteOld(replaced: string, now: Instant): Promise<void> {
  for (const name of await namesIn(replaced)) {
    const file = path.join(replaced, name);
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs >= KEPT_MS) await rm(file, { force: true });
  }
}
