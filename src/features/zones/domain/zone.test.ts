import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Point, Polygon, Ring } from "#kernel/geo.ts";
import { isSound } from "#features/places/domain/outline.ts";
import { differences, type Zone, zoneAt } from "./zone.ts";
import { areaM2, reachOf, shapeFault, zoneFaults } from "./zone-faults.ts";

const polygon = (...coordinates: Ring[]): Polygon => ({ type: "Polygon", coordinates });
const box = (west: number, south: number, east: number, north: number): Polygon =>
  polygon([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]);
const zone = (code: string, shape: Polygon, more: Partial<Zone> = {}): Zone => ({
  code,
  name: code.toUpperCase(),
  colour: "blue",
  polygon: shape,
  ...more,
});

describe("the zone of a place", () => {
  const zones = [zone("inner", box(13.1, 52.1, 13.2, 52.2)), zone("outer", box(13, 52, 13.3, 52.3))];
  test.each<[string, Point, string | undefined]>([
    ["in both is the first", { lon: 13.15, lat: 52.15 }, "inner"],
    ["on the border of the first is the first", { lon: 13.2, lat: 52.15 }, "inner"],
    ["on a corner of the first is the first", { lon: 13.1, lat: 52.1 }, "inner"],
    ["a tenth of a metre beyond is the second", { lon: 13.200001, lat: 52.15 }, "outer"],
    ["beyond both is none", { lon: 13.300001, lat: 52.15 }, undefined],
  ])("%s", (_name, point, code) => expect(zoneAt(zones, point)?.code).toBe(code));
});

/** Micro-degrees of a small town, so that borders are met often. */
const grid = fc.integer({ min: 0, max: 24 }).map((n) => n / 1000);
const point = fc.record({ lon: grid.map((x) => 13 + x), lat: grid.map((y) => 52 + y) });
const boxes = fc
  .tuple(grid, grid, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .map(([x, y, wide, high]) => ({ x: 13 + x, y: 52 + y, wide: wide / 1000, high: high / 1000 }));
const micro = (n: number): number => Math.round(n * 1e6);
/** Compares whole micro-degrees, without the rule under test. */
const holds = (
  { x, y, wide, high }: { x: number; y: number; wide: number; high: number },
  p: Point,
): boolean =>
  micro(x) <= micro(p.lon) &&
  micro(p.lon) <= micro(x + wide) &&
  micro(y) <= micro(p.lat) &&
  micro(p.lat) <= micro(y + high);

test("every place is in one zone at most: the first box of the order that holds it, borders included", () => {
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 6 }), point, (shapes, p) => {
      const zones = shapes.map((one, n) =>
        zone(`z${n}`, box(one.x, one.y, one.x + one.wide, one.y + one.high)),
      );
      const first = shapes.findIndex((one) => holds(one, p));
      expect(zoneAt(zones, p)?.code).toBe(first === -1 ? undefined : `z${first}`);
    }),
  );
});

test("every place of a town that is cut in two along any line is in one of both, the line itself in the first", () => {
  fc.assert(
    fc.property(grid, grid, point, (from, to, p) => {
      const [top, bottom]: [number, number][] = [
        [13 + from, 52.024],
        [13 + to, 52],
      ];
      const west = polygon([[12.9, 52], bottom!, top!, [12.9, 52.024], [12.9, 52]]);
      const east = polygon([bottom!, [13.1, 52], [13.1, 52.024], top!, bottom!]);
      const zones = [zone("west", west), zone("east", east)];
      const found = zoneAt(zones, p)?.code;
      const side =
        (BigInt(micro(top![0])) - BigInt(micro(bottom![0]))) * (BigInt(micro(p.lat)) - 52_000_000n) -
        24_000n * (BigInt(micro(p.lon)) - BigInt(micro(bottom![0])));
      expect(found).toBe(side >= 0n ? "west" : "east");
    }),
  );
});

describe("a shape", () => {
  const bow = polygon([
    [13, 52],
    [13.1, 52.1],
    [13.1, 52],
    [13, 52.1],
    [13, 52],
  ]);
  const many = Array.from({ length: 201 }, (_, i): [number, number] => {
    const angle = (i / 201) * 2 * Math.PI;
    return [13 + Math.cos(angle) / 10, 52 + Math.sin(angle) / 10];
  });
  const reach = reachOf([13, 52, 13.5, 52.5]);
  test.each<[string, Polygon, string | undefined]>([
    ["a box", box(13, 52, 13.1, 52.1), undefined],
    [
      "a line",
      polygon([
        [13, 52],
        [13.1, 52.1],
        [13, 52],
      ]),
      "too-few-corners",
    ],
    ["nothing", polygon(), "too-few-corners"],
    ["a bow", bow, "crosses-itself"],
    [
      "an open ring",
      polygon([
        [13, 52],
        [13.1, 52],
        [13.1, 52.1],
        [13, 52.1],
      ]),
      "crosses-itself",
    ],
    [
      "a hole",
      polygon(...box(13, 52, 13.1, 52.1).coordinates, ...box(13.02, 52.02, 13.03, 52.03).coordinates),
      "has-hole",
    ],
    ["201 corners", polygon([...many, many[0]!]), "too-many-corners"],
    ["a doorstep", box(13, 52, 13.0001, 52.0001), "too-small"],
    ["a country", box(11, 50, 16, 54), "too-large"],
    ["a ring over the antimeridian", box(-179.9, 52, 179.9, 52.1), "too-large"],
    ["one off the Earth", box(180, 52, 181, 53), "crosses-itself"],
    ["beside the map", box(12.6, 52, 13, 52.5), undefined],
    ["far from the map", box(12.4, 52, 13, 52.5), "off-map"],
  ])("%s", (_name, shape, fault) => expect(shapeFault(shape, reach)).toBe(fault));

  test("that passes is sound, whatever its corners are", () => {
    const corner = fc.tuple(
      fc.double({ min: 13, max: 13.4, noNaN: true }),
      fc.double({ min: 52, max: 52.4, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(corner, { maxLength: 8 }), (corners) => {
        const shape = polygon(corners[0] ? [...corners, corners[0]] : []);
        expect(shapeFault(shape) !== undefined || isSound(shape)).toBe(true);
      }),
    );
  });
});

test("an area is measured on the Earth", () => {
  // 0.1° of latitude are 11,119.5 m, of longitude there 6,833 m.
  const [ring = []] = box(13, 52, 13.1, 52.1).coordinates;
  expect(areaM2(ring) / 1e6).toBeCloseTo(76.04, 1);
});

test("names and codes are each zone's own, whatever the case", () => {
  const square = box(13, 52, 13.1, 52.1);
  const zones = [zone("a", square), zone("a", square, { name: "B" }), zone("c", square, { name: "b " })];
  expect(zoneFaults(zones).map(({ at, path, code }) => `${at} ${path} ${code}`)).toEqual([
    "1 code same-code",
    "2 name same-name",
  ]);
});

test("differences are named for each zone", () => {
  const square = box(13, 52, 13.1, 52.1);
  const [a, b, c] = [zone("a", square), zone("b", square), zone("c", square)];
  const after = [b, { ...a, name: "New", colour: "green" as const }, zone("d", square)];
  expect(differences([a, b, c], after).map(({ name, what }) => `${name} ${what}`)).toEqual([
    "C removed",
    "B moved",
    "New renamed",
    "New recoloured",
    "New moved",
    "D added",
  ]);
  expect(differences([a, b], [a, b])).toEqual([]);
});
