import type { Bounds, Point } from "#kernel/geo.ts";

/** A square of the map at a zoom; tiles are counted from the north-west. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const METRES_PER_DEGREE = 111_195;
/** Web Mercator ends here. */
const NORTHMOST = 85.05;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The box around points with a margin in metres on each side. @param points at least one */
export function boxAround(points: readonly Point[], marginM: number): Bounds {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const dLat = marginM / METRES_PER_DEGREE;
  const dLon = dLat / Math.cos(radians(Math.min(NORTHMOST, Math.max(Math.abs(south), Math.abs(north)))));
  return {
    west: Math.max(-180, Math.min(...lons) - dLon),
    south: Math.max(-NORTHMOST, south - dLat),
    east: Math.min(180, Math.max(...lons) + dLon),
    north: Math.min(NORTHMOST, north + dLat),
  };
}

/** Tiles of one zoom that a box touches. */
function tilesAt(z: number, { west, south, east, north }: Bounds): Tile[] {
  const size = 2 ** z;
  const column = (lon: number) => Math.min(size - 1, Math.floor(((lon + 180) / 360) * size));
  const row = (lat: number) =>
    Math.min(size - 1, Math.floor(((1 - Math.asinh(Math.tan(radians(lat))) / Math.PI) / 2) * size));
  const tiles: Tile[] = [];
  for (let x = column(west); x <= column(east); x += 1)
    for (let y = row(north); y <= row(south); y += 1) tiles.push({ z, x, y });
  return tiles;
}

/** Tiles of a box, the coarsest first. */
export function tilesOf(
  box: Bounds,
  { minZoom, maxZoom }: { readonly minZoom: number; readonly maxZoom: number },
): Tile[] {
  const zooms = Array.from({ length: maxZoom - minZoom + 1 }, (_, at) => minZoom + at);
  return zooms.flatMap((z) => tilesAt(z, box));
}
