import type { Block, BlockKind } from "./blocks.ts";
import type { Dice } from "./dice.ts";
import { add, at, centroid, dot, inside, left, lineLength, scale, sub, toRing, type Vec } from "./plane.ts";
import { HALF_WIDTH_M, spotAt, type Street, type Streets } from "./streets.ts";

export interface Building {
  readonly ring: readonly Vec[];
  readonly block: BlockKind;
  readonly street: string;
}

/** How a quarter is built, all in metres. */
interface Manner {
  readonly front: readonly [number, number];
  readonly depth: readonly [number, number];
  readonly garden: number;
  readonly gap: readonly [number, number];
  /** Share of houses that lean on their neighbour. */
  readonly rows: number;
}

const MANNERS: Readonly<Partial<Record<BlockKind, Manner>>> = {
  old: { front: [9, 15], depth: [11, 14], garden: 0.8, gap: [2, 5], rows: 0.85 },
  inner: { front: [14, 23], depth: [11, 13.5], garden: 3.5, gap: [4, 9], rows: 0.55 },
  outer: { front: [10, 16], depth: [9, 12.5], garden: 5.5, gap: [6, 13], rows: 0.12 },
  industrial: { front: [34, 82], depth: [24, 46], garden: 12, gap: [12, 26], rows: 0 },
  hospital: { front: [34, 60], depth: [15, 19], garden: 16, gap: [16, 26], rows: 0 },
  university: { front: [30, 58], depth: [15, 19], garden: 14, gap: [14, 24], rows: 0 },
  station: { front: [50, 80], depth: [16, 20], garden: 18, gap: [30, 60], rows: 0 },
  school: { front: [30, 48], depth: [13, 17], garden: 12, gap: [24, 40], rows: 0 },
};

/** Sets houses along every street side of a block, front to the street, none touching another side's. */
export function buildingsOf(block: Block, streets: Streets, dice: Dice): Building[] {
  const manner = MANNERS[block.kind];
  if (!manner) return [];
  const built: Building[] = [];
  for (const side of sides(block)) {
    const street = streets.get(side.street);
    if (street) lineUp({ block, line: side.line, street, manner }, dice, built);
  }
  return built;
}

interface Side {
  readonly block: Block;
  readonly line: readonly Vec[];
  readonly street: Street;
  readonly manner: Manner;
}

function lineUp({ block, line, street, manner }: Side, dice: Dice, built: Building[]): void {
  const fence = HALF_WIDTH_M[street.kind] + manner.garden;
  const end = lineLength(line) - fence;
  let metres = fence;
  while (metres < end) {
    const width = dice.between(...manner.front);
    const depth = dice.between(...manner.depth);
    const ring = house(line, metres + width / 2, { width, fence, depth });
    const free = fits(block.ring, ring, fence - 1) && !built.some((other) => overlap(ring, other.ring));
    if (free && !dice.chance(0.03))
      built.push({ ring: withWing(ring, dice), block: block.kind, street: street.id });
    const gap = dice.chance(manner.rows) ? 0.05 : dice.between(...manner.gap);
    metres += free ? width + gap : 4;
  }
}

/** A rectangle whose front is parallel to the street, so many metres behind its middle line. */
function house(
  line: readonly Vec[],
  metres: number,
  { width, fence, depth }: { readonly width: number; readonly fence: number; readonly depth: number },
): Vec[] {
  const { point, direction } = spotAt(line, metres);
  const back = left(direction);
  const half = scale(direction, width / 2);
  const front = add(point, scale(back, fence));
  const rear = add(front, scale(back, depth));
  return [sub(front, half), add(front, half), add(rear, half), sub(rear, half)];
}

/** Some houses have a wing towards the yard. */
function withWing(ring: readonly Vec[], dice: Dice): readonly Vec[] {
  const [a, b, c, d] = ring;
  if (!a || !b || !c || !d || !dice.chance(0.22)) return ring;
  const deep = scale(sub(c, b), dice.between(0.25, 0.45));
  const part = dice.between(0.35, 0.6);
  const inner = add(d, scale(sub(c, d), part));
  return [a, b, c, inner, sub(inner, deep), sub(d, deep)];
}

function fits(block: readonly Vec[], ring: readonly Vec[], clear: number): boolean {
  return ring.every((p) => inside(block, p) && toRing(block, p) >= clear);
}

/** Separating axes of two convex shapes, with a hand's breadth of tolerance. */
function overlap(a: readonly Vec[], b: readonly Vec[]): boolean {
  const far = sub(centroid(a), centroid(b));
  if (Math.hypot(far[0], far[1]) > 120) return false;
  return ![a, b].some((shape) => shape.some((p, i) => isApart(a, b, left(sub(at(shape, i + 1), p)))));
}

function isApart(a: readonly Vec[], b: readonly Vec[], axis: Vec): boolean {
  const size = Math.hypot(axis[0], axis[1]) || 1;
  const spanA = a.map((p) => dot(p, axis) / size);
  const spanB = b.map((p) => dot(p, axis) / size);
  return Math.max(...spanA) < Math.min(...spanB) + 0.02 || Math.max(...spanB) < Math.min(...spanA) + 0.02;
}

/** The block's border in runs along one street each. */
function sides(block: Block): { street: string; line: Vec[] }[] {
  const first = block.edges.findIndex((street, i) => street !== at(block.edges, i - 1));
  const runs: { street: string; line: Vec[] }[] = [];
  for (let k = 0; k < block.ring.length; k++) {
    const i = Math.max(0, first) + k;
    const street = at(block.edges, i);
    const run = runs.at(-1);
    if (run?.street === street) run.line.push(at(block.ring, i + 1));
    else runs.push({ street, line: [at(block.ring, i), at(block.ring, i + 1)] });
  }
  return runs;
}
