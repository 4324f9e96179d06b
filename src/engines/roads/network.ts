import { EARTH_RADIUS_M } from "#kernel/geo.ts";
import type { OsmData, OsmRelation } from "#server/geo/osm.ts";
import { intAt, numAt } from "#kernel/typed.ts";
import { IntList } from "./flat/lists.ts";
import { type Profile, PROFILES } from "./profiles.ts";
import { JUNCTION, type StreetNodes, type StreetWay, StreetWays } from "./flat/street-ways.ts";

/** Units of a stored degree. */
export const E7 = 1e7;
/** Time that a car loses at a traffic light on average, in milliseconds. */
export const SIGNAL_MS = 5000;

/** One profile's time along and against each segment in milliseconds; 0 where it may not go. */
export interface Times {
  readonly along: Int32Array;
  readonly against: Int32Array;
}

/** Streets cut at their junctions: what all profiles share. Segment `i` runs from `from[i]` to `to[i]`. */
export interface Network {
  readonly junctions: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Decimetres. */
  readonly length: Int32Array;
  /** Segment → its first shape point; one more entry than segments. */
  readonly shapeFirst: Int32Array;
  /** Degrees · 10⁷. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
  readonly times: Readonly<Record<Profile, Times>>;
  /** Junction → bit of each profile that cannot pass. */
  readonly blocked: Uint8Array;
  /** Junction → 1 where a traffic light stands. */
  readonly signals: Uint8Array;
  readonly streets: Streets;
  readonly names: Names;
}

/** The street that each segment belongs to. */
export interface Streets {
  /** Segment → its name's place in `names`, −1 without a name. */
  readonly nameOf: Int32Array;
  readonly names: readonly string[];
  /** Segment → its class's place in `ROAD_CLASSES`. */
  readonly classOf: Int32Array;
}

/** OSM numbers of what turn restrictions name. */
interface Names {
  readonly junctionOf: ReadonlyMap<number, number>;
  /** Way → its segments in the way's order. */
  readonly segmentsOf: ReadonlyMap<number, readonly number[]>;
}

/** Cuts the streets of a map at every node that two of them share, at barriers and at ends. */
export function networkOf({ ways, nodes, relations }: OsmData): Network {
  const streets = new StreetWays();
  for (const way of ways) streets.add(way);
  const places = streets.nodes();
  for (const node of nodes) places.take(node);
  return cut(streets, places, relations);
}

/** Cuts streets whose nodes are known. @param relations whose members are kept by OSM's numbers */
export function cut(streets: StreetWays, nodes: StreetNodes, relations: readonly OsmRelation[]): Network {
  const members = new Set(
    relations.flatMap(({ members: all }) => all.map(({ type, ref }) => `${type} ${ref}`)),
  );
  const draft = new NetworkDraft(nodes);
  const segmentsOf = new Map<number, readonly number[]>();
  streets.each((way, place) => {
    const refs = nodes.of(place);
    const segments: number[] = [];
    for (let first = 0, at = 1; at < refs.length; at++) {
      if (nodes.uses[refs[at] ?? 0] !== JUNCTION && at < refs.length - 1) continue;
      segments.push(draft.segment(refs.slice(first, at + 1), way));
      first = at;
    }
    if (segments.length > 0 && members.has(`way ${way.id}`)) segmentsOf.set(way.id, segments);
  });
  const junctionOf = new Map<number, number>();
  for (const { type, ref } of relations.flatMap(({ members: all }) => all)) {
    const junction = type === "node" ? draft.junctionOf(nodes.placeOf(ref)) : -1;
    if (junction >= 0) junctionOf.set(ref, junction);
  }
  return draft.finish(streets.names, { junctionOf, segmentsOf });
}

/** Collects segments. */
class NetworkDraft {
  readonly #nodes: StreetNodes;
  /** Node → its junction, −1 for none. */
  readonly #junctionOf: Int32Array;
  readonly #junctions = new IntList();
  readonly #from = new IntList();
  readonly #to = new IntList();
  readonly #length = new IntList();
  readonly #shapeFirst = new IntList();
  readonly #lon = new IntList();
  readonly #lat = new IntList();
  readonly #nameOf = new IntList();
  readonly #classOf = new IntList();
  readonly #times = {
    car: { along: new IntList(), against: new IntList() },
    bicycle: { along: new IntList(), against: new IntList() },
    foot: { along: new IntList(), against: new IntList() },
  };

  constructor(nodes: StreetNodes) {
    this.#nodes = nodes;
    this.#junctionOf = new Int32Array(nodes.uses.length).fill(-1);
    this.#shapeFirst.push(0);
  }

  segment(refs: readonly number[], { speeds, name, class: kind }: StreetWay): number {
    const { lon, lat, isSignal } = this.#nodes;
    let metres = 0;
    let signals = 0;
    refs.forEach((node, i) => {
      if (i > 0) metres += exactMetres(this.#nodes, refs[i - 1] ?? 0, node);
      if (i > 0 && i < refs.length - 1 && isSignal[node] === 1) signals += 1;
      this.#lon.push(Math.round(numAt(lon, node) * E7));
      this.#lat.push(Math.round(numAt(lat, node) * E7));
    });
    this.#nameOf.push(name);
    this.#classOf.push(kind);
    const dm = Math.max(1, Math.round(metres * 10));
    this.#from.push(this.#junction(refs[0] ?? 0));
    this.#to.push(this.#junction(refs.at(-1) ?? 0));
    this.#shapeFirst.push(this.#lon.size);
    for (const profile of PROFILES) {
      const { along, against } = speeds[profile];
      const lost = profile === "car" ? signals * SIGNAL_MS : 0;
      this.#times[profile].along.push(msOf(dm, along, lost));
      this.#times[profile].against.push(msOf(dm, against, lost));
    }
    return this.#length.push(dm);
  }

  /** The junction at a node, −1 where there is none. */
  junctionOf(node: number): number {
    return this.#junctionOf[node] ?? -1;
  }

  #junction(node: number): number {
    const known = intAt(this.#junctionOf, node);
    if (known >= 0) return known;
    const junction = this.#junctions.push(node);
    this.#junctionOf[node] = junction;
    return junction;
  }

  finish(names: readonly string[], known: Names): Network {
    const times = (profile: Profile): Times => ({
      along: this.#times[profile].along.done(),
      against: this.#times[profile].against.done(),
    });
    const junctions = this.#junctions.done();
    const { blocked, isSignal } = this.#nodes;
    return {
      junctions: junctions.length,
      from: this.#from.done(),
      to: this.#to.done(),
      length: this.#length.done(),
      shapeFirst: this.#shapeFirst.done(),
      lon: this.#lon.done(),
      lat: this.#lat.done(),
      times: { car: times("car"), bicycle: times("bicycle"), foot: times("foot") },
      blocked: Uint8Array.from(junctions, (node) => blocked[node] ?? 0),
      signals: Uint8Array.from(junctions, (node) => isSignal[node] ?? 0),
      streets: { nameOf: this.#nameOf.done(), names, classOf: this.#classOf.done() },
      names: known,
    };
  }
}

/** Kilometres an hour over decimetres, in milliseconds; at least one. */
const msOf = (dm: number, kmh: number, lostMs: number): number =>
  kmh > 0 ? Math.max(1, Math.round((dm * 360) / kmh)) + lostMs : 0;

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

/** Metres between neighbouring nodes, on a plane that touches the Earth between them. */
function exactMetres({ lon, lat }: StreetNodes, a: number, b: number): number {
  const squeeze = Math.cos((((numAt(lat, a) + numAt(lat, b)) / 2) * Math.PI) / 180);
  return (
    Math.hypot((numAt(lon, b) - numAt(lon, a)) * squeeze, numAt(lat, b) - numAt(lat, a)) * METRES_PER_DEGREE
  );
}
