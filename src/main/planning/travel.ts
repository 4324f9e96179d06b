import { stat } from "node:fs/promises";
import path from "node:path";
import { CHANGED_FILE, currentRoads, ROADS_FILE } from "#engines/roads/build-file.ts";
import { roadServer, type RoadServerSettings, serviceOf } from "#engines/roads/servers/road-server.ts";
import { type Roads, roadsOf } from "#engines/roads/roads.ts";
import { distanceM, type Point } from "#kernel/geo.ts";
import type { Travel } from "#kernel/plan-request.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import { ROADS_SOURCE } from "#server/geo/road-extract.ts";
import type { MadePlan } from "#server/planning/planner.ts";

/** Metres a second where no map covers the way, and how much longer than the straight line it is taken for. */
const SPEED: Readonly<Record<RoadProfile, number>> = { car: 7, bicycle: 4.2, foot: 1.3 };
const DETOUR = 1.4;

/** Travel between all of some places, in whole seconds and metres. */
export interface TravelBetween {
  readonly source: MadePlan["travel"];
  /** Changes with the map and with the streets that are closed or slow. */
  readonly version: string;
  readonly between: (places: readonly Point[], profile: RoadProfile) => Promise<Travel>;
}

/** Roads that a thread plans on: those of a map's folder, and a routing server where one is set. */
export interface PlannedOn {
  readonly mapFolder: string;
  readonly server?: RoadServerSettings | undefined;
}

/** Follows the roads of a map's folder: each call gives those that serve now, read anew where they changed. */
export function travelOn({ mapFolder, server: settings }: PlannedOn): () => Promise<TravelBetween> {
  const server = settings && roadServer(serviceOf(settings), () => undefined);
  let known: { readonly stamp: string; readonly roads: Roads | undefined } | undefined;
  return async () => {
    const stamp = await stampOf(mapFolder);
    if (known?.stamp !== stamp) {
      const graphs = await currentRoads(mapFolder);
      known = { stamp, roads: graphs && roadsOf(graphs) };
    }
    const { roads } = known;
    const own = (places: readonly Point[], profile: RoadProfile): Travel =>
      roads ? roads.matrix(places, places, profile) : estimated(places, profile);
    return {
      source: roads || server?.isWell() ? "roads" : "estimated",
      version: `${server?.source ?? ""} ${roads?.version ?? "estimated"}`,
      between: async (places, profile) =>
        (await server?.ask(profile, (service) => service.matrix(places, places, profile))) ??
        own(places, profile),
    };
  };
}

async function stampOf(mapFolder: string): Promise<string> {
  const stamps = [ROADS_SOURCE, ROADS_FILE, CHANGED_FILE].map(async (file) => {
    const found = await stat(path.join(mapFolder, file)).catch(() => undefined);
    return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "";
  });
  return (await Promise.all(stamps)).join(",");
}

function estimated(places: readonly Point[], profile: RoadProfile): Travel {
  const metres = Int32Array.from({ length: places.length ** 2 }, (_, at) => {
    const [start, end] = [places[Math.floor(at / places.length)], places[at % places.length]];
    return start && end ? Math.ceil(distanceM(start, end) * DETOUR) : 0;
  });
  return { metres, seconds: metres.map((metre) => Math.ceil(metre / SPEED[profile])) };
}
