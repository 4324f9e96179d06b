import { EARTH_RADIUS_M, type Point, type Polygon } from "#kernel/geo.ts";

/** Corners of the outline that a set-up begins with: few enough to move each by hand later. */
const CORNERS = 12;
const degrees = (radians: number): number => (radians * 180) / Math.PI;
const micro = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * Outline of everything within `radiusM` of a centre, as a closed ring that turns left.
 *
 * @param centre more than the radius away from poles and the date line
 */
export function ringAround({ lon, lat }: Point, radiusM: number): Polygon {
  const dLat = degrees(radiusM / EARTH_RADIUS_M);
  const dLon = dLat / Math.cos((lat * Math.PI) / 180);
  const corners = Array.from({ length: CORNERS }, (_, n): [number, number] => {
    const angle = (2 * Math.PI * n) / CORNERS;
    return [micro(lon + dLon * Math.cos(angle)), micro(lat + dLat * Math.sin(angle))];
  });
  return { type: "Polygon", coordinates: [[...corners, corners[0] ?? [lon, lat]]] };
}
