import type { OsmNode, OsmWay, Tags } from "#server/geo/osm.ts";
import { intAt, numAt } from "#kernel/typed.ts";
import { IntList, NumberList } from "./lists.ts";
import { classOf, type Profile, PROFILES, ROAD_CLASSES, RULES } from "../profiles.ts";

/** Kilometres an hour of each profile along and against a way; 0 where it may not go. */
export type WaySpeeds = Readonly<Record<Profile, { readonly along: number; readonly against: number }>>;

const speedsOf = (tags: Tags): WaySpeeds => ({
  car: RULES.car.speeds(tags),
  bicycle: RULES.bicycle.speeds(tags),
  foot: RULES.foot.speeds(tags),
});

const isUsed = (speeds: WaySpeeds): boolean =>
  PROFILES.some((profile) => speeds[profile].along > 0 || speeds[profile].against > 0);

const keyOf = (speeds: WaySpeeds): string =>
  PROFILES.map((profile) => `${speeds[profile].along} ${speeds[profile].against}`).join(" ");

/** A street as it is cut. */
export interface StreetWay {
  readonly id: number;
  readonly speeds: WaySpeeds;
  /** Place of its name in `names`, −1 without one. */
  readonly name: number;
  readonly class: number;
}

/** The streets of a map as they are read, in flat memory: as objects they are several times as large. */
export class StreetWays {
  readonly #ids = new NumberList();
  readonly #first = new IntList();
  readonly #refs = new NumberList();
  readonly #names = new Map<string, number>();
  readonly #nameOf = new IntList();
  readonly #classOf = new IntList();
  readonly #speeds = new Map<string, number>();
  readonly #kinds: WaySpeeds[] = [];
  readonly #speedsOf = new IntList();

  get names(): readonly string[] {
    return [...this.#names.keys()];
  }

  /** Adds a way where any profile may use it. */
  add({ id, tags, refs }: OsmWay): void {
    if (tags === undefined || tags["area"] === "yes") return;
    const speeds = speedsOf(tags);
    if (!isUsed(speeds)) return;
    this.#ids.push(id);
    this.#first.push(this.#refs.size);
    for (const ref of refs) this.#refs.push(ref);
    const name = tags["name"];
    this.#nameOf.push(name === undefined ? -1 : numbered(this.#names, name));
    this.#classOf.push(ROAD_CLASSES.indexOf(classOf(tags)));
    const kind = numbered(this.#speeds, keyOf(speeds));
    this.#kinds[kind] ??= speeds;
    this.#speedsOf.push(kind);
  }

  /** The nodes of all streets, still without their places. */
  nodes(): StreetNodes {
    return new StreetNodes(this.#refs.done(), this.#first.done());
  }

  /** Goes through the streets in the order in which they were added. */
  each(visit: (way: StreetWay, at: number) => void): void {
    const [ids, names, classes] = [this.#ids.done(), this.#nameOf.done(), this.#classOf.done()];
    this.#speedsOf.done().forEach((kind, at) => {
      const speeds = this.#kinds[kind];
      if (speeds)
        visit({ id: numAt(ids, at), speeds, name: intAt(names, at), class: intAt(classes, at) }, at);
    });
  }
}

function numbered(numbers: Map<string, number>, key: string): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/** A node that more than one street leads to, or where a street ends. */
export const JUNCTION = 2;

/** The nodes that streets lead over, each named by its place among their sorted numbers. */
export class StreetNodes {
  readonly #ids: Float64Array;
  readonly #refs: Int32Array;
  readonly #first: Int32Array;
  /** Node → 0 where the map lacks it. */
  readonly #isKnown: Uint8Array;
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Node → `JUNCTION` where a street ends or two meet, 1 where one passes. */
  readonly uses: Uint8Array;
  readonly isSignal: Uint8Array;
  /** Node → bit of each profile that cannot pass. */
  readonly blocked: Uint8Array;

  constructor(refs: Float64Array, first: Int32Array) {
    const ids = refs.slice().sort();
    let count = 0;
    for (let at = 0; at < ids.length; at++)
      if (at === 0 || numAt(ids, at) !== numAt(ids, count - 1)) ids[count++] = numAt(ids, at);
    this.#ids = ids.slice(0, count);
    this.#first = first;
    this.#refs = new Int32Array(refs.length);
    this.uses = new Uint8Array(count);
    this.#isKnown = new Uint8Array(count);
    this.lon = new Float64Array(count);
    this.lat = new Float64Array(count);
    this.isSignal = new Uint8Array(count);
    this.blocked = new Uint8Array(count);
    for (let way = 0; way < first.length; way++) {
      const [low, high] = [intAt(first, way), first[way + 1] ?? refs.length];
      for (let at = low; at < high; at++) {
        const node = this.placeOf(numAt(refs, at));
        this.#refs[at] = node;
        const isEnd = at === low || at === high - 1;
        this.uses[node] = isEnd || this.uses[node] !== 0 ? JUNCTION : 1;
      }
    }
  }

  /** The place of a node of OSM's number, −1 where no street leads over it. */
  placeOf(id: number): number {
    const ids = this.#ids;
    let [low, high] = [0, ids.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = numAt(ids, middle);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Notes where a node lies and what stands there; those off the streets are passed over. */
  take({ id, lon, lat, tags }: OsmNode): void {
    const node = this.placeOf(id);
    if (node < 0) return;
    this.#isKnown[node] = 1;
    this.lon[node] = lon;
    this.lat[node] = lat;
    if (!tags) return;
    this.isSignal[node] = tags["highway"] === "traffic_signals" ? 1 : 0;
    this.blocked[node] = blockedBits(tags);
    if (this.blocked[node] !== 0) this.uses[node] = JUNCTION;
  }

  /** The nodes of a street that the map has, none twice in a row. */
  of(way: number): number[] {
    const [low, high] = [intAt(this.#first, way), this.#first[way + 1] ?? this.#refs.length];
    const nodes: number[] = [];
    for (let at = low; at < high; at++) {
      const node = intAt(this.#refs, at);
      if (this.#isKnown[node] === 1 && (at === low || node !== intAt(this.#refs, at - 1))) nodes.push(node);
    }
    return nodes;
  }
}

const blockedBits = (tags: Tags): number =>
  PROFILES.reduce((bits, profile, i) => bits | (RULES[profile].isBlocked(tags) ? 1 << i : 0), 0);
