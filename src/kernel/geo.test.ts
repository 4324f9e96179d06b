import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundsOf, contains, distanceM, isPoint, roundPoint, type Polygon, type Ring } from "./geo.ts";

const box = (w: number, s: number, e: number, n: number): Ring => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];
const town: Polygon = {
  type: "Polygon",
  coordinates: [box(13, 52, 13.2, 52.1), box(13.05, 52.02, 13.1, 52.05)],
};
const degrees = fc.record({
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
});

test("known distances are right to a metre or half a per cent", () => {
  expect(distanceM({ lon: 0, lat: 0 }, { lon: 0, lat: 1 })).toBe(111_195);
  expect(distanceM({ lon: 13.377704, lat: 52.516275 }, { lon: 9.993682, lat: 53.551086 })).toBeGreaterThan(
    253_000,
  );
  expect(distanceM({ lon: 179.999, lat: 0 }, { lon: -179.999, lat: 0 })).toBe(222);
});

test("distance is symmetric, zero only to itself and never longer than a detour", () => {
  fc.assert(
    fc.property(degrees, degrees, degrees, (a, b, c) => {
      expect(distanceM(a, a)).toBe(0);
      expect(distanceM(a, b)).toBe(distanceM(b, a));
      expect(distanceM(a, c)).toBeLessThanOrEqual(distanceM(a, b) + distanceM(b, c) + 2);
      expect(Number.isInteger(distanceM(a, b))).toBe(true);
    }),
  );
});

test("a border belongs to the area, a hole does not, the hole's border does", () => {
  const inside = (lon: number, lat: number) => contains(town, { lon, lat });
  expect(inside(13.15, 52.08)).toBe(true);
  expect(inside(13, 52.05)).toBe(true);
  expect(inside(13.2, 52.1)).toBe(true);
  expect(inside(13.07, 52.03)).toBe(false);
  expect(inside(13.05, 52.03)).toBe(true);
  expect(inside(13.200001, 52.05)).toBe(false);
  expect(inside(12.9, 52.05)).toBe(false);
});

test("a rectangle holds exactly what lies between its sides", () => {
  const grid = fc.integer({ min: -12, max: 12 });
  fc.assert(
    fc.property(grid, grid, (x, y) => {
      const square: Polygon = { type: "Polygon", coordinates: [box(-0.00001, -0.00001, 0.00001, 0.00001)] };
      const expected = Math.abs(x) <= 10 && Math.abs(y) <= 10;
      expect(contains(square, { lon: x / 1e6, lat: y / 1e6 })).toBe(expected);
    }),
  );
});

test("the way round a ring does not matter", () => {
  const outline: Ring = [
    [0, 0],
    [4, 1],
    [5, 4],
    [2, 2],
    [1, 5],
    [0, 0],
  ];
  const there: Polygon = { type: "Polygon", coordinates: [outline] };
  const back: Polygon = { type: "Polygon", coordinates: [outline.toReversed()] };
  const tenth = fc.integer({ min: -10, max: 60 }).map((n) => n / 10);
  fc.assert(
    fc.property(tenth, tenth, (lon, lat) => {
      expect(contains(there, { lon, lat })).toBe(contains(back, { lon, lat }));
    }),
    { numRuns: 1000 },
  );
  expect(contains(there, { lon: 2, lat: 4 })).toBe(false);
  expect(contains(there, { lon: 1, lat: 2 })).toBe(true);
});

test("bounds, rounding and plausibility", () => {
  expect(boundsOf(town)).toEqual({ west: 13, south: 52, east: 13.2, north: 52.1 });
  expect(() => boundsOf({ type: "Polygon", coordinates: [] })).toThrow("without positions");
  expect(roundPoint({ lon: 13.123_456_78, lat: -52.000_000_4 })).toEqual({ lon: 13.123457, lat: -52 });
  expect([
    isPoint({ lon: 181, lat: 0 }),
    isPoint({ lon: 0, lat: Number.NaN }),
    isPoint({ lon: -180, lat: 90 }),
  ]).toEqual([false, false, true]);
  expect(contains({ type: "Polygon", coordinates: [] }, { lon: 0, lat: 0 })).toBe(false);
});
