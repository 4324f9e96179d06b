import type { Tags } from "./osm.ts";

/** Class of OpenStreetMap's tags that is drawn, and from which zoom on. */
export interface Class {
  readonly kind: string;
  readonly minZoom: number;
}

const ROADS: Readonly<Record<string, Class>> = {
  motorway: { kind: "highway", minZoom: 10 },
  motorway_link: { kind: "highway", minZoom: 12 },
  trunk: { kind: "primary", minZoom: 10 },
  trunk_link: { kind: "primary", minZoom: 12 },
  primary: { kind: "primary", minZoom: 10 },
  primary_link: { kind: "primary", minZoom: 12 },
  secondary: { kind: "secondary", minZoom: 11 },
  secondary_link: { kind: "secondary", minZoom: 13 },
  tertiary: { kind: "tertiary", minZoom: 12 },
  tertiary_link: { kind: "tertiary", minZoom: 13 },
  unclassified: { kind: "minor", minZoom: 13 },
  residential: { kind: "minor", minZoom: 13 },
  living_street: { kind: "minor", minZoom: 13 },
  road: { kind: "minor", minZoom: 13 },
  pedestrian: { kind: "pedestrian", minZoom: 13 },
  service: { kind: "service", minZoom: 14 },
  track: { kind: "path", minZoom: 14 },
  path: { kind: "path", minZoom: 14 },
  footway: { kind: "path", minZoom: 14 },
  cycleway: { kind: "path", minZoom: 14 },
  bridleway: { kind: "path", minZoom: 14 },
  steps: { kind: "path", minZoom: 15 },
};

export function roadOf(tags: Tags): Class | undefined {
  const { highway, railway, route } = tags;
  if (highway) return ROADS[highway];
  if (railway === "rail" || railway === "light_rail")
    return { kind: "rail", minZoom: tags["service"] ? 14 : 11 };
  if (route === "ferry") return { kind: "ferry", minZoom: 12 };
  return undefined;
}

const LAND: readonly (readonly [key: string, values: readonly string[], kind: string, minZoom: number])[] = [
  ["natural", ["wood"], "wood", 10],
  ["landuse", ["forest"], "wood", 10],
  ["natural", ["scrub", "heath", "grassland"], "meadow", 11],
  ["landuse", ["meadow", "orchard", "vineyard"], "meadow", 11],
  ["landuse", ["farmland", "farmyard"], "farmland", 10],
  ["natural", ["beach", "sand", "bare_rock", "scree"], "sand", 12],
  ["landuse", ["grass", "village_green", "recreation_ground", "greenfield"], "grass", 12],
  ["leisure", ["park", "garden", "nature_reserve", "dog_park"], "park", 11],
  ["leisure", ["golf_course", "common"], "grass", 12],
  ["leisure", ["pitch", "track"], "pitch", 14],
  ["leisure", ["sports_centre", "stadium", "playground"], "sports", 13],
  ["landuse", ["cemetery"], "cemetery", 12],
  ["landuse", ["allotments"], "allotments", 12],
  ["amenity", ["hospital", "clinic"], "hospital", 12],
  ["amenity", ["school", "kindergarten", "university", "college"], "campus", 12],
  ["landuse", ["industrial", "railway", "quarry", "construction", "port"], "industrial", 11],
  ["landuse", ["commercial", "retail"], "commercial", 12],
  ["landuse", ["residential"], "residential", 10],
  ["place", ["square"], "square", 13],
  ["area:highway", ["pedestrian"], "square", 13],
  ["amenity", ["parking"], "parking", 15],
];

export function landuseOf(tags: Tags): Class | undefined {
  if (tags["highway"] === "pedestrian" && tags["area"] === "yes") return { kind: "square", minZoom: 13 };
  const rule = LAND.find(([key, values]) => values.includes(tags[key] ?? ""));
  return rule && { kind: rule[2], minZoom: rule[3] };
}

/** Areas of water. */
export function waterOf(tags: Tags): Class | undefined {
  const { natural, waterway, landuse, leisure } = tags;
  const isWater = natural === "water" || natural === "bay" || waterway === "riverbank" || waterway === "dock";
  if (isWater || landuse === "reservoir" || landuse === "basin") return { kind: "water", minZoom: 10 };
  return leisure === "swimming_pool" ? { kind: "pool", minZoom: 15 } : undefined;
}

/** Lines of water. */
export function streamOf(tags: Tags): Class | undefined {
  const { waterway, tunnel } = tags;
  if (tunnel) return undefined;
  if (waterway === "river" || waterway === "canal") return { kind: "river", minZoom: 10 };
  return waterway === "stream" ? { kind: "stream", minZoom: 13 } : undefined;
}

const PLACES: Readonly<Record<string, number>> = {
  city: 10,
  town: 10,
  village: 11,
  suburb: 12,
  borough: 12,
  quarter: 13,
  neighbourhood: 14,
  hamlet: 13,
};

export function placeOf(tags: Tags): Class | undefined {
  const kind = tags["place"] ?? "";
  const minZoom = PLACES[kind];
  return minZoom !== undefined && tags["name"] ? { kind, minZoom } : undefined;
}

const POI_KEYS = [
  "amenity",
  "shop",
  "tourism",
  "leisure",
  "office",
  "healthcare",
  "craft",
  "railway",
  "public_transport",
] as const;
const LANDMARKS = new Set([
  "hospital",
  "university",
  "station",
  "townhall",
  "park",
  "marketplace",
  "museum",
  "theatre",
  "cemetery",
  "stadium",
  "sports_centre",
  "college",
  "library",
  "attraction",
]);
const NO_PLACE = new Set([
  "bench",
  "waste_basket",
  "parking_space",
  "parking_entrance",
  "vending_machine",
  "bicycle_parking",
  "switch",
  "signal",
  "level_crossing",
  "crossing",
  "rail",
  "subway",
  "tram",
  "platform",
  "stop_position",
  "subway_entrance",
  "information",
  "swimming_pool",
  "garden",
  "pitch",
  "picnic_table",
  "recycling",
  "atm",
  "fountain",
  "grit_bin",
  "vacant",
]);

/** A named place people go to. */
export function poiOf(tags: Tags): Class | undefined {
  if (!tags["name"]) return undefined;
  const key = POI_KEYS.find((k) => tags[k] && !NO_PLACE.has(tags[k]));
  const kind = key ? tags[key] : tags["landuse"] === "cemetery" ? "cemetery" : undefined;
  if (!kind) return undefined;
  return { kind, minZoom: LANDMARKS.has(kind) ? 14 : 15 };
}

/** Whether a closed way bounds land rather than running in a circle. */
export function isArea(tags: Tags): boolean {
  if (tags["area"] === "no") return false;
  if (tags["area"] === "yes" || tags["building"] || tags["area:highway"]) return true;
  if (tags["highway"] || tags["barrier"] || tags["natural"] === "coastline") return false;
  return [
    "landuse",
    "natural",
    "leisure",
    "amenity",
    "water",
    "waterway",
    "place",
    "tourism",
    "shop",
    "office",
  ].some((k) => tags[k]);
}
