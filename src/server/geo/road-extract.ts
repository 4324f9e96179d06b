import type { OsmData, Tags } from "./osm.ts";

/** The part of an imported map that roads are built from, kept beside its tiles so that they can be built again. */
export const ROADS_SOURCE = "roads.osm.pbf";

/** Keys that say where one may go, how fast, and where not, and the name under which a street is found. */
const KEPT =
  /^(name$|highway|route|oneway|junction|access|vehicle|motor_vehicle|motorcar|bicycle|foot|cycleway|sidewalk|maxspeed|barrier|restriction|except|type|area)(:|$)/;

function keptOf(tags: Tags | undefined): { tags: Tags } | undefined {
  const kept = Object.entries(tags ?? {}).filter(([key]) => KEPT.test(key));
  return kept.length > 0 ? { tags: Object.fromEntries(kept) } : undefined;
}

/** Streets, ferries, the nodes on them and turn restrictions; everything else is left out. */
export function roadExtract({ bounds, nodes, ways, relations }: OsmData): OsmData {
  const roads = ways.filter(({ tags }) => tags?.["highway"] !== undefined || tags?.["route"] === "ferry");
  const used = new Set(roads.flatMap(({ refs }) => refs));
  return {
    bounds,
    nodes: nodes
      .filter(({ id }) => used.has(id))
      .map(({ type, id, lon, lat, tags }) => ({ type, id, lon, lat, ...keptOf(tags) })),
    ways: roads.map(({ type, id, refs, tags }) => ({ type, id, refs, ...keptOf(tags) })),
    relations: relations
      .filter(({ tags }) => tags?.["type"] === "restriction")
      .map(({ type, id, members, tags }) => ({ type, id, members, ...keptOf(tags) })),
  };
}
