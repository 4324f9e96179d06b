import { expect, test } from "vitest";
import { PALETTES } from "../palette.ts";
import { ROUTE_HUES, routeHues } from "./route-hues.ts";

type Three = readonly [number, number, number];

const linear = (hex: string): Three => {
  const channel = (at: number): number => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
};
const times = (rows: readonly Three[], [a, b, c]: Three): Three => {
  const sum = (at: number): number => {
    const [x, y, z] = rows[at] ?? [0, 0, 0];
    return x * a + y * b + z * c;
  };
  return [sum(0), sum(1), sum(2)];
};
const brightness = (hex: string): number => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [brightness(a), brightness(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** Usual sight, then sight without red, green and blue cones (Machado, Oliveira and Fernandes 2009). */
const SIGHTS: readonly (readonly Three[])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];
const toCones: readonly Three[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toLab: readonly Three[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const each = ([a, b, c]: Three, map: (value: number) => number): Three => [map(a), map(b), map(c)];
const seen = (hex: string, sight: readonly Three[]): Three => {
  const light = each(times(sight, linear(hex)), (value) => Math.min(1, Math.max(0, value)));
  return times(toLab, each(times(toCones, light), Math.cbrt));
};
const apart = (a: string, b: string, sight: readonly Three[]): number => {
  const [from, to] = [seen(a, sight), seen(b, sight)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
};

const SIDES = ["light", "dark"] as const;

test.each(SIDES)("eight routes stand out from the %s map, and their numbers from them", (side) => {
  const { land, residential, square, meadow, halo } = PALETTES[side];
  expect(ROUTE_HUES).toHaveLength(8);
  for (const hue of ROUTE_HUES) {
    for (const ground of [land, residential, square, meadow])
      expect(contrast(hue[side], ground)).toBeGreaterThan(3);
    expect(contrast(hue[side], halo)).toBeGreaterThan(4.5);
  }
});

test.each(SIDES)("no two routes of the %s map look alike, to a colour-blind eye either", (side) => {
  for (const [at, one] of ROUTE_HUES.entries())
    for (const other of ROUTE_HUES.slice(at + 1))
      for (const sight of SIGHTS) expect(apart(one[side], other[side], sight)).toBeGreaterThan(0.12);
});

test("a courier's colour hangs on the ids alone, and neighbours in their order differ", () => {
  const ids = Array.from({ length: 20 }, (_, n) => ({ id: `c${String(n).padStart(2, "0")}` }));
  const hues = routeHues(ids.toReversed());
  expect([...routeHues(ids)]).toEqual([...hues]);
  expect(new Set(ids.slice(5, 13).map(({ id }) => hues.get(id))).size).toBe(8);
});
