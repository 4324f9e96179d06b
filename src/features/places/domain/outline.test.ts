import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Polygon, Ring } from "#kernel/geo.ts";
import { isSound } from "./outline.ts";

const polygon = (...coordinates: Ring[]): Polygon => ({ type: "Polygon", coordinates });
const square: Ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

test.each<[string, Polygon, boolean]>([
  ["a square", polygon(square), true],
  ["a square turned the other way", polygon(square.toReversed()), true],
  ["one that is not closed", polygon(square.slice(0, 4)), false],
  ["one with a hole", polygon(square, square), false],
  [
    "a bow tie",
    polygon([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ]),
    false,
  ],
  [
    "one without land",
    polygon([
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ]),
    false,
  ],
  [
    "one that goes back over its own edge",
    polygon([
      [0, 0],
      [2, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]),
    false,
  ],
  [
    "one that touches itself in a point",
    polygon([
      [0, 0],
      [2, 0],
      [2, 2],
      [1, 0],
      [0, 2],
      [0, 0],
    ]),
    false,
  ],
  [
    "one off the Earth",
    polygon([
      [0, 0],
      [200, 0],
      [1, 1],
      [0, 0],
    ]),
    false,
  ],
])("%s", (_name, outline, sound) => expect(isSound(outline)).toBe(sound));

test("every star-shaped ring around a point is sound", () => {
  const spokes = fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 });
  fc.assert(
    fc.property(spokes, (reaches) => {
      const points = reaches.map((reach, i): [number, number] => {
        const angle = (i / reaches.length) * 2 * Math.PI;
        return [10 + reach * Math.cos(angle), 50 + reach * Math.sin(angle)];
      });
      expect(isSound(polygon([...points, points[0] ?? [0, 0]]))).toBe(true);
    }),
  );
});
