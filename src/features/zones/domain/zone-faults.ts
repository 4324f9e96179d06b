import { type Bounds, boundsOf, EARTH_RADIUS_M, type Polygon, type Ring } from "#kernel/geo.ts";
import { isSound } from "#features/places/domain/outline.ts";
import type { Zone } from "./zone.ts";

/** All of it as JSON stays below the 256 kB of a request: 22 bytes a corner. */
export const ZONE_LIMITS = {
  zones: 40,
  corners: 200,
  name: 60,
  leastM2: 1_000,
  mostM2: 50_000e6,
  /** Degrees across; more is a ring that goes round the back of the Earth. */
  span: 10,
} as const;

/** Faults of a zone's shape, in English; people read them in their own language by code. */
export const SHAPE_FAULTS = {
  "too-few-corners": "A zone has three corners at least.",
  "too-many-corners": "A zone has 200 corners at most.",
  "has-hole": "A zone has no holes: draw the hole as a zone of its own and put it before this one.",
  "crosses-itself": "The outline crosses or touches itself.",
  "too-small": "A zone is 1,000 square metres at least.",
  "too-large": "A zone is 50,000 square kilometres at most.",
  "off-map": "A corner lies far beyond the map.",
} as const;
export type ShapeFault = keyof typeof SHAPE_FAULTS;

export interface ZoneFault {
  /** Place of the zone in the order. */
  readonly at: number;
  readonly path: "code" | "name" | "polygon";
  readonly code: ShapeFault | "same-code" | "same-name" | "no-name";
}

/**
 * Finds the first fault of a shape.
 *
 * @param reach beyond which nothing is drawn; absent where there is no map
 */
export function shapeFault(polygon: Polygon, reach?: Bounds): ShapeFault | undefined {
  const [ring = [], ...holes] = polygon.coordinates;
  if (holes.length > 0) return "has-hole";
  if (ring.length < 4) return "too-few-corners";
  if (ring.length - 1 > ZONE_LIMITS.corners) return "too-many-corners";
  const box = boundsOf(polygon);
  if (box.east - box.west > ZONE_LIMITS.span || box.north - box.south > ZONE_LIMITS.span) return "too-large";
  if (!isSound(polygon)) return "crosses-itself";
  return sizeFault(ring) ?? (reach && !isWithin(box, reach) ? "off-map" : undefined);
}

function sizeFault(ring: Ring): ShapeFault | undefined {
  const area = areaM2(ring);
  if (area < ZONE_LIMITS.leastM2) return "too-small";
  return area > ZONE_LIMITS.mostM2 ? "too-large" : undefined;
}

const isWithin = (inner: Bounds, outer: Bounds): boolean =>
  inner.west >= outer.west &&
  inner.east <= outer.east &&
  inner.south >= outer.south &&
  inner.north <= outer.north;

/** Everything wrong with the zones; none where they may be saved. */
export function zoneFaults(zones: readonly Zone[], reach?: Bounds): ZoneFault[] {
  const plain = (name: string): string => name.trim().toLocaleLowerCase("en");
  const twice = (at: number, of: (zone: Zone) => string, zone: Zone): boolean =>
    zones.findIndex((other) => of(other) === of(zone)) < at;
  return zones.flatMap((zone, at): ZoneFault[] => {
    const shape = shapeFault(zone.polygon, reach);
    const isNamed = zone.name.trim() !== "";
    return [
      ...(twice(at, ({ code }) => code, zone)
        ? [{ at, path: "code" as const, code: "same-code" as const }]
        : []),
      ...(isNamed ? [] : [{ at, path: "name" as const, code: "no-name" as const }]),
      ...(isNamed && twice(at, ({ name }) => plain(name), zone)
        ? [{ at, path: "name" as const, code: "same-name" as const }]
        : []),
      ...(shape ? [{ at, path: "polygon" as const, code: shape }] : []),
    ];
  });
}

/** As far as zones may reach: the map's box and as much again on every side, for one that means "all beyond". */
export function reachOf([west, south, east, north]: readonly [number, number, number, number]): Bounds {
  const [wide, high] = [east - west, north - south];
  return { west: west - wide, south: south - high, east: east + wide, north: north + high };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Area on the plane that touches the Earth at the ring's middle: 1 % off for 10° across. */
export function areaM2(ring: Ring): number {
  const [lon0, lat0] = ring[0] ?? [0, 0];
  const lats = ring.map(([, lat]) => lat);
  const scale = Math.cos(radians((Math.min(...lats) + Math.max(...lats)) / 2));
  const at = (i: number): [number, number] => {
    const [lon, lat] = ring[i] ?? [lon0, lat0];
    return [radians(lon - lon0) * scale, radians(lat - lat0)];
  };
  const twice = ring.slice(1).reduce((sum, _, i) => {
    const [[x1, y1], [x2, y2]] = [at(i), at(i + 1)];
    return sum + x1 * y2 - x2 * y1;
  }, 0);
  return (Math.abs(twice) / 2) * EARTH_RADIUS_M ** 2;
}
