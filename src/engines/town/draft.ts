import type { Bounds, OsmData, OsmMember, OsmNode, OsmRelation, OsmWay, Tags } from "#server/geo/osm.ts";
import { at, type Vec } from "./plane.ts";

/** Middle of the town on Earth. The real land there does not matter: only our town is drawn. */
const ORIGIN = { lon: 10.9, lat: 50.2 };
const METRES_PER_LAT = 111_240;
const METRES_PER_LON = 111_320 * Math.cos((ORIGIN.lat * Math.PI) / 180);

const e7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

export function toEarth([x, y]: Vec): { lon: number; lat: number } {
  return { lon: e7(ORIGIN.lon + x / METRES_PER_LON), lat: e7(ORIGIN.lat + y / METRES_PER_LAT) };
}

/** Collects map data; points that fall on the same spot (1 cm) become one node, so streets meet. */
export interface Draft {
  spot(p: Vec, tags: Tags): void;
  line(points: readonly Vec[], tags: Tags): number | undefined;
  ring(points: readonly Vec[], tags?: Tags): number;
  relation(members: readonly OsmMember[], tags: Tags): void;
  finish(half: Vec): OsmData;
}

export function draft(): Draft {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  const relations: OsmRelation[] = [];
  const known = new Map<string, number>();

  function node(p: Vec): number {
    const { lon, lat } = toEarth(p);
    const key = `${lon},${lat}`;
    const old = known.get(key);
    if (old !== undefined) return old;
    const id = nodes.length + 1;
    nodes.push({ type: "node", id, lon, lat });
    known.set(key, id);
    return id;
  }
  function way(refs: readonly number[], tags: Tags): number {
    const id = ways.length + 1;
    ways.push({ type: "way", id, refs, tags });
    return id;
  }
  return {
    spot: (p, tags) => void nodes.push({ type: "node", id: nodes.length + 1, ...toEarth(p), tags }),
    line: (points, tags) => (points.length < 2 ? undefined : way(points.map(node), tags)),
    ring: (points, tags = {}) => way([...points, at(points, 0)].map(node), tags),
    relation: (members, tags) =>
      void relations.push({ type: "relation", id: relations.length + 1, members, tags }),
    finish: ([x, y]) => {
      const low = toEarth([-x, -y]);
      const high = toEarth([x, y]);
      const bounds: Bounds = [low.lon, low.lat, high.lon, high.lat];
      return { bounds, nodes, ways, relations };
    },
  };
}
