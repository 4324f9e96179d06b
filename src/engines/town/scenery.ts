import type { Dice } from "./dice.ts";
import type { Draft } from "./draft.ts";
import { RIVER_NAME } from "./names.ts";
import { add, offset, smooth, type Vec } from "./plane.ts";
import { MAP_HALF, RIVER_HALF_M, type Skeleton } from "./skeleton.ts";

const WOODS: readonly (readonly [number, number, number, number])[] = [
  [-1880, 1180, 430, 330],
  [1870, 1180, 420, 340],
  [-1900, -1330, 380, 230],
  [1790, -1230, 380, 240],
  [-350, 1500, 260, 120],
];

/** Fields, woods, meadows and the river: everything that no house stands on. */
export function drawScenery(draft: Draft, plan: Skeleton, dice: Dice): void {
  drawFields(draft, dice);
  draft.ring(band(plan.river, 190), { landuse: "meadow" });
  WOODS.forEach(([cx, cy, rx, ry], i) => {
    const outer = draft.ring(blob([cx, cy], rx, ry, dice));
    const clearing = i === 0 ? [draft.ring(blob([cx - 40, cy + 30], 110, 80, dice))] : [];
    draft.relation(
      [
        { type: "way", ref: outer, role: "outer" },
        ...clearing.map((ref) => ({ type: "way" as const, ref, role: "inner" })),
      ],
      { type: "multipolygon", natural: "wood" },
    );
  });
  draft.ring(plan.town, { landuse: "residential" });
  draft.ring(band(plan.river, 40), { landuse: "grass" });
  draft.ring(band(plan.river, RIVER_HALF_M), { natural: "water", water: "river" });
  draft.line(plan.river, { waterway: "river", name: RIVER_NAME });
  draft.line(
    smooth(
      [
        [-4800, -1500],
        [-1200, -1420],
        [200, -1345],
        [1200, -1390],
        [4800, -1250],
      ],
      60,
    ),
    { railway: "rail" },
  );
}

function band(line: readonly Vec[], half: number): Vec[] {
  return [...offset(line, -half), ...offset(line, half).toReversed()];
}

/** A round shape with a soft, irregular edge. */
export function blob([cx, cy]: Vec, rx: number, ry: number, dice: Dice): Vec[] {
  const waves = [2, 3, 5].map((n) => ({ n, depth: dice.between(0.04, 0.13), phase: dice.between(0, 6.28) }));
  return Array.from({ length: 40 }, (_, i): Vec => {
    const angle = (i / 40) * 2 * Math.PI;
    const swell = waves.reduce((sum, w) => sum + w.depth * Math.sin(w.n * angle + w.phase), 1);
    return [cx + rx * swell * Math.cos(angle), cy + ry * swell * Math.sin(angle)];
  });
}

/** A patchwork of meadows and orchards outside the ring road. */
function drawFields(draft: Draft, dice: Dice): void {
  for (let k = 0; k < 34; k++) {
    const angle = dice.between(0, 2 * Math.PI);
    const out = dice.between(1.2, 1.5);
    const middle: Vec = [1720 * out * Math.cos(angle), 1240 * out * Math.sin(angle)];
    if (Math.abs(middle[0]) > MAP_HALF[0] || Math.abs(middle[1]) > MAP_HALF[1]) continue;
    const turn = dice.between(0, 3.14);
    const u: Vec = [Math.cos(turn), Math.sin(turn)];
    const [w, h] = [dice.between(70, 150), dice.between(50, 110)];
    const corner = (a: number, b: number): Vec =>
      add(middle, [u[0] * a * w - u[1] * b * h, u[1] * a * w + u[0] * b * h]);
    const kind = dice.pick(["meadow", "meadow", "orchard", "grass"]);
    draft.ring([corner(-1, -1), corner(1, -0.9), corner(0.95, 1), corner(-1, 0.9)], { landuse: kind });
  }
}
