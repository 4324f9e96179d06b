import { readFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { readOsm } from "#server/geo/osm-read.ts";
import { ROADS_SOURCE } from "#server/geo/road-extract.ts";
import { type BuildProgress, buildGraphs } from "./build.ts";
import { readRoads, versionOf, writeRoads } from "./file.ts";
import type { RoadGraphs } from "./roads.ts";

const ROADS_FILE = "roads.bin";

/** Version of the roads that a map's folder should hold; `undefined` where it has no streets to build from. */
export async function roadsVersion(mapFolder: string): Promise<string | undefined> {
  const source = await readFile(path.join(mapFolder, ROADS_SOURCE)).catch(() => undefined);
  return source && versionOf(source);
}

/** Roads of a map's folder, where they are built, whole and of this version. */
export const builtRoads = (mapFolder: string, version: string): Promise<RoadGraphs | undefined> =>
  readRoads(path.join(mapFolder, ROADS_FILE), version);

/** Builds the roads of a map's folder in this thread. */
export async function buildHere(mapFolder: string, progress?: BuildProgress): Promise<void> {
  const source = path.join(mapFolder, ROADS_SOURCE);
  const version = versionOf(await readFile(source));
  const graphs = buildGraphs(await readOsm(source), version, progress);
  await writeRoads(path.join(mapFolder, ROADS_FILE), graphs);
}

/** Builds the roads of a map's folder in a thread of its own: ten seconds of processor time for a large city. */
export function buildRoads(
  mapFolder: string,
  progress: BuildProgress = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./build-worker.mjs", import.meta.url), {
      workerData: mapFolder,
      execArgv: [],
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
