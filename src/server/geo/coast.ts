import type { Bounds } from "./osm.ts";
import { holds, polygons, stitch, turning, type Line, type Position } from "./rings.ts";

/**
 * The land of a map: coastlines (land on their left) closed along the map's border.
 * Without any coastline everything is land.
 */
export function landOf(coastlines: readonly Line[], bounds: Bounds): Line[][] {
  const frame = frameOf(bounds);
  if (coastlines.length === 0) return [[frame]];
  const { rings, open } = stitch(coastlines, false);
  const pieces = open.flatMap((line) => clip(line, bounds));
  const islands = rings.filter((ring) => turning(ring) > 0);
  const basins = rings.filter((ring) => turning(ring) < 0);
  const mainland = closeAlongBorder(pieces, bounds);
  const outers = mainland.length > 0 || islands.length > 0 ? [...mainland, ...islands] : [frame];
  return polygons(
    outers,
    basins.filter((basin) => outers.some((outer) => basin[0] !== undefined && holds(outer, basin[0]))),
  );
}

function frameOf([west, south, east, north]: Bounds): Line {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** The parts of a line inside the box; each begins and ends on its border. */
function clip(line: Line, bounds: Bounds): Line[] {
  const parts: Position[][] = [];
  let current: Position[] | undefined;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]];
    const span = a && b && within(a, b, bounds);
    if (!a || !b || !span) {
      current = undefined;
      continue;
    }
    const at = (t: number): Position => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    if (!current) parts.push((current = [at(span[0])]));
    current.push(at(span[1]));
    if (span[1] < 1) current = undefined;
  }
  return parts.filter((part) => part.length > 1);
}

/** The part of a→b inside the box (Liang–Barsky). */
function within(a: Position, b: Position, [west, south, east, north]: Bounds): [number, number] | undefined {
  let [low, high] = [0, 1];
  const sides: readonly (readonly [number, number])[] = [
    [a[0] - b[0], a[0] - west],
    [b[0] - a[0], east - a[0]],
    [a[1] - b[1], a[1] - south],
    [b[1] - a[1], north - a[1]],
  ];
  for (const [run, room] of sides) {
    if (run === 0 && room < 0) return undefined;
    if (run < 0) low = Math.max(low, room / run);
    if (run > 0) high = Math.min(high, room / run);
  }
  return low <= high ? [low, high] : undefined;
}

/** How far around the border (0…4, left turn from the south-west corner) a point lies. */
function around([x, y]: Position, [west, south, east, north]: Bounds): number {
  const u = (x - west) / (east - west);
  const v = (y - south) / (north - south);
  const nearest = Math.min(v, 1 - u, 1 - v, u);
  if (nearest === v) return u;
  if (nearest === 1 - u) return 1 + v;
  return nearest === 1 - v ? 3 - u : (4 - v) % 4;
}

/** The point so far around the border. */
function borderPoint(where: number, [west, south, east, north]: Bounds): Position {
  const part = where % 1;
  const [x, y] = [west + (east - west) * part, south + (north - south) * part];
  const sides: readonly Position[] = [
    [x, south],
    [east, y],
    [east + west - x, north],
    [west, north + south - y],
  ];
  return sides[Math.floor(where) % 4] ?? [west, south];
}

/** From the end of each coast left along the border to the start of the next one. */
function closeAlongBorder(pieces: readonly Line[], bounds: Bounds): Line[] {
  const [west, south, east, north] = bounds;
  const corners: readonly Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  const starts = pieces.flatMap((line) => (line[0] ? [{ line, where: around(line[0], bounds) }] : []));
  const left = new Set(pieces);
  const land: Line[] = [];
  for (const first of pieces) {
    if (!left.has(first)) continue;
    const ring: Position[] = [];
    for (let line: Line | undefined = first; line && left.has(line);) {
      left.delete(line);
      ring.push(...line);
      const here = around(line.at(-1) ?? [west, south], bounds);
      const ahead = (where: number) => (where - here + 4) % 4;
      const next = starts.toSorted((a, b) => ahead(a.where) - ahead(b.where))[0];
      const passed = corners
        .map((corner, i) => ({ corner, far: ahead(i) }))
        .filter(({ far }) => far > 0 && far < ahead(next?.where ?? here))
        .toSorted((a, b) => a.far - b.far);
      // A coast that ends inside the box is taken straight on to the border.
      ring.push(
        borderPoint(here, bounds),
        ...passed.map(({ corner }) => corner),
        borderPoint(next?.where ?? here, bounds),
      );
      line = next?.line;
    }
    land.push([...ring, ring[0] ?? [west, south]]);
  }
  return land;
}
