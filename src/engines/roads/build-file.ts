import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { ROADS_SOURCE } from "#server/geo/road-extract.ts";
import { type BuildProgress, buildInto, readStreets } from "./build.ts";
import { changedGraphs } from "./changed.ts";
import type { RoadChanges } from "#server/geo/streets.ts";
import { readRoads, versionOf, writeRoads } from "./file.ts";
import type { RoadGraphs } from "./roads.ts";

export const ROADS_FILE = "roads.bin";
/** The roads as they are now, where streets are closed or slow or speeds were learned. */
export const CHANGED_FILE = "roads-now.bin";

/** Version of the roads that a map's folder should hold; `undefined` where it has no streets to build from. */
export async function roadsVersion(mapFolder: string): Promise<string | undefined> {
  const source = await readFile(path.join(mapFolder, ROADS_SOURCE)).catch(() => undefined);
  return source && versionOf(source);
}

/** Version of a map's roads with some changes; without any it is the map's. */
export function changedVersion(version: string, changes: RoadChanges): string {
  if (changes.streets.length === 0 && Object.keys(changes.learned).length === 0) return version;
  return `${version}+${createHash("sha256").update(JSON.stringify(changes)).digest("hex").slice(0, 12)}`;
}

/** Roads of a map's folder, where they are built, whole and of this version. */
export const builtRoads = (mapFolder: string, version: string): Promise<RoadGraphs | undefined> =>
  readRoads(path.join(mapFolder, ROADS_FILE), (found) => found === version);

/** Changed roads of a map's folder, where they are whole and of this version. */
export const changedRoads = (mapFolder: string, version: string): Promise<RoadGraphs | undefined> =>
  readRoads(path.join(mapFolder, CHANGED_FILE), (found) => found === version);

/** Forgets changed roads: the map's own hold again. */
export const dropChanged = (mapFolder: string): Promise<void> =>
  rm(path.join(mapFolder, CHANGED_FILE), { force: true });

/** The roads that serve a map's folder now: the changed ones where there are any. */
export async function currentRoads(mapFolder: string): Promise<RoadGraphs | undefined> {
  const version = await roadsVersion(mapFolder);
  if (version === undefined) return undefined;
  const changed = await readRoads(path.join(mapFolder, CHANGED_FILE), (found) =>
    found.startsWith(`${version}+`),
  );
  return changed ?? builtRoads(mapFolder, version);
}

/** Work of a thread: building the roads of a map's folder, or contracting them again with changes. */
export interface RoadsJob {
  readonly mapFolder: string;
  readonly changes?: RoadChanges;
}

/** Does the work in this thread. */
export async function buildHere({ mapFolder, changes }: RoadsJob, progress?: BuildProgress): Promise<void> {
  if (changes) return changeHere(mapFolder, changes);
  const source = path.join(mapFolder, ROADS_SOURCE);
  const version = versionOf(await readFile(source));
  await buildInto(path.join(mapFolder, ROADS_FILE), await readStreets(source), version, progress);
}

async function changeHere(mapFolder: string, changes: RoadChanges): Promise<void> {
  const version = await roadsVersion(mapFolder);
  const base = version === undefined ? undefined : await builtRoads(mapFolder, version);
  if (!base) throw new Error("there are no roads to change");
  const graphs = changedGraphs(base, changes, changedVersion(base.version, changes));
  await writeRoads(path.join(mapFolder, CHANGED_FILE), graphs);
}

/** Builds the roads of a map's folder in a thread of its own: ten seconds of processor time for a large city. */
export const buildRoads = (
  mapFolder: string,
  progress?: BuildProgress,
  signal?: AbortSignal,
): Promise<void> => inThread({ mapFolder }, progress, signal);

/** Contracts the roads of a map's folder again with changes, in a thread of its own. */
export const changeRoads = (mapFolder: string, changes: RoadChanges, signal?: AbortSignal): Promise<void> =>
  inThread({ mapFolder, changes }, undefined, signal);

function inThread(
  job: RoadsJob,
  progress: BuildProgress = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./build-worker.mjs", import.meta.url), {
      workerData: job,
      execArgv: [],
      // Most of what a build makes is short-lived: a small nursery keeps the process small.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    const stop = () => void worker.terminate();
    signal?.addEventListener("abort", stop, { once: true });
    worker.on("message", (message: Parameters<BuildProgress>) => progress(...message));
    worker.on("error", reject);
    worker.on("exit", (code) => {
      signal?.removeEventListener("abort", stop);
      if (code === 0) resolve();
      else reject(signal?.aborted ? signal.reason : new Error("the roads were not built"));
    });
  });
}
