import { buildGraphs } from "#engines/roads/build.ts";
import { roadsOf, type Roads } from "#engines/roads/roads.ts";
import type { Point } from "#kernel/geo.ts";
import type { OsmData, OsmMember, OsmNode, OsmRelation, OsmWay, Tags } from "#server/geo/osm.ts";

/** A step of the plan on Earth, about 100 m. */
const STEP = 0.0009;

export const spot = (x: number, y: number): Point => ({ lon: x * STEP, lat: y * STEP });

interface Rule {
  readonly tags: Tags;
  readonly from: readonly number[];
  /** Node names, or numbers of ways. */
  readonly via: string | readonly number[];
  readonly to: readonly number[];
}

interface Plan {
  /** Name → place, in steps. */
  readonly nodes: Readonly<Record<string, readonly [x: number, y: number, tags?: Tags]>>;
  /** Names of nodes, side by side, and tags; numbered from 0. */
  readonly ways: readonly (readonly [nodes: string, tags: Tags])[];
  readonly rules?: readonly Rule[];
}

/** Map data of a plan drawn by hand. */
export function mapOf({ nodes, ways, rules = [] }: Plan): OsmData {
  const names = Object.keys(nodes);
  const idOf = (name: string): number => names.indexOf(name) + 1;
  const osmNodes = Object.values(nodes).map(([x, y, tags], i): OsmNode => {
    const node = { type: "node", id: i + 1, ...spot(x, y) } as const;
    return tags ? { ...node, tags } : node;
  });
  const osmWays = ways.map(([list, tags], i): OsmWay => {
    return { type: "way", id: i + 1, refs: list.split(" ").map(idOf), tags };
  });
  const inRole = (role: string, list: readonly number[]): OsmMember[] =>
    list.map((way) => ({ type: "way", ref: way + 1, role }));
  const relations = rules.map(({ tags, from, via, to }, i): OsmRelation => {
    const middle: OsmMember[] =
      typeof via === "string" ? [{ type: "node", ref: idOf(via), role: "via" }] : inRole("via", via);
    const members = [...inRole("from", from), ...middle, ...inRole("to", to)];
    return { type: "relation", id: i + 1, members, tags: { type: "restriction", ...tags } };
  });
  return { bounds: [0, 0, 1, 1], nodes: osmNodes, ways: osmWays, relations };
}

export const roadsOn = (plan: Plan): Roads => roadsOf(buildGraphs(mapOf(plan), "test"));
