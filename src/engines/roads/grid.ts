import { intAt } from "#kernel/typed.ts";
import { EARTH_RADIUS_M, type Point } from "#kernel/geo.ts";
import { E7 } from "./network.ts";
import type { OnRoad } from "./search.ts";

/** The shapes of segments: shape point `i` to `i + 1` is a piece, except from the last point of a segment. */
export interface Shapes {
  readonly shapeFirst: Int32Array;
  /** Degrees · 10⁷. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
}

/** Pieces by square cells, so that the nearest one is found without looking at all. */
export interface Grid {
  /** West, south, width and height of a cell in degrees · 10⁷, columns, rows. */
  readonly frame: Int32Array;
  readonly first: Int32Array;
  readonly pieces: Int32Array;
}

export interface Snapped extends OnRoad {
  /** Metres from the place to the road. */
  readonly metres: number;
  readonly point: Point;
  /** Of the road, looking along the segment. */
  readonly side: "left" | "right";
}

const METRES_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;
/** Metres of a stored unit. */
const SCALE = METRES_PER_DEGREE / E7;
/** Edge of a cell in metres at least. */
const LEAST_CELL_M = 60;

const squeezeAt = (lat: number): number => Math.max(0.01, Math.cos((lat * Math.PI) / 180));

/** Lays a grid over the shapes, about as many cells as pieces. */
export function gridOf(shapes: Shapes): Grid {
  const { lon, lat } = shapes;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < lon.length; i++) {
    west = Math.min(west, intAt(lon, i));
    east = Math.max(east, intAt(lon, i));
    south = Math.min(south, intAt(lat, i));
    north = Math.max(north, intAt(lat, i));
  }
  if (lon.length === 0) [west, south, east, north] = [0, 0, 0, 0];
  const squeeze = squeezeAt((south + north) / 2 / E7);
  const [wide, high] = [((east - west) / E7) * squeeze, (north - south) / E7];
  const degrees = Math.max(
    Math.sqrt((wide * high) / Math.max(1, lon.length)),
    Math.max(wide, high) / 4000,
    LEAST_CELL_M / METRES_PER_DEGREE,
  );
  const [cellWidth, cellHeight] = [Math.ceil((degrees / squeeze) * E7), Math.ceil(degrees * E7)];
  const columns = Math.floor((east - west) / cellWidth) + 1;
  const rows = Math.floor((north - south) / cellHeight) + 1;
  const frame = Int32Array.from([west, south, cellWidth, cellHeight, columns, rows]);
  const first = new Int32Array(columns * rows + 1);
  eachCell(shapes, frame, (cell) => (first[cell + 1] = intAt(first, cell + 1) + 1));
  for (let i = 0; i < columns * rows; i++) first[i + 1] = intAt(first, i + 1) + intAt(first, i);
  const next = first.slice();
  const pieces = new Int32Array(first.at(-1) ?? 0);
  eachCell(shapes, frame, (cell, piece) => {
    const at = intAt(next, cell);
    next[cell] = at + 1;
    pieces[at] = piece;
  });
  return { frame, first, pieces };
}

/** Every cell that the box around a piece touches. */
function eachCell(
  { shapeFirst, lon, lat }: Shapes,
  frame: Int32Array,
  found: (cell: number, piece: number) => void,
): void {
  const { columnOf, rowOf, columns } = cellsOf(frame);
  const visit = (piece: number): void => {
    const [west, east] = ordered(intAt(lon, piece), intAt(lon, piece + 1));
    const [south, north] = ordered(intAt(lat, piece), intAt(lat, piece + 1));
    for (let row = rowOf(south); row <= rowOf(north); row++)
      for (let column = columnOf(west); column <= columnOf(east); column++)
        found(row * columns + column, piece);
  };
  for (let segment = 0; segment + 1 < shapeFirst.length; segment++)
    for (let piece = intAt(shapeFirst, segment); piece + 1 < intAt(shapeFirst, segment + 1); piece++)
      visit(piece);
}

/** Degrees · 10⁷ to columns and rows. */
function cellsOf(frame: Int32Array) {
  const [west, south, width, height] = [0, 1, 2, 3].map((at) => intAt(frame, at));
  return {
    columnOf: (lon: number): number => Math.floor((lon - (west ?? 0)) / (width ?? 1)),
    rowOf: (lat: number): number => Math.floor((lat - (south ?? 0)) / (height ?? 1)),
    columns: intAt(frame, 4),
    rows: intAt(frame, 5),
  };
}

const ordered = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);

/** The segments with a piece in a cell that a line passes, or in one beside it. */
export function cellsAround(
  { shapeFirst }: Shapes,
  { frame, first, pieces }: Grid,
  line: readonly (readonly [lon: number, lat: number])[],
): Set<number> {
  const { columnOf, rowOf, columns, rows } = cellsOf(frame);
  const found = new Set<number>();
  const visit = (lon: number, lat: number): void => {
    for (let row = rowOf(lat * E7) - 1; row <= rowOf(lat * E7) + 1; row++)
      for (let column = columnOf(lon * E7) - 1; column <= columnOf(lon * E7) + 1; column++) {
        if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
        const cell = row * columns + column;
        for (let at = intAt(first, cell); at < intAt(first, cell + 1); at++)
          found.add(segmentAt(shapeFirst, intAt(pieces, at)));
      }
  };
  const step = Math.min(intAt(frame, 2), intAt(frame, 3)) / E7;
  line.forEach(([lon, lat], i) => {
    const [before, below] = line[i - 1] ?? [lon, lat];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(lon - before), Math.abs(lat - below)) / step));
    for (let at = 1; at <= steps; at++)
      visit(before + ((lon - before) * at) / steps, below + ((lat - below) * at) / steps);
  });
  return found;
}

/** Roads to look at: their shapes in a grid, and which segments count. */
export interface Searched {
  readonly shapes: Shapes;
  readonly grid: Grid;
  readonly isUsable: (segment: number) => boolean;
}

/**
 * The nearest place on a segment that is usable, by the straight line.
 * @returns `undefined` where none lies within the distance
 */
export function nearest(searched: Searched, point: Point, maxMetres: number): Snapped | undefined {
  const { shapes, grid } = searched;
  const { columnOf, rowOf } = cellsOf(grid.frame);
  const centre = { column: columnOf(point.lon * E7), row: rowOf(point.lat * E7) };
  const plane = planeAt(point);
  const [width, height] = [intAt(grid.frame, 2), intAt(grid.frame, 3)];
  const cellMetres = Math.min(width * plane.squeeze, height) * SCALE;
  let best: Hit | undefined;
  // After ring n every place nearer than n cells has been seen.
  for (let ring = 0; (ring - 1) * cellMetres <= Math.min(maxMetres, best?.metres ?? Infinity); ring++)
    eachCellOfRing(grid, centre, ring, (cell) => {
      for (let i = intAt(grid.first, cell); i < intAt(grid.first, cell + 1); i++)
        best = closer(searched, plane, intAt(grid.pieces, i), best);
    });
  return best && best.metres <= maxMetres ? snappedOf(shapes, best, plane) : undefined;
}

/** The cells that are `ring` columns or rows away, and no farther. */
function eachCellOfRing(
  { frame }: Grid,
  { column, row }: { readonly column: number; readonly row: number },
  ring: number,
  visit: (cell: number) => void,
): void {
  const { columns, rows } = cellsOf(frame);
  for (let y = Math.max(0, row - ring); y <= Math.min(rows - 1, row + ring); y++) {
    const step = Math.abs(y - row) === ring ? 1 : Math.max(1, ring * 2);
    for (let x = column - ring; x <= column + ring; x += step)
      if (x >= 0 && x < columns) visit(y * columns + x);
  }
}

interface Plane {
  readonly lon: number;
  readonly lat: number;
  readonly squeeze: number;
}

interface Hit {
  readonly piece: number;
  readonly segment: number;
  /** Along the piece, 0 to 1. */
  readonly part: number;
  readonly metres: number;
  readonly isLeft: boolean;
}

const planeAt = ({ lon, lat }: Point): Plane => ({ lon, lat, squeeze: squeezeAt(lat) });

function closer(
  { shapes: { lon, lat, shapeFirst }, isUsable }: Searched,
  plane: Plane,
  piece: number,
  best: Hit | undefined,
): Hit | undefined {
  const ax = (intAt(lon, piece) - plane.lon * E7) * plane.squeeze * SCALE;
  const ay = (intAt(lat, piece) - plane.lat * E7) * SCALE;
  const dx = (intAt(lon, piece + 1) - intAt(lon, piece)) * plane.squeeze * SCALE;
  const dy = (intAt(lat, piece + 1) - intAt(lat, piece)) * SCALE;
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
  const metres = Math.hypot(ax + part * dx, ay + part * dy);
  if (best && metres >= best.metres) return best;
  const segment = segmentAt(shapeFirst, piece);
  return isUsable(segment) ? { piece, segment, part, metres, isLeft: dy * ax - dx * ay > 0 } : best;
}

/** The segment that a shape point belongs to. */
function segmentAt(shapeFirst: Int32Array, piece: number): number {
  let [low, high] = [0, shapeFirst.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (intAt(shapeFirst, middle) <= piece) low = middle;
    else high = middle;
  }
  return low;
}

function snappedOf(shapes: Shapes, { piece, segment, part, metres, isLeft }: Hit, plane: Plane): Snapped {
  const { lon, lat, shapeFirst } = shapes;
  let [before, whole] = [0, 0];
  for (let i = intAt(shapeFirst, segment); i + 1 < intAt(shapeFirst, segment + 1); i++) {
    const length = Math.hypot(
      (intAt(lon, i + 1) - intAt(lon, i)) * plane.squeeze,
      intAt(lat, i + 1) - intAt(lat, i),
    );
    if (i < piece) before += length;
    if (i === piece) before += length * part;
    whole += length;
  }
  const between = (list: Int32Array): number =>
    (intAt(list, piece) + (intAt(list, piece + 1) - intAt(list, piece)) * part) / E7;
  return {
    segment,
    fraction: whole === 0 ? 0 : Math.min(1, before / whole),
    metres,
    point: { lon: between(lon), lat: between(lat) },
    side: isLeft ? "left" : "right",
  };
}
