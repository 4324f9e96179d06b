import type { Point, Ring } from "#kernel/geo.ts";

/**
 * Tells whether points lie in a drawn shape, by the even-odd rule: a line that crosses itself leaves holes. Thousands of points are
 * asked of one shape, so its box is known before any of them.
 */
export function insideOf(ring: Ring): (point: Point) => boolean {
  const lons = ring.map(([lon]) => lon);
  const lats = ring.map(([, lat]) => lat);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  return ({ lon, lat }) => {
    if (!(lon >= west && lon <= east && lat >= south && lat <= north)) return false;
    let inside = false;
    for (const [at, [x2, y2]] of ring.entries()) {
      const [x1, y1] = ring.at(at - 1) ?? [x2, y2];
      if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
    }
    return inside;
  };
}

/** Degrees of latitude that are surely more than so many metres. */
const degreesOf = (metres: number): number => metres / 110_000;

/** Tells whether points lie within a distance of any of some centres. */
export function nearOf(
  centres: readonly Point[],
  metres: number,
  distance: (a: Point, b: Point) => number,
): (point: Point) => boolean {
  const band = degreesOf(metres);
  return (point) =>
    centres.some((centre) => Math.abs(centre.lat - point.lat) <= band && distance(centre, point) <= metres);
}

/** How a choice by place changes the choice that was there. */
export type Reach = "only" | "add" | "remove";

/** The chosen deliveries after a choice by place. */
export function chosenAfter(
  before: ReadonlySet<string>,
  there: readonly string[],
  reach: Reach,
): readonly string[] {
  if (reach === "only") return [...new Set(there)];
  if (reach === "add") return [...new Set([...before, ...there])];
  const gone = new Set(there);
  return [...before].filter((id) => !gone.has(id));
}
