import { EARTH_RADIUS_M } from "#kernel/geo.ts";
import type { OsmData, OsmNode, OsmWay, Tags } from "#server/geo/osm.ts";
import { classOf, type Profile, PROFILES, ROAD_CLASSES, RULES } from "./profiles.ts";

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

/** OSM numbers, needed while turn restrictions are read. */
interface Names {
  readonly junctionOf: ReadonlyMap<number, number>;
  /** Way → its segments in the way's order. */
  readonly segmentsOf: ReadonlyMap<number, readonly number[]>;
}

type WaySpeeds = Readonly<Record<Profile, { readonly along: number; readonly against: number }>>;

const speedsOf = (tags: Tags): WaySpeeds => ({
  car: RULES.car.speeds(tags),
  bicycle: RULES.bicycle.speeds(tags),
  foot: RULES.foot.speeds(tags),
});

const isUsed = (speeds: WaySpeeds): boolean =>
  PROFILES.some((profile) => speeds[profile].along > 0 || speeds[profile].against > 0);

/** Whether any profile may use the way. */
export const isRoad = ({ tags }: OsmWay): boolean =>
  tags !== undefined && tags["area"] !== "yes" && isUsed(speedsOf(tags));

const blockedBits = (tags: Tags): number =>
  PROFILES.reduce((bits, profile, i) => bits | (RULES[profile].isBlocked(tags) ? 1 << i : 0), 0);

/** Cuts the streets of a map at every node that two of them share, at barriers and at ends. */
export function networkOf(data: OsmData): Network {
  const ways = data.ways.filter(isRoad);
  const uses = usesOf(ways);
  const nodes = new Map<number, OsmNode>();
  for (const node of data.nodes) {
    if (!uses.has(node.id)) continue;
    nodes.set(node.id, node);
    if (node.tags && blockedBits(node.tags) > 0) uses.set(node.id, JUNCTION);
  }
  const draft = new NetworkDraft(nodes);
  for (const way of ways) {
    const tags = way.tags ?? {};
    draft.enter(tags);
    const refs = way.refs.filter((ref, i) => nodes.has(ref) && ref !== way.refs[i - 1]);
    const speeds = speedsOf(tags);
    const segments: number[] = [];
    for (let first = 0, at = 1; at < refs.length; at++) {
      if (uses.get(refs[at] ?? 0) !== JUNCTION && at < refs.length - 1) continue;
      segments.push(draft.segment(refs.slice(first, at + 1), speeds));
      first = at;
    }
    if (segments.length > 0) draft.segmentsOf.set(way.id, segments);
  }
  return draft.finish();
}

const JUNCTION = 2;

/** Node → `JUNCTION` where a street ends or two meet, 1 where one passes. */
function usesOf(ways: readonly OsmWay[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const { refs } of ways)
    refs.forEach((ref, i) => {
      const isEnd = i === 0 || i === refs.length - 1;
      uses.set(ref, isEnd || uses.has(ref) ? JUNCTION : 1);
    });
  return uses;
}

/** Collects segments in plain lists. */
class NetworkDraft {
  readonly segmentsOf = new Map<number, readonly number[]>();
  readonly #nodes: ReadonlyMap<number, OsmNode>;
  readonly #junctionOf = new Map<number, number>();
  readonly #blocked: number[] = [];
  readonly #signals: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #length: number[] = [];
  readonly #shapeFirst: number[] = [0];
  readonly #lon: number[] = [];
  readonly #lat: number[] = [];
  readonly #times: Readonly<Record<Profile, { along: number[]; against: number[] }>> = {
    car: { along: [], against: [] },
    bicycle: { along: [], against: [] },
    foot: { along: [], against: [] },
  };

  readonly #nameNumbers = new Map<string, number>();
  readonly #nameOf: number[] = [];
  readonly #classOf: number[] = [];
  #name = -1;
  #class = 0;

  constructor(nodes: ReadonlyMap<number, OsmNode>) {
    this.#nodes = nodes;
  }

  /** Begins a way: what its segments have in common. */
  enter(tags: Tags): void {
    const name = tags["name"];
    this.#class = ROAD_CLASSES.indexOf(classOf(tags));
    if (name === undefined) return void (this.#name = -1);
    this.#name = this.#nameNumbers.get(name) ?? this.#nameNumbers.size;
    this.#nameNumbers.set(name, this.#name);
  }

  segment(refs: readonly number[], speeds: WaySpeeds): number {
    let metres = 0;
    let signals = 0;
    let before: OsmNode | undefined;
    refs.forEach((ref, i) => {
      const node = this.#nodes.get(ref);
      if (!node) return;
      if (before) metres += exactMetres(before, node);
      if (i > 0 && i < refs.length - 1 && hasSignal(node)) signals += 1;
      this.#lon.push(Math.round(node.lon * E7));
      this.#lat.push(Math.round(node.lat * E7));
      before = node;
    });
    this.#nameOf.push(this.#name);
    this.#classOf.push(this.#class);
    const dm = Math.max(1, Math.round(metres * 10));
    this.#from.push(this.#junction(refs[0] ?? 0));
    this.#to.push(this.#junction(refs.at(-1) ?? 0));
    this.#length.push(dm);
    this.#shapeFirst.push(this.#lon.length);
    for (const profile of PROFILES) {
      const { along, against } = speeds[profile];
      const lost = profile === "car" ? signals * SIGNAL_MS : 0;
      this.#times[profile].along.push(msOf(dm, along, lost));
      this.#times[profile].against.push(msOf(dm, against, lost));
    }
    return this.#length.length - 1;
  }

  #junction(ref: number): number {
    const known = this.#junctionOf.get(ref);
    if (known !== undefined) return known;
    const junction = this.#blocked.length;
    const node = this.#nodes.get(ref);
    this.#blocked.push(blockedBits(node?.tags ?? {}));
    this.#signals.push(node && hasSignal(node) ? 1 : 0);
    this.#junctionOf.set(ref, junction);
    return junction;
  }

  finish(): Network {
    const times = (profile: Profile): Times => ({
      along: Int32Array.from(this.#times[profile].along),
      against: Int32Array.from(this.#times[profile].against),
    });
    return {
      junctions: this.#blocked.length,
      from: Int32Array.from(this.#from),
      to: Int32Array.from(this.#to),
      length: Int32Array.from(this.#length),
      shapeFirst: Int32Array.from(this.#shapeFirst),
      lon: Int32Array.from(this.#lon),
      lat: Int32Array.from(this.#lat),
      times: { car: times("car"), bicycle: times("bicycle"), foot: times("foot") },
      blocked: Uint8Array.from(this.#blocked),
      signals: Uint8Array.from(this.#signals),
      streets: {
        nameOf: Int32Array.from(this.#nameOf),
        names: [...this.#nameNumbers.keys()],
        classOf: Int32Array.from(this.#classOf),
      },
      names: { junctionOf: this.#junctionOf, segmentsOf: this.segmentsOf },
    };
  }
}

const hasSignal = ({ tags }: OsmNode): boolean => tags?.["highway"] === "traffic_signals";

/** Kilometres an hour over decimetres, in milliseconds; at least one. */
const msOf = (dm: number, kmh: number, lostMs: number): number =>
  kmh > 0 ? Math.max(1, Math.round((dm * 360) / kmh)) + lostMs : 0;

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

/** Metres between neighbouring points, on a plane that touches the Earth between them. */
function exactMetres(a: OsmNode, b: OsmNode): number {
  const squeeze = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot((b.lon - a.lon) * squeeze, b.lat - a.lat) * METRES_PER_DEGREE;
}
