import { crossings, cut, edgeUnder, toCorner, type Cell, type Landing } from "./cell.ts";
import type { Dice } from "./dice.ts";
import {
  add,
  area,
  at,
  centroid,
  distance,
  dot,
  inside,
  left,
  lineLength,
  mix,
  scale,
  sub,
  toRing,
  unit,
  type Vec,
} from "./plane.ts";
import { CENTRE } from "./skeleton.ts";
import { addStreet, meet, type StreetKind, type Streets } from "./streets.ts";

export type BlockKind =
  | "old"
  | "inner"
  | "outer"
  | "industrial"
  | "square"
  | "park"
  | "hospital"
  | "university"
  | "cemetery"
  | "sports"
  | "school"
  | "allotments"
  | "station";

export interface Block extends Cell {
  readonly kind: BlockKind;
}

interface Site {
  readonly kind: BlockKind;
  readonly near: Vec;
  readonly maxHectares: number;
}

/** Land kept whole for one purpose. */
const SITES: readonly Site[] = [
  { kind: "square", near: CENTRE, maxHectares: 1.0 },
  { kind: "park", near: [-1130, 240], maxHectares: 26 },
  { kind: "park", near: [420, -560], maxHectares: 7 },
  { kind: "hospital", near: [560, 1000], maxHectares: 6 },
  { kind: "university", near: [-180, -480], maxHectares: 6 },
  { kind: "cemetery", near: [-1250, -560], maxHectares: 6 },
  { kind: "sports", near: [1330, 350], maxHectares: 7 },
  { kind: "allotments", near: [-1350, 760], maxHectares: 6 },
  { kind: "school", near: [-560, 520], maxHectares: 2.4 },
  { kind: "school", near: [700, 250], maxHectares: 2.4 },
  { kind: "school", near: [-640, -850], maxHectares: 2.4 },
  { kind: "station", near: [190, -1080], maxHectares: 4 },
];

const HECTARE = 10_000;

/** Divides the land between the main streets until blocks have the size usual in their quarter. */
export function blocks(streets: Streets, cells: readonly Cell[], dice: Dice): Block[] {
  const sites = [...SITES];
  const done: Block[] = [];
  const open = [...cells];
  let count = 0;
  for (let cell = open.shift(); cell; cell = open.shift()) {
    const middle = centroid(cell.ring);
    const size = area(cell.ring);
    const here = cell.ring;
    const site = sites.find((s) => inside(here, s.near));
    if (site && size <= site.maxHectares * HECTARE) {
      sites.splice(sites.indexOf(site), 1);
      done.push({ ...cell, kind: site.kind });
      continue;
    }
    const kind = quarterAt(middle);
    const halves =
      size > target(middle, kind) ? divide(streets, { ...cell, kind }, `street-${count++}`, dice) : undefined;
    if (halves) open.push(...halves);
    else done.push({ ...cell, kind });
  }
  return done;
}

function quarterAt(p: Vec): BlockKind {
  const away = distance(p, CENTRE);
  if (p[0] > 1000 && p[1] < -120) return "industrial";
  if (away < 520 && p[1] > -330) return "old";
  return away < 1050 ? "inner" : "outer";
}

/** The largest block of a quarter in square metres. */
function target(p: Vec, kind: BlockKind): number {
  if (kind === "industrial") return 6 * HECTARE;
  if (kind === "old") return (0.75 + distance(p, CENTRE) / 900) * HECTARE;
  return (kind === "inner" ? 2.0 : 2.7) * HECTARE;
}

/** Splits across the long side; `undefined` when no cut gives two decent halves. */
function divide(streets: Streets, cell: Block, id: string, dice: Dice): Cell[] | undefined {
  const { kind } = cell;
  const axis = longAxis(cell.ring);
  const { low, high } = extent(cell.ring, axis);
  const middle = centroid(cell.ring);
  const clear = kind === "old" ? 20 : 32;
  for (let tries = 0; tries < 14; tries++) {
    const where = mix([low, 0], [high, 0], 0.5 + dice.between(-0.1, 0.1))[0];
    const through = add(middle, scale(axis, where - dot(middle, axis)));
    const turn = dice.between(-0.09, 0.09);
    const across = unit(add(left(axis), scale(axis, turn)));
    const ends = landings(streets, cell, { through, across }, clear);
    if (!ends) continue;
    const [from, to] = ends;
    const via = bow(from.point, to.point, dice);
    if (!via.every((p) => inside(cell.ring, p) && toRing(cell.ring, p) > 4)) continue;
    const halves = cut(cell, ends, via, id);
    if (!halves.every((half) => isDecent(half.ring, kind))) continue;
    addStreet(streets, id, streetKind(middle, kind, area(cell.ring)), [from.point, ...via, to.point]);
    for (const end of ends) {
      meet(streets, id, end.point);
      meet(streets, at(cell.edges, end.edge), end.point);
    }
    return halves;
  }
  return undefined;
}

function streetKind(p: Vec, kind: BlockKind, size: number): StreetKind {
  if (kind === "old") return distance(p, CENTRE) < 330 ? "living_street" : "residential";
  return size > 16 * HECTARE ? "tertiary" : "residential";
}

/** The direction along which the ring is longest in its tightest box. */
function longAxis(ring: readonly Vec[]): Vec {
  let best = { size: Infinity, axis: [1, 0] as Vec };
  ring.forEach((a, i) => {
    const b = at(ring, i + 1);
    if (distance(a, b) < 8) return;
    const along = unit(sub(b, a));
    const l = extent(ring, along);
    const w = extent(ring, left(along));
    const size = (l.high - l.low) * (w.high - w.low);
    if (size < best.size) best = { size, axis: l.high - l.low >= w.high - w.low ? along : left(along) };
  });
  return best.axis;
}

function extent(ring: readonly Vec[], axis: Vec): { low: number; high: number } {
  const spans = ring.map((p) => dot(p, axis));
  return { low: Math.min(...spans), high: Math.max(...spans) };
}

/** The nearest borders on both sides, moved onto a junction close by so that streets go straight on. */
function landings(
  streets: Streets,
  cell: Cell,
  { through, across }: { readonly through: Vec; readonly across: Vec },
  clear: number,
): [Landing, Landing] | undefined {
  if (!inside(cell.ring, through)) return undefined;
  const reach = 4000;
  const ahead = crossings(cell, [through, add(through, scale(across, reach))])[0];
  const behind = crossings(cell, [through, add(through, scale(across, -reach))])[0];
  if (!ahead || !behind) return undefined;
  const from = snap(streets, cell, behind);
  const to = snap(streets, cell, ahead);
  const fits =
    from.edge !== to.edge && toCorner(cell, from.point) > clear && toCorner(cell, to.point) > clear;
  return fits ? [from, to] : undefined;
}

function snap(streets: Streets, cell: Cell, landing: Landing): Landing {
  const street = at(cell.edges, landing.edge);
  const close = (streets.get(street)?.junctions ?? [])
    .filter((j) => distance(j, landing.point) < 42)
    .toSorted((a, b) => distance(a, landing.point) - distance(b, landing.point));
  for (const point of close) {
    const edge = edgeUnder(cell, street, point);
    if (edge !== undefined) return { edge, point };
  }
  return landing;
}

/** Inner vertices of a gently curved line. */
function bow(a: Vec, b: Vec, dice: Dice): Vec[] {
  const long = lineLength([a, b]);
  const parts = Math.max(1, Math.round(long / 30));
  const depth = dice.chance(0.6) ? dice.between(-0.07, 0.07) * long : 0;
  const side = left(unit(sub(b, a)));
  return Array.from({ length: parts - 1 }, (_, i) => {
    const t = (i + 1) / parts;
    return add(mix(a, b, t), scale(side, 4 * t * (1 - t) * depth));
  });
}

/** Large enough, and neither a sliver nor a horn. */
function isDecent(ring: readonly Vec[], kind: BlockKind): boolean {
  const size = area(ring);
  const around = lineLength([...ring, at(ring, 0)]);
  return size > (kind === "old" ? 0.25 : 0.6) * HECTARE && size / (around * around) > 0.03;
}
