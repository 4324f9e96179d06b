import type { RoadClass } from "#server/geo/streets.ts";
import type { Tags } from "#server/geo/osm.ts";

/** Kilometres an hour along a way and against it; 0 where it may not be used. */
export interface Speeds {
  readonly along: number;
  readonly against: number;
}

export interface ProfileRules {
  readonly speeds: (tags: Tags) => Speeds;
  /** Whether a node with these tags stops the vehicle. */
  readonly isBlocked: (tags: Tags) => boolean;
  /** Keys of turn restrictions that hold, the narrowest first. Empty: none does. */
  readonly restrictionKeys: readonly string[];
  /** Values of `except` that lift a restriction. */
  readonly exceptions: readonly string[];
  /** Turning costs time and turning round is left to dead ends. */
  readonly hasTurnCosts: boolean;
}

const NEVER: Speeds = { along: 0, against: 0 };
const NO = new Set(["no", "private", "agricultural", "forestry", "emergency", "military", "use_sidepath"]);
const YES = new Set(["yes", "designated", "permissive", "destination", "delivery", "customers", "official"]);
const ONE_WAY = new Set(["yes", "true", "1"]);

/** The value of the first key that is there. */
function firstOf(tags: Tags, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = tags[key];
    if (value !== undefined) return value;
  }
  return undefined;
}

const CAR_KMH: Readonly<Record<string, number>> = {
  motorway: 100,
  motorway_link: 50,
  trunk: 80,
  trunk_link: 45,
  primary: 55,
  primary_link: 35,
  secondary: 45,
  secondary_link: 30,
  tertiary: 38,
  tertiary_link: 28,
  unclassified: 32,
  residential: 26,
  living_street: 12,
  service: 14,
  road: 25,
};
const CAR_KEYS = ["motorcar", "motor_vehicle", "vehicle", "access"];
/** Cars reach this part of a limit on average; the class's speed stays the upper bound inside towns. */
const OF_THE_LIMIT = 0.85;

const BICYCLE_KMH: Readonly<Record<string, number>> = {
  trunk: 16,
  trunk_link: 16,
  primary: 17,
  primary_link: 17,
  secondary: 17,
  secondary_link: 17,
  tertiary: 17,
  tertiary_link: 17,
  unclassified: 16,
  residential: 16,
  living_street: 12,
  service: 13,
  road: 14,
  cycleway: 17,
  track: 11,
  path: 10,
  bridleway: 7,
};
const BICYCLE_KEYS = ["bicycle", "vehicle", "access"];
const PUSHING_KMH = 4;

const FOOT_WAYS = new Set([
  ...Object.keys(BICYCLE_KMH),
  "footway",
  "pedestrian",
  "steps",
  "corridor",
  "platform",
]);
const FOOT_KEYS = ["foot", "access"];
const WALKING_KMH = 5;
const STEPS_KMH = 2.5;

/** Kinds of road that share a learned speed: each is common enough in every town to be seen often. */
export const ROAD_CLASSES = ["fast", "main", "side"] as const satisfies readonly RoadClass[];

const FAST = /^(motorway|trunk)/;
const MAIN = /^(primary|secondary|tertiary)/;

export const classOf = ({ highway = "" }: Tags): RoadClass =>
  FAST.test(highway) ? "fast" : MAIN.test(highway) ? "main" : "side";

/** Kilometres an hour of `maxspeed`; `undefined` where it names none. */
export function speedLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === "walk" || text.endsWith(":living_street")) return 7;
  const found = /^(\d+(?:\.\d+)?)\s*(mph|knots)?$/.exec(text.trim());
  if (!found) return undefined;
  const kmh = Number(found[1]) * (found[2] === "mph" ? 1.609 : found[2] === "knots" ? 1.852 : 1);
  return kmh > 0 ? kmh : undefined;
}

/** Both directions, or one: `-1` turns it round. */
function directed(kmh: number, oneWay: string | undefined): Speeds {
  if (oneWay === "-1" || oneWay === "reverse") return { along: 0, against: kmh };
  return ONE_WAY.has(oneWay ?? "") ? { along: kmh, against: 0 } : { along: kmh, against: kmh };
}

function impliedOneWay({ oneway, junction, highway }: Tags): string | undefined {
  if (oneway !== undefined) return oneway;
  const implied = junction === "roundabout" || junction === "circular" || highway === "motorway";
  return implied ? "yes" : undefined;
}

function carSpeeds(tags: Tags): Speeds {
  const kmh = CAR_KMH[tags["highway"] ?? ""];
  const access = firstOf(tags, CAR_KEYS);
  if (kmh === undefined || NO.has(access ?? "")) return ferrySpeeds(tags, CAR_KEYS);
  const limit = speedLimit(tags["maxspeed"]);
  const reached = limit === undefined ? kmh : Math.min(limit * OF_THE_LIMIT, kmh * 1.4);
  return directed(reached, firstOf(tags, ["oneway:motorcar", "oneway:motor_vehicle"]) ?? impliedOneWay(tags));
}

/** One-way rule for bicycles, by the tags that lift or keep it. */
function bicycleOneWay(tags: Tags): string | undefined {
  const own = tags["oneway:bicycle"];
  if (own !== undefined) return own;
  const lanes = [tags["cycleway"], tags["cycleway:left"], tags["cycleway:right"], tags["cycleway:both"]];
  return lanes.some((lane) => lane?.startsWith("opposite")) ? "no" : impliedOneWay(tags);
}

const PUSHED: Speeds = { along: PUSHING_KMH, against: PUSHING_KMH };

function bicycleSpeeds(tags: Tags): Speeds {
  const { highway = "", bicycle } = tags;
  if (bicycle === "dismount" && highway !== "") return PUSHED;
  const access = firstOf(tags, BICYCLE_KEYS) ?? "";
  if (NO.has(access)) return bicycle === "no" ? pushedOn(tags) : NEVER;
  const kmh = BICYCLE_KMH[highway];
  if (kmh !== undefined) return directed(kmh, bicycleOneWay(tags));
  if (highway !== "footway" && highway !== "pedestrian") return ferrySpeeds(tags, BICYCLE_KEYS);
  return YES.has(access) ? directed(10, bicycleOneWay(tags)) : pushedOn(tags);
}

/** Pushing a bicycle is walking, except on steps. */
const pushedOn = (tags: Tags): Speeds =>
  tags["highway"] !== "steps" && footSpeeds(tags).along > 0 ? PUSHED : NEVER;

function footSpeeds(tags: Tags): Speeds {
  const { highway = "", foot = "" } = tags;
  if (NO.has(firstOf(tags, FOOT_KEYS) ?? "")) return NEVER;
  const isInvited = YES.has(foot);
  if (highway.startsWith("motor")) return isInvited ? directed(WALKING_KMH, undefined) : NEVER;
  if (!FOOT_WAYS.has(highway)) return ferrySpeeds(tags, FOOT_KEYS);
  if (highway.startsWith("trunk") && !isInvited && tags["sidewalk"] === undefined) return NEVER;
  return directed(highway === "steps" ? STEPS_KMH : WALKING_KMH, tags["oneway:foot"]);
}

/** Ferries carry whom their tags name, people on foot unless they say no. Boarding is part of the slow speed. */
function ferrySpeeds(tags: Tags, keys: readonly string[]): Speeds {
  if (tags["route"] !== "ferry") return NEVER;
  const access = firstOf(tags, keys);
  const carries = access === undefined ? keys === FOOT_KEYS : YES.has(access);
  return carries ? directed(8, tags["oneway"]) : NEVER;
}

/** Barriers that stop a vehicle unless its access is given. */
const BARRIERS: Readonly<Record<"car" | "bicycle" | "foot", ReadonlySet<string>>> = {
  car: new Set([
    "bollard",
    "block",
    "chain",
    "cycle_barrier",
    "motorcycle_barrier",
    "jersey_barrier",
    "full-height_turnstile",
    "turnstile",
    "kissing_gate",
    "stile",
    "log",
    "planter",
    "debris",
    "wicket_gate",
    "bus_trap",
    "sump_buster",
  ]),
  bicycle: new Set(["turnstile", "full-height_turnstile", "kissing_gate", "stile"]),
  foot: new Set([]),
};

const blockedBy =
  (barriers: ReadonlySet<string>, keys: readonly string[]) =>
  (tags: Tags): boolean => {
    const { barrier } = tags;
    if (barrier === undefined) return false;
    const access = firstOf(tags, keys);
    return access === undefined ? barriers.has(barrier) : NO.has(access);
  };

export const PROFILES = ["car", "bicycle", "foot"] as const;
export type Profile = (typeof PROFILES)[number];

export const RULES: Readonly<Record<Profile, ProfileRules>> = {
  car: {
    speeds: carSpeeds,
    isBlocked: blockedBy(BARRIERS.car, CAR_KEYS),
    restrictionKeys: [
      "restriction:motorcar",
      "restriction:motor_vehicle",
      "restriction:vehicle",
      "restriction",
    ],
    exceptions: ["motorcar", "motor_vehicle", "vehicle"],
    hasTurnCosts: true,
  },
  bicycle: {
    speeds: bicycleSpeeds,
    isBlocked: blockedBy(BARRIERS.bicycle, BICYCLE_KEYS),
    restrictionKeys: ["restriction:bicycle", "restriction:vehicle", "restriction"],
    exceptions: ["bicycle", "vehicle"],
    hasTurnCosts: false,
  },
  foot: {
    speeds: footSpeeds,
    isBlocked: blockedBy(BARRIERS.foot, FOOT_KEYS),
    restrictionKeys: ["restriction:foot"],
    exceptions: ["foot"],
    hasTurnCosts: false,
  },
};
