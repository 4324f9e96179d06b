import { expect, test } from "vitest";
import { distanceM } from "#kernel/geo.ts";
import { boxAround, tilesOf } from "./tile-grid.ts";

test("the box lies a margin around the points, in the far north too", () => {
  for (const lat of [0, 48.2, -69.6]) {
    const point = { lon: 16.37, lat };
    const { west, south, east, north } = boxAround([point], 1000);
    for (const side of [
      { lon: west, lat },
      { lon: east, lat },
      { lon: 16.37, lat: north },
      { lon: 16.37, lat: south },
    ])
      expect(Math.abs(distanceM(point, side) - 1000)).toBeLessThan(10);
  }
});

test("tiles are those of the web map: known corners, each zoom once, the coarsest first", () => {
  const point = { lon: 16.3731, lat: 48.2084 };
  const box = boxAround([point], 1);
  expect(tilesOf(box, { minZoom: 14, maxZoom: 14 })).toEqual([{ z: 14, x: 8937, y: 5681 }]);
  expect(tilesOf({ west: -180, south: -85, east: 180, north: 85 }, { minZoom: 0, maxZoom: 2 })).toHaveLength(
    1 + 4 + 16,
  );
  const zooms = tilesOf(boxAround([point], 3000), { minZoom: 9, maxZoom: 15 }).map(({ z }) => z);
  expect(zooms).toEqual(zooms.toSorted((a, b) => a - b));
  expect(new Set(zooms).size).toBe(7);
});
