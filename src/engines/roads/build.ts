import type { OsmData, OsmRelation } from "#server/geo/osm.ts";
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

/** The streets of a map, and its turn restrictions: all that roads are made of. */
export interface StreetMap {
  readonly network: Network;
  readonly relations: readonly OsmRelation[];
}

export const streetMapOf = (data: OsmData): StreetMap => ({
  network: networkOf(data),
  relations: data.relations,
});

/** The graph of one profile before it is contracted. */
export function profileGraph({ network, relations }: StreetMap, profile: Profile): StateGraph {
  const edges = edgesOf(network, profile);
  const bans = bansOf(relations, network, edges, profile);
  return coreOf(statesOf({ network, edges, profile, bans }));
}

/** Builds the roads of a map for every profile, one after the other. */
export const buildGraphs = (data: OsmData, version: string): RoadGraphs =>
  graphsOf(streetMapOf(data), version);

/** Builds the roads of a map's streets for every profile, one after the other. */
export function graphsOf(
  map: StreetMap,
  version: string,
  progress: BuildProgress = () => undefined,
): RoadGraphs {
  const { network } = map;
  const { shapeFirst, lon, lat, length } = network;
  const built = (profile: Profile): Hierarchy => {
    const graph = profileGraph(map, profile);
    const contracted = contractGraph(graph, (done, of) => progress(profile, done, of));
    return hierarchyOf(graph, contracted, { times: network.times[profile], length });
  };
  const shapes = { shapeFirst, lon, lat };
  return {
    version,
    shapes,
    grid: gridOf(shapes),
    streets: network.streets,
    profiles: { car: built("car"), bicycle: built("bicycle"), foot: built("foot") },
  };
}
