import type { Point } from "#kernel/geo.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Grid {
  /** Places of the given points, in their order, north up. */
  readonly places: readonly Place[];
  /** Lines of the grid along each side. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Metres between two lines. */
  readonly stepM: number;
}

const METRES_PER_DEGREE = 111_195;
/** Part of the side that is kept free around the points. */
const EDGE = 0.12;
const LINES = 5;
/** Points closer together than this are not drawn larger. */
const LEAST_M = 200;

/** 1, 2 or 5 of a power of ten, so that about five lines fit. */
function stepFor(spanM: number): number {
  const rough = spanM / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Draws points true to scale into a square. @param points at least one */
export function gridOf(points: readonly Point[], side: number): Grid {
  const [first = { lon: 0, lat: 0 }] = points;
  const lonM = METRES_PER_DEGREE * Math.cos((first.lat * Math.PI) / 180);
  const flat = points.map(({ lon, lat }) => ({ x: lon * lonM, y: -lat * METRES_PER_DEGREE }));
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const reach = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const [allX, allY] = [flat.map(({ x }) => x), flat.map(({ y }) => y)];
  const spanM = Math.max(LEAST_M, reach(allX), reach(allY)) / (1 - 2 * EDGE);
  const scale = side / spanM;
  const [midX, midY] = [middle(allX), middle(allY)];
  const stepM = stepFor(spanM);
  const count = Math.floor(spanM / stepM / 2);
  const lines = Array.from({ length: 2 * count + 1 }, (_, at) => side / 2 + (at - count) * stepM * scale);
  return {
    places: flat.map(({ x, y }) => ({ x: side / 2 + (x - midX) * scale, y: side / 2 + (y - midY) * scale })),
    xs: lines,
    ys: lines,
    stepM,
  };
}
