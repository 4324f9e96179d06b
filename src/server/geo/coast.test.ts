import { expect, test } from "vitest";
import { landOf } from "./coast.ts";
import type { Bounds } from "./osm.ts";
import { holds, turning, type Line } from "./rings.ts";

const box: Bounds = [0, 0, 10, 10];
const isLand = (coast: readonly Line[], x: number, y: number): boolean =>
  landOf(coast, box).some(
    ([outer, ...holes]) =>
      outer !== undefined && holds(outer, [x, y]) && !holes.some((hole) => holds(hole, [x, y])),
  );

test("without a coast everything is land", () => {
  expect(isLand([], 5, 5)).toBe(true);
});

test("land lies to the left of the coast", () => {
  const northward: Line[] = [
    [
      [5, -1],
      [5, 11],
    ],
  ];
  expect([isLand(northward, 2, 5), isLand(northward, 8, 5)]).toEqual([true, false]);
  const southward: Line[] = [
    [
      [5, 11],
      [5, -1],
    ],
  ];
  expect([isLand(southward, 2, 5), isLand(southward, 8, 5)]).toEqual([false, true]);
});

test("pieces of a coast are joined, and a coast in several visits is closed along the border", () => {
  const bay: Line[] = [
    [
      [-1, 8],
      [4, 8],
    ],
    [
      [4, 8],
      [4, 2],
      [-1, 2],
    ],
  ];
  expect([isLand(bay, 2, 5), isLand(bay, 8, 5), isLand(bay, 2, 9), isLand(bay, 2, 1)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test("an island is land, and a lake of the sea in it is not", () => {
  const island: Line = [
    [2, 2],
    [8, 2],
    [8, 8],
    [2, 8],
    [2, 2],
  ];
  const lagoon: Line = [
    [4, 4],
    [4, 6],
    [6, 6],
    [6, 4],
    [4, 4],
  ];
  expect([turning(island) > 0, turning(lagoon) < 0]).toEqual([true, true]);
  expect([
    isLand([island, lagoon], 3, 3),
    isLand([island, lagoon], 5, 5),
    isLand([island, lagoon], 1, 1),
  ]).toEqual([true, false, false]);
});

test("a coast that ends within the map is taken on to the border", () => {
  const short: Line[] = [
    [
      [5, 1],
      [5, 9],
    ],
  ];
  expect([isLand(short, 2, 5), isLand(short, 8, 5)]).toEqual([true, false]);
});
