import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, distanceM, type Ring } from "#kernel/geo.ts";
import { chosenAfter, insideOf, nearOf } from "./inside.ts";

const square: Ring = [
  [13, 52],
  [13.1, 52],
  [13.1, 52.1],
  [13, 52.1],
  [13, 52],
];

test("a drawn shape holds the same points as a polygon with that outline", () => {
  const step = (from: number) => fc.integer({ min: 0, max: 1000 }).map((n) => from + n / 10_000);
  // Between the steps of the corners: on a border a polygon has the point, and a drawn line may not.
  const between = (from: number) => step(from).map((n) => n + 0.000_037);
  const ring = fc.array(fc.tuple(step(13), step(52)), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(ring, between(13), between(52), (corners, lon, lat) => {
      const polygon = { type: "Polygon" as const, coordinates: [corners] };
      const sides = [-2e-6, 0, 2e-6].map((by) => contains(polygon, { lon: lon + by, lat }));
      expect(sides).toContain(insideOf(corners)({ lon, lat }));
    }),
  );
});

test("a line that was not closed is closed, and nothing lies in a press without a line", () => {
  expect(insideOf(square.slice(0, 4))({ lon: 13.05, lat: 52.05 })).toBe(true);
  expect(insideOf([[13, 52]])({ lon: 13, lat: 52 })).toBe(false);
  expect(insideOf([])({ lon: 13, lat: 52 })).toBe(false);
});

test("what is near is near to any of the centres", () => {
  const near = nearOf(
    [
      { lon: 13, lat: 52 },
      { lon: 14, lat: 52 },
    ],
    500,
    distanceM,
  );
  expect(near({ lon: 14.005, lat: 52.001 })).toBe(true);
  expect(near({ lon: 13.5, lat: 52 })).toBe(false);
  expect(near({ lon: 13, lat: 52.0044 })).toBe(true);
  expect(near({ lon: 13, lat: 52.0046 })).toBe(false);
});

test("a choice by place replaces, adds or takes away", () => {
  const before = new Set(["a", "b"]);
  expect(chosenAfter(before, ["b", "c", "c"], "only")).toEqual(["b", "c"]);
  expect(chosenAfter(before, ["b", "c"], "add")).toEqual(["a", "b", "c"]);
  expect(chosenAfter(before, ["b", "c"], "remove")).toEqual(["a"]);
});
