import type { OsmData, OsmRelation } from "#server/geo/osm.ts";
import { readItems } from "#server/geo/osm-read.ts";
import { giveBack } from "./flat/collect.ts";
import { coreOf } from "./core.ts";
import { edgesOf } from "./edges.ts";
import { gridOf } from "./grid.ts";
import { type Hierarchy, hierarchyOf } from "./hierarchy.ts";
import { cut, type Network, networkOf } from "./network.ts";
import { contractGraph } from "./order.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { bansOf } from "./restrictions.ts";
import type { RoadGraphs } from "./roads.ts";
import { type StateGraph, statesOf } from "./states.ts";
import { StreetWays } from "./flat/street-ways.ts";
import { type RoadGround, writeFresh } from "./write.ts";

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

/** Reads the streets of a file in two passes, first the ways and then the nodes on them, without the rest of the map. */
export async function readStreets(file: string): Promise<StreetMap> {
  const streets = new StreetWays();
  const relations: OsmRelation[] = [];
  for await (const items of readItems(file, "waysAndRelations"))
    for (const item of items) {
      if (item.type === "way") streets.add(item);
      else if (item.type === "relation" && item.tags?.["type"] === "restriction") relations.push(item);
    }
  giveBack();
  const nodes = streets.nodes();
  for await (const items of readItems(file, "nodes"))
    for (const item of items) if (item.type === "node") nodes.take(item);
  return { network: cut(streets, nodes, relations), relations };
}

/** The graph of one profile before it is contracted. */
export function profileGraph({ network, relations }: StreetMap, profile: Profile): StateGraph {
  const edges = edgesOf(network, profile);
  const bans = bansOf(relations, network, edges, profile);
  return coreOf(statesOf({ network, edges, profile, bans }));
}

interface Between {
  readonly progress?: BuildProgress | undefined;
  /** Called where a part of the work has left memory behind. */
  readonly rest?: () => void;
}

const nothing = (): void => undefined;

/** Builds the roads of one profile. */
function profileRoads(map: StreetMap, profile: Profile, between: Between = {}): Hierarchy {
  const { progress = nothing, rest = nothing } = between;
  const { times, length } = map.network;
  rest();
  const graph = profileGraph(map, profile);
  rest();
  const contracted = contractGraph(graph, (done, of) => progress(profile, done, of));
  rest();
  return hierarchyOf(graph, contracted, { times: times[profile], length });
}

/** All that a map's streets share among the profiles. */
export function groundOf({ network }: StreetMap): RoadGround {
  const { shapeFirst, lon, lat, length, streets } = network;
  const shapes = { shapeFirst, lon, lat };
  return { shapes, grid: gridOf(shapes), streets, length };
}

/** Builds the roads of a map for every profile, in memory. */
export function buildGraphs(data: OsmData, version: string): RoadGraphs {
  const map = streetMapOf(data);
  const { shapes, grid, streets } = groundOf(map);
  const [car, bicycle, foot] = [
    profileRoads(map, "car"),
    profileRoads(map, "bicycle"),
    profileRoads(map, "foot"),
  ];
  return { version, shapes, grid, streets, profiles: { car, bicycle, foot } };
}

/** Builds the roads of a map's streets into a file: one profile lies in memory at a time. */
export const buildInto = (
  target: string,
  map: StreetMap,
  version: string,
  progress?: BuildProgress,
): Promise<void> =>
  writeFresh(target, async (writer) => {
    await writer.ground(groundOf(map));
    for (const profile of PROFILES)
      await writer.profile(profile, profileRoads(map, profile, { progress, rest: giveBack }));
    await writer.end(version, map.network.streets.names);
  });
