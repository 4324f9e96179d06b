import { stat } from "node:fs/promises";
import path from "node:path";
import type { RoadDistances, RoadWay } from "#server/geo/road-distances.ts";
import { ROADS_SOURCE } from "#server/geo/road-extract.ts";
import type { StreetsOfMap } from "#server/geo/streets.ts";
import {
  buildRoads,
  builtRoads,
  changedRoads,
  changedVersion,
  changeRoads,
  dropChanged,
  roadsVersion,
} from "./build-file.ts";
import type { BuildProgress } from "./build.ts";
import type { RoadChanges } from "#server/geo/streets.ts";
import { type RoadServer, roadServer, type RoadServerSettings, serviceOf } from "./servers/road-server.ts";
import { type RoadGraphs, type Roads, roadsOf } from "./roads.ts";
import { streetsOf, type StreetSearch } from "./streets.ts";

export interface OpenRoads extends RoadDistances, StreetsOfMap {
  /** Follows the closed and slow streets that are told. */
  follow(changes: () => Promise<RoadChanges>): void;
  close(): Promise<void>;
}

/** Takes news of roads that were loaded, built again or could not be built. */
export interface RoadsLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}

export interface RoadsOptions {
  readonly server?: RoadServerSettings;
  readonly progress?: BuildProgress;
}

/** A map that was imported and a closure that began or ended are noticed within this time. */
const CHECK_MS = 20_000;
const NOTHING: RoadChanges = { streets: [], learned: {} };

/** The map's own roads, which the streets are searched on. */
interface Base {
  readonly version: string;
  readonly streets: StreetSearch;
  readonly roads: Roads;
}

/** Serves the roads of a map's folder and follows it when another map is imported or streets are closed. */
export async function openRoads(
  mapFolder: string,
  log: RoadsLog,
  { server: settings, progress }: RoadsOptions = {},
): Promise<OpenRoads> {
  const ending = new AbortController();
  let base: Base | undefined;
  let roads: Roads | undefined;
  let seen: string | undefined;
  let busy: Promise<void> = Promise.resolve();
  let isChanging = false;
  let changesNow = (): Promise<RoadChanges> => Promise.resolve(NOTHING);
  const server = settings && openServer(settings, log);

  const takeBase = (graphs: RoadGraphs): void => {
    const own = roadsOf(graphs);
    base = { version: graphs.version, roads: own, streets: streetsOf(graphs, own) };
    roads = own;
    log.info({ version: graphs.version }, "roads loaded");
  };
  /** @returns whether the roads must be built first */
  const look = async (): Promise<string | undefined> => {
    const stamp = await stampOf(mapFolder);
    if (stamp === seen) return undefined;
    const version = await roadsVersion(mapFolder);
    seen = stamp;
    if (version === undefined) [base, roads] = [undefined, undefined];
    if (version === undefined || version === base?.version) return undefined;
    const graphs = await builtRoads(mapFolder, version);
    if (graphs) takeBase(graphs);
    return graphs ? undefined : version;
  };
  const build = async (version: string): Promise<void> => {
    await buildRoads(mapFolder, progress, ending.signal);
    const graphs = await builtRoads(mapFolder, version);
    if (graphs) takeBase(graphs);
    else seen = undefined;
  };
  /** Makes what is served agree with the streets that are closed and slow now. */
  const change = async (): Promise<void> => {
    if (!base) return;
    const changes = await changesNow();
    const version = changedVersion(base.version, changes);
    if (version === roads?.version) return;
    if (version === base.version) {
      roads = base.roads;
      await dropChanged(mapFolder);
      log.info({ version }, "no street is closed or slow any more");
      return;
    }
    const began = performance.now();
    isChanging = true;
    try {
      const kept = await changedRoads(mapFolder, version);
      if (!kept) await changeRoads(mapFolder, changes, ending.signal);
      const graphs = kept ?? (await changedRoads(mapFolder, version));
      if (!graphs) throw new Error("the changed roads cannot be read");
      roads = roadsOf(graphs);
      log.info({ version, ms: Math.round(performance.now() - began) }, "roads changed");
    } finally {
      isChanging = false;
    }
  };
  const attempt = async (work: () => Promise<void>, text: string): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ error: String(error) }, text);
    }
  };
  const refresh = async (): Promise<void> => {
    await attempt(async () => {
      const version = await look();
      if (version !== undefined) await build(version);
    }, "roads could not be built");
    await attempt(change, "roads could not be changed");
  };
  const next = (): Promise<void> => (busy = busy.then(refresh));
  const own = (...[from, to, profile]: Parameters<RoadDistances["between"]>): RoadWay | undefined => {
    const way = roads?.way(from, to, profile);
    return roads && way && "metres" in way ? { ...way, version: roads.version } : undefined;
  };
  const missing = await look();
  if (missing !== undefined) seen = undefined;
  if (missing !== undefined) void next();
  const timer = setInterval(() => void next(), CHECK_MS).unref();
  return {
    between: (from, to, profile) =>
      server ? byServer(server, own, [from, to, profile]) : own(from, to, profile),
    search: (text, limit) => base?.streets.search(text, limit) ?? [],
    stretch: (from, to) => base?.streets.stretch(from, to),
    classSeconds: (from, to, profile) => base?.streets.classSeconds(from, to, profile),
    state: () => ({
      source: server?.isWell() ? server.source : roads ? "own" : "estimated",
      version: roads?.version ?? null,
      isChanging,
    }),
    refresh: next,
    follow(changes) {
      changesNow = changes;
      void next();
    },
    async close() {
      clearInterval(timer);
      ending.abort();
      await busy;
    },
  };
}

function openServer(settings: RoadServerSettings, log: RoadsLog): RoadServer {
  return roadServer(serviceOf(settings), (fault) => {
    if (fault) log.warn({ fault: fault.kind, error: fault.message }, "the routing server does not answer");
    else log.info({}, "the routing server answers again");
  });
}

/** A way from the operator's server; from our own roads where it cannot be asked. */
async function byServer(
  server: RoadServer,
  own: (...asked: Parameters<RoadDistances["between"]>) => RoadWay | undefined,
  asked: Parameters<RoadDistances["between"]>,
): Promise<RoadWay | undefined> {
  const [from, to, profile] = asked;
  const way = await server.ask(profile, (service) => service.route(from, to, profile));
  if (!way) return own(...asked);
  return "metres" in way ? { metres: way.metres, seconds: way.seconds, version: server.source } : undefined;
}

/** Changes when another map takes the folder's place; `undefined` without streets. */
async function stampOf(mapFolder: string): Promise<string | undefined> {
  const source = await stat(path.join(mapFolder, ROADS_SOURCE)).catch(() => undefined);
  return source && `${source.mtimeMs} ${source.size} ${source.ino}`;
}
