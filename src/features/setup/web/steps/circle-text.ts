import * as z from "zod/mini";
import { Name } from "#contract/schemas.ts";
import type { Point } from "#kernel/geo.ts";
import { readDecimal } from "#web/forms/decimal-text.ts";

/** A circle as typed. */
export interface AreaText {
  name: string;
  lat: string;
  lon: string;
  /** Radius in kilometres. */
  km: string;
}

export interface Circle {
  readonly centre: Point;
  readonly radiusM: number;
}

const RADIUS_M = { min: 500, max: 200_000, first: 5_000 } as const;
/** Nearer to a pole the circle has no sound outline. */
const MOST_LAT = 80;
const MOST_LON = 175;

const degrees = (text: string): number | undefined => {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  return /^-?\d{1,3}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
};

const isDegrees = (most: number) => (text: string) => Math.abs(degrees(text) ?? Infinity) <= most;
const metres = (text: string): number | undefined => readDecimal(text, 3);
const isRadius = (text: string): boolean => {
  const radius = metres(text);
  return radius !== undefined && radius >= RADIUS_M.min && radius <= RADIUS_M.max;
};

/** Reads what is typed; undefined while it is no circle. */
export const circleOf = ({ lat, lon, km }: Omit<AreaText, "name">): Circle | undefined => {
  const radiusM = metres(km);
  const [north, east] = [degrees(lat), degrees(lon)];
  if (!isDegrees(MOST_LAT)(lat) || !isDegrees(MOST_LON)(lon) || !isRadius(km)) return undefined;
  if (radiusM === undefined || north === undefined || east === undefined) return undefined;
  return { centre: { lon: east, lat: north }, radiusM };
};

export const AreaSchema = z.strictObject({
  name: Name,
  lat: z.string().check(z.refine(isDegrees(MOST_LAT), "setup.bad-place")),
  lon: z.string().check(z.refine(isDegrees(MOST_LON), "setup.bad-place")),
  km: z.string().check(z.refine(isRadius, "setup.bad-radius")),
});

const micro = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** The circle to begin with: the middle of the imported map, with a radius that lies within it. */
export function textOfCircle(
  name: string,
  bounds: readonly [west: number, south: number, east: number, north: number] | undefined,
): AreaText {
  if (!bounds) return { name, lat: "", lon: "", km: String(RADIUS_M.first / 1_000) };
  const [west, south, east, north] = bounds;
  const middle = { lon: (west + east) / 2, lat: (south + north) / 2 };
  const halfKm = ((north - south) / 2) * 111;
  const km = Math.max(RADIUS_M.min / 1_000, Math.min(RADIUS_M.first / 1_000, Math.floor(halfKm * 10) / 10));
  return { name, lat: micro(middle.lat), lon: micro(middle.lon), km: String(km) };
}
