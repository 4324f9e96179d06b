import { expect, test } from "vitest";
import { type InkPoint, isSignature, isSignedPicture } from "./drawn-signature.ts";

const line = (n: number, at: (share: number) => InkPoint): InkPoint[] =>
  Array.from({ length: n }, (_, k) => at(k / Math.max(1, n - 1)));
const wave = line(30, (s) => ({ x: 20 + 120 * s, y: 60 + 20 * Math.sin(9 * s) }));
const bar = (from: InkPoint, to: InkPoint) =>
  line(8, (s) => ({ x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s }));

test.each<[string, InkPoint[][], boolean]>([
  ["nothing", [], false],
  ["a tap", [[{ x: 50, y: 50 }]], false],
  ["ten taps apart", line(10, (s) => ({ x: 200 * s, y: 100 * s })).map((point) => [point]), false],
  ["a scribble in one place", [line(40, (s) => ({ x: 50 + 5 * Math.sin(40 * s), y: 50 }))], false],
  ["a straight line", [bar({ x: 10, y: 50 }, { x: 200, y: 50 })], false],
  [
    "a line drawn by two points",
    [
      [
        { x: 0, y: 0 },
        { x: 300, y: 150 },
      ],
    ],
    false,
  ],
  ["a name", [wave], true],
  ["a cross", [bar({ x: 0, y: 0 }, { x: 40, y: 40 }), bar({ x: 40, y: 0 }, { x: 0, y: 40 })], true],
  ["initials of several strokes", [wave.slice(0, 10), wave.slice(12, 20), wave.slice(22)], true],
])("a signature of %s: %s", (_name, strokes, accepted) => {
  expect(isSignature(strokes)).toBe(accepted);
});

test.each([
  ["blank", { ink: 0, width: 0, height: 0 }, false],
  ["a dot", { ink: 0.001, width: 0.01, height: 0.02 }, false],
  ["a straight line", { ink: 0.004, width: 0.8, height: 0.01 }, false],
  ["black all over", { ink: 1, width: 1, height: 1 }, false],
  ["a name", { ink: 0.01, width: 0.4, height: 0.3 }, true],
])("a picture that is %s is accepted as signed: %s", (_name, ink, accepted) => {
  expect(isSignedPicture(ink)).toBe(accepted);
});
