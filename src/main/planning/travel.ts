import { builtRoads, roadsVersion } from "#engines/roads/build-file.ts";
import { roadsOf } from "#engines/roads/roads.ts";
import { distanceM, type Point } from "#kernel/geo.ts";
import type { Travel } from "#kernel/plan-request.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import type { MadePlan } from "#server/planning/planner.ts";

/** Metres a second where no map covers the way, and how much longer than the straight line it is taken for. */
const SPEED: Readonly<Record<RoadProfile, number>> = { car: 7, bicycle: 4.2, foot: 1.3 };
const DETOUR = 1.4;

/** Travel between all of some places, in whole seconds and metres. */
export interface TravelBetween {
  readonly source: MadePlan["travel"];
  readonly between: (places: readonly Point[], profile: RoadProfile) => Travel;
}

/** Travel on the roads of a map's folder; straight lines made longer where there is none. */
export async function travelOn(mapFolder: string): Promise<TravelBetween> {
  const version = await roadsVersion(mapFolder);
  const graphs = version === undefined ? undefined : await builtRoads(mapFolder, version);
  if (!graphs) return { source: "estimated", between: estimated };
  const roads = roadsOf(graphs);
  return { source: "roads", between: (places, profile) => roads.matrix(places, places, profile) };
}

function estimated(places: readonly Point[], profile: RoadProfile): Travel {
  const metres = Int32Array.from({ length: places.length ** 2 }, (_, at) => {
    const [start, end] = [places[Math.floor(at / places.length)], places[at % places.length]];
    return start && end ? Math.ceil(distanceM(start, end) * DETOUR) : 0;
  });
  return { metres, seconds: metres.map((metre) => Math.ceil(metre / SPEED[profile])) };
}
