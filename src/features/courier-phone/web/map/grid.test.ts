import { expect, test } from "vitest";
import { distanceM } from "#kernel/geo.ts";
import { gridOf } from "./grid.ts";

const SIDE = 300;
const points = [
  { lon: 16.37, lat: 48.2 },
  { lon: 16.4, lat: 48.21 },
  { lon: 16.35, lat: 48.23 },
];

test("every point lies inside, north up and east to the right, and distances are true to scale", () => {
  const { places, xs, stepM } = gridOf(points, SIDE);
  for (const { x, y } of places) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(SIDE);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(SIDE);
  }
  const [a, b, c] = places;
  const [pa, pb, pc] = points;
  if (!a || !b || !c || !pa || !pb || !pc) throw new Error("three points");
  expect(b.x).toBeGreaterThan(a.x);
  expect(c.y).toBeLessThan(a.y);
  const perM = ((xs[1] ?? 0) - (xs[0] ?? 0)) / stepM;
  for (const [from, to, p, q] of [
    [a, b, pa, pb],
    [b, c, pb, pc],
  ] as const)
    expect(Math.hypot(to.x - from.x, to.y - from.y) / perM / distanceM(p, q)).toBeCloseTo(1, 2);
});

test("one stop lies in the middle of a grid that people can read", () => {
  const { places, stepM } = gridOf(points.slice(0, 1), SIDE);
  expect(places).toEqual([{ x: SIDE / 2, y: SIDE / 2 }]);
  expect([50, 100]).toContain(stepM);
});
