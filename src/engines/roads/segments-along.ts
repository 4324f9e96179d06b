import { EARTH_RADIUS_M } from "#kernel/geo.ts";
import { intAt } from "#kernel/typed.ts";
import { cellsAround, type Grid, type Shapes } from "./grid.ts";
import { E7 } from "./network.ts";

type Line = readonly (readonly [lon: number, lat: number])[];

/** A segment belongs to a line where its middle parts are no farther from it than this, in metres. */
const NEAR_M = 12;
/** Degrees between the directions of both: streets that only cross are left out. */
const ALIGNED = 40;

interface Piece {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

const METRES = (EARTH_RADIUS_M * Math.PI) / 180;

/** The segments that lie along some lines, wherever a map cut its streets. */
export function segmentsAlong(
  { shapes, grid }: { readonly shapes: Shapes; readonly grid: Grid },
  lines: readonly Line[],
): number[] {
  const found = new Set<number>();
  const middle = lines[0]?.[0]?.[1] ?? 0;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const flat = (lon: number, lat: number): [number, number] => [lon * squeeze * METRES, lat * METRES];
  for (const line of lines) {
    const pieces = line.slice(1).map(([lon, lat], i): Piece => {
      const [ax, ay] = flat(...(line[i] ?? [lon, lat]));
      const [bx, by] = flat(lon, lat);
      return { ax, ay, bx, by };
    });
    for (const segment of cellsAround(shapes, grid, line))
      if (!found.has(segment) && liesAlong(samplesOf(shapes, segment, flat), pieces)) found.add(segment);
  }
  return [...found].toSorted((a, b) => a - b);
}

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Places at a quarter, half and three quarters of a segment, with its direction there. */
function samplesOf(
  { shapeFirst, lon, lat }: Shapes,
  segment: number,
  flat: (lon: number, lat: number) => [number, number],
): Sample[] {
  const points: [number, number][] = [];
  for (let at = intAt(shapeFirst, segment); at < intAt(shapeFirst, segment + 1); at++)
    points.push(flat(intAt(lon, at) / E7, intAt(lat, at) / E7));
  const pieces = points.slice(1).map(([x, y], i) => {
    const [ax, ay] = points[i] ?? [x, y];
    return { ax, ay, dx: x - ax, dy: y - ay, length: Math.hypot(x - ax, y - ay) };
  });
  const whole = pieces.reduce((sum, { length }) => sum + length, 0);
  return [0.25, 0.5, 0.75].flatMap((share): Sample[] => {
    let left = whole * share;
    for (const { ax, ay, dx, dy, length } of pieces) {
      if (left <= length && length > 0)
        return [{ x: ax + (dx * left) / length, y: ay + (dy * left) / length, dx, dy }];
      left -= length;
    }
    return [];
  });
}

function liesAlong(samples: readonly Sample[], pieces: readonly Piece[]): boolean {
  if (samples.length === 0) return false;
  return samples.every((sample) => pieces.some((piece) => isNear(sample, piece)));
}

function isNear({ x, y, dx, dy }: Sample, { ax, ay, bx, by }: Piece): boolean {
  const [px, py] = [bx - ax, by - ay];
  const square = px * px + py * py;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * px + (y - ay) * py) / square));
  if (Math.hypot(ax + part * px - x, ay + part * py - y) > NEAR_M) return false;
  const turned = Math.abs((Math.atan2(dy, dx) - Math.atan2(py, px)) * (180 / Math.PI)) % 180;
  return Math.min(turned, 180 - turned) <= ALIGNED;
}
