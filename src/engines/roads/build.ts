import type { OsmData } from "#server/geo/osm.ts";
import { coreOf } from "./core.ts";
import { edgesOf } from "./edges.ts";
import { gridOf } from "./grid.ts";
import { type Hierarchy, hierarchyOf } from "./hierarchy.ts";
import { type Network, networkOf } from "./network.ts";
import { contractGraph } from "./order.ts";
import type { Profile } from "./profiles.ts";
import { bansOf } from "./restrictions.ts";
import type { RoadGraphs } from "./roads.ts";
import { type StateGraph, statesOf } from "./states.ts";

/** Called now and then; `done` of `of` states of a profile are laid in. */
export type BuildProgress = (profile: Profile, done: number, of: number) => void;

/** The graph of one profile before it is contracted. */
export function profileGraph(data: OsmData, network: Network, profile: Profile): StateGraph {
  const edges = edgesOf(network, profile);
  const bans = bansOf(data.relations, network, edges, profile);
  return coreOf(statesOf({ network, edges, profile, bans }));
}

/** Builds the roads of a map for every profile. */
export function buildGraphs(
  data: OsmData,
  version: string,
  progress: BuildProgress = () => undefined,
): RoadGraphs {
  const network = networkOf(data);
  const { shapeFirst, lon, lat, length } = network;
  const built = (profile: Profile): Hierarchy => {
    const graph = profileGraph(data, network, profile);
    const contracted = contractGraph(graph, (done, of) => progress(profile, done, of));
    return hierarchyOf(graph, contracted, { times: network.times[profile], length });
  };
  const shapes = { shapeFirst, lon, lat };
  return {
    version,
    shapes,
    grid: gridOf(shapes),
    profiles: { car: built("car"), bicycle: built("bicycle"), foot: built("foot") },
  };
}
