import { roundPoint, type Bounds, type Polygon } from "#kernel/geo.ts";
import { freeSlug } from "#kernel/slug.ts";
import { type Zone, ZONE_COLOURS, type ZoneColour } from "./zone.ts";
import { shapeFault, type ShapeFault, ZONE_LIMITS } from "./zone-faults.ts";

export const GEOJSON_BYTES_MAX = 1_000_000;

/** A feature that is no zone; `n` counts from 1. */
export interface FeatureFault {
  readonly n: number;
  readonly name: string | null;
  readonly code: ShapeFault | "no-name" | "not-a-polygon" | "same-name" | "too-many-zones";
}

/** `file` says that the whole is none. */
export type ReadFile =
  | { readonly file: "not-geojson" | "too-large-file" }
  | {
      readonly zones: readonly Zone[];
      readonly added: number;
      readonly changed: number;
      readonly faults: readonly FeatureFault[];
    };

/** Zones as a GeoJSON file, the first in the order first. Outlines turn left, as RFC 7946 wants. */
export const geoJsonOf = (zones: readonly Zone[]): string =>
  JSON.stringify(
    {
      type: "FeatureCollection",
      features: zones.map(({ code, name, colour, polygon }) => ({
        type: "Feature",
        properties: { code, name, colour },
        geometry: { type: "Polygon", coordinates: polygon.coordinates.map(turnedLeft) },
      })),
    },
    undefined,
    2,
  );

type Line = readonly (readonly [number, number])[];
const turnedLeft = (ring: Line): Line => {
  const twice = ring.slice(1).reduce((sum, [x, y], i) => {
    const [px, py] = ring[i] ?? [x, y];
    return sum + px * y - x * py;
  }, 0);
  return twice < 0 ? ring.toReversed() : ring;
};

/**
 * Puts the features of a GeoJSON file among the zones: one of a known name takes its place, the others come last. Features
 * at fault are left out and named.
 */
export function withGeoJson(text: string, zones: readonly Zone[], reach?: Bounds): ReadFile {
  if (text.length > GEOJSON_BYTES_MAX) return { file: "too-large-file" };
  const features = featuresOf(text);
  if (!features) return { file: "not-geojson" };
  const all = [...zones];
  const faults: FeatureFault[] = [];
  const seen = new Set<string>();
  let [added, changed] = [0, 0];
  for (const [i, feature] of features.entries()) {
    const read = readFeature(feature, seen, reach);
    if ("code" in read) {
      faults.push({ n: i + 1, ...read });
      continue;
    }
    seen.add(plain(read.name));
    const at = all.findIndex((zone) => plain(zone.name) === plain(read.name));
    const known = all[at];
    if (known) {
      all[at] = { ...known, polygon: read.polygon, colour: read.colour ?? known.colour };
      changed += 1;
    } else if (all.length < ZONE_LIMITS.zones) {
      all.push(newZone(all, read));
      added += 1;
    } else faults.push({ n: i + 1, name: read.name, code: "too-many-zones" });
  }
  return { zones: all, added, changed, faults };
}

type NewZone = Pick<Zone, "name" | "polygon"> & { readonly colour?: ZoneColour | undefined };

/** A feature as a zone, or its fault. @param seen names of the features before it */
function readFeature(
  feature: unknown,
  seen: ReadonlySet<string>,
  reach: Bounds | undefined,
): NewZone | Omit<FeatureFault, "n"> {
  const [name, polygon] = [nameOf(feature), polygonOf(feature)];
  if (name === null) return { name, code: "no-name" };
  if (!polygon) return { name, code: "not-a-polygon" };
  const code = seen.has(plain(name)) ? "same-name" : shapeFault(polygon, reach);
  return code ? { name, code } : { name, polygon, colour: colourOf(feature) };
}

const plain = (name: string): string => name.toLocaleLowerCase("en");

/** A zone beside others: with a code and, where none is wished, the colour that is used least. */
export function newZone(others: readonly Zone[], { name, polygon, colour }: NewZone): Zone {
  const uses = (one: ZoneColour): number => others.filter((zone) => zone.colour === one).length;
  const rarest = ZONE_COLOURS.toSorted((a, b) => uses(a) - uses(b))[0] ?? "blue";
  const code = freeSlug(
    name,
    "zone",
    others.map((zone) => zone.code),
  );
  return { code, name, colour: colour ?? rarest, polygon };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function featuresOf(text: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const features = memberOf(read, "type") === "Feature" ? [read] : memberOf(read, "features");
    return Array.isArray(features) ? features : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(feature: unknown): string | null {
  const name = memberOf(memberOf(feature, "properties"), "name");
  return typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, ZONE_LIMITS.name) : null;
}

function colourOf(feature: unknown): ZoneColour | undefined {
  const colour = memberOf(memberOf(feature, "properties"), "colour");
  return ZONE_COLOURS.find((one) => one === colour);
}

/** The polygon of a feature, rounded to 0.1 m; that of a multi-polygon of one. */
function polygonOf(feature: unknown): Polygon | undefined {
  const geometry = memberOf(feature, "geometry");
  const coordinates = memberOf(geometry, "coordinates");
  const kind = memberOf(geometry, "type");
  const rings: unknown =
    kind === "MultiPolygon" && Array.isArray(coordinates) && coordinates.length === 1
      ? coordinates[0]
      : kind === "Polygon"
        ? coordinates
        : undefined;
  if (!Array.isArray(rings) || rings.length === 0) return undefined;
  const read = rings.map(ringOf);
  return read.every((ring) => ring !== undefined) ? { type: "Polygon", coordinates: read } : undefined;
}

function ringOf(ring: unknown): [number, number][] | undefined {
  if (!Array.isArray(ring)) return undefined;
  const corners = ring.map((corner: unknown): [number, number] | undefined => {
    const [lon, lat]: unknown[] = Array.isArray(corner) ? corner : [];
    if (typeof lon !== "number" || typeof lat !== "number") return undefined;
    const point = roundPoint({ lon, lat });
    return [point.lon, point.lat];
  });
  if (!corners.every((corner) => corner !== undefined)) return undefined;
  // Corners that fall together by rounding are one.
  return corners.filter(
    ([lon, lat], i) => i === 0 || corners[i - 1]?.[0] !== lon || corners[i - 1]?.[1] !== lat,
  );
}
