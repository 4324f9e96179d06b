import { stat } from "node:fs/promises";
import path from "node:path";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import { ROADS_SOURCE } from "#server/geo/road-extract.ts";
import { buildRoads, builtRoads, roadsVersion } from "./build-file.ts";
import { type Roads, roadsOf } from "./roads.ts";

export interface OpenRoads extends RoadDistances {
  /** Looks for another map now. Roads that must be built again are built in a thread; the old ones serve meanwhile. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Takes news of roads that were loaded, built again or could not be built. */
export interface RoadsLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}

/** A map that was imported is noticed within this time. */
const CHECK_MS = 20_000;

/** Serves the roads of a map's folder and follows it when another map is imported. */
export async function openRoads(mapFolder: string, log: RoadsLog): Promise<OpenRoads> {
  const ending = new AbortController();
  let roads: Roads | undefined;
  let seen: string | undefined;
  let busy: Promise<void> = Promise.resolve();

  const take = async (version: string): Promise<boolean> => {
    const graphs = await builtRoads(mapFolder, version);
    if (!graphs) return false;
    roads = roadsOf(graphs);
    log.info({ version }, "roads loaded");
    return true;
  };
  /** @returns whether the roads must be built first */
  const look = async (): Promise<string | undefined> => {
    const stamp = await stampOf(mapFolder);
    if (stamp === seen) return undefined;
    const version = await roadsVersion(mapFolder);
    seen = stamp;
    if (version === undefined) roads = undefined;
    return version === undefined || version === roads?.version || (await take(version)) ? undefined : version;
  };
  const build = async (version: string): Promise<void> => {
    await buildRoads(mapFolder, undefined, ending.signal);
    if (!(await take(version))) seen = undefined;
  };
  const refresh = async (): Promise<void> => {
    try {
      const version = await look();
      if (version !== undefined) await build(version);
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ error: String(error) }, "roads could not be built");
    }
  };
  const next = (): Promise<void> => (busy = busy.then(refresh));
  const missing = await look();
  if (missing !== undefined) seen = undefined;
  if (missing !== undefined) void next();
  const timer = setInterval(() => void next(), CHECK_MS).unref();
  return {
    between(from, to, profile) {
      const way = roads?.way(from, to, profile);
      return way && "metres" in way ? way : undefined;
    },
    refresh: next,
    async close() {
      clearInterval(timer);
      ending.abort();
      await busy;
    },
  };
}

/** Changes when another map takes the folder's place; `undefined` without streets. */
async function stampOf(mapFolder: string): Promise<string | undefined> {
  const source = await stat(path.join(mapFolder, ROADS_SOURCE)).catch(() => undefined);
  return source && `${source.mtimeMs} ${source.size} ${source.ino}`;
}
