import { crossings, cut, type Cell } from "./cell.ts";
import type { Dice } from "./dice.ts";
import { add, at, offset, scale, smooth, sub, unit, type Vec } from "./plane.ts";
import { addStreet, meet, trim, type StreetKind, type Streets } from "./streets.ts";

/** Half width and half height of the map in metres. */
export const MAP_HALF: Vec = [2250, 1600];
/** The market square lies about here. */
export const CENTRE: Vec = [-60, 130];

const RING_HALF: Vec = [1720, 1220];
const BANK_M = 46;
export const RIVER_HALF_M = 27;

export interface Skeleton {
  readonly streets: Streets;
  readonly cells: readonly Cell[];
  /** The built-up area inside the ring road. */
  readonly town: readonly Vec[];
  readonly river: readonly Vec[];
  /** Roads that leave the town, from the ring to the edge of the map. */
  readonly exits: readonly { readonly from: string; readonly line: readonly Vec[] }[];
}

const RIVER: readonly Vec[] = [
  [-4600, -1050],
  [-2600, -640],
  [-1750, -520],
  [-1150, -160],
  [-600, -70],
  [-60, -250],
  [480, -420],
  [1000, -330],
  [1500, -60],
  [2600, 60],
  [4600, 420],
];

interface Plan {
  readonly id: string;
  readonly kind: StreetKind;
  readonly points: readonly Vec[];
}

/** The main streets: three avenues over the river, two along it, an old wall around the centre, two diagonals. */
const PLANS: readonly Plan[] = [
  {
    id: "avenue-west",
    kind: "secondary",
    points: [
      [-1010, 1700],
      [-880, 760],
      [-760, 60],
      [-800, -500],
      [-960, -1000],
      [-990, -1700],
    ],
  },
  {
    id: "avenue-middle",
    kind: "secondary",
    points: [
      [260, 1700],
      [180, 900],
      [60, 380],
      [110, -100],
      [60, -500],
      [210, -950],
      [180, -1700],
    ],
  },
  {
    id: "avenue-east",
    kind: "secondary",
    points: [
      [1080, 1700],
      [960, 800],
      [820, 250],
      [870, -300],
      [980, -800],
      [1150, -1700],
    ],
  },
  {
    id: "wall",
    kind: "tertiary",
    points: [
      [-520, -220],
      [-500, 120],
      [-330, 470],
      [70, 600],
      [440, 440],
      [580, 60],
      [560, -520],
    ],
  },
  {
    id: "cross-north",
    kind: "secondary",
    points: [
      [-2300, 480],
      [-1300, 560],
      [-760, 700],
      [-330, 620],
      [60, 780],
      [560, 640],
      [900, 520],
      [1500, 640],
      [2300, 560],
    ],
  },
  {
    id: "cross-south",
    kind: "secondary",
    points: [
      [-2300, -980],
      [-1400, -760],
      [-860, -660],
      [-200, -720],
      [480, -760],
      [1000, -680],
      [1500, -480],
      [2300, -430],
    ],
  },
  {
    id: "diagonal-north",
    kind: "tertiary",
    points: [
      [300, 560],
      [520, 800],
      [700, 1010],
      [900, 1500],
    ],
  },
  {
    id: "diagonal-west",
    kind: "tertiary",
    points: [
      [-300, 480],
      [-560, 860],
      [-760, 1050],
      [-1250, 1180],
    ],
  },
  {
    id: "diagonal-south",
    kind: "tertiary",
    points: [
      [-430, -80],
      [-330, -360],
      [-440, -800],
      [-700, -1080],
      [-760, -1500],
    ],
  },
];

/** Lays out ring road, river and main streets, and returns the land between them. */
export function skeleton(dice: Dice): Skeleton {
  const streets: Streets = new Map();
  const ring = ringRoad(dice);
  const quarters = ring.map((_, i) => `ring-${Math.floor((i * 4) / ring.length)}`);
  for (let q = 0; q < 4; q++) {
    const part = ring.filter((_, i) => quarters[i] === `ring-${q}`);
    addStreet(streets, `ring-${q}`, "primary", [...part, at(ring, ((q + 1) * ring.length) / 4)]);
  }
  const river = smooth(RIVER);
  let cells: Cell[] = [{ ring, edges: quarters }];
  cells = cutAll(streets, cells, { id: "bank-north", kind: "tertiary", points: [] }, offset(river, BANK_M));
  cells = cutAll(streets, cells, { id: "bank-south", kind: "tertiary", points: [] }, offset(river, -BANK_M));
  cells = cells.filter((cell) => !isRiverbed(cell));
  for (const plan of PLANS) {
    const wobbly = plan.points.map(([x, y]): Vec => [x + dice.between(-22, 22), y + dice.between(-22, 22)]);
    cells = cutAll(streets, cells, plan, smooth(wobbly));
  }
  const exits = exitRoads(streets);
  for (const street of streets.values()) if (!street.id.startsWith("ring")) trim(street);
  return { streets, cells, town: ring, river, exits };
}

function isRiverbed(cell: Cell): boolean {
  return cell.edges.includes("bank-north") && cell.edges.includes("bank-south");
}

/** An egg-shaped loop, turning left from the north-east, so that its quarters face north, west, south and east. */
function ringRoad(dice: Dice): Vec[] {
  const bumps = [2, 3, 5].map((waves) => ({
    waves,
    depth: dice.between(0.006, 0.024),
    phase: dice.between(0, 6.28),
  }));
  return Array.from({ length: 240 }, (_, i): Vec => {
    const angle = (i / 240 + 1 / 8) * 2 * Math.PI;
    const swell = bumps.reduce((sum, b) => sum + b.depth * Math.sin(b.waves * angle + b.phase), 1);
    const squareness = 1 + (0.07 * (1 - Math.cos(4 * angle))) / 2;
    return [
      RING_HALF[0] * swell * squareness * Math.cos(angle),
      RING_HALF[1] * swell * squareness * Math.sin(angle),
    ];
  });
}

/** Cuts every cell that the line crosses exactly twice. */
function cutAll(streets: Streets, cells: readonly Cell[], plan: Plan, line: readonly Vec[]): Cell[] {
  addStreet(streets, plan.id, plan.kind, line);
  return cells.flatMap((cell) => {
    const [from, to, ...more] = crossings(cell, line);
    if (!from || !to || more.length > 0 || from.edge === to.edge) return [cell];
    for (const landing of [from, to]) {
      meet(streets, plan.id, landing.point);
      meet(streets, at(cell.edges, landing.edge), landing.point);
    }
    const via = line.filter((_, i) => i > from.after && i <= to.after);
    return cut(cell, [from, to], via, plan.id);
  });
}

/** Leads the avenues beyond the ring as country roads to the edge of the map. */
function exitRoads(streets: Streets): { from: string; line: Vec[] }[] {
  const ring = [...streets.values()].filter((s) => s.id.startsWith("ring"));
  return ["avenue-west", "avenue-middle", "avenue-east", "cross-north", "cross-south"].flatMap((id) => {
    const street = streets.get(id);
    if (!street) return [];
    const gates = street.junctions.filter((p) =>
      ring.some((r) => r.junctions.includes(p) || r.junctions.some((j) => j[0] === p[0] && j[1] === p[1])),
    );
    return gates.map((gate) => {
      const outward = street.line.filter((p) => beyond(p, gate));
      const nearFirst = outward.toSorted((a, b) => reach(a) - reach(b));
      return { from: id, line: onwards([gate, ...nearFirst]) };
    });
  });
}

/** Straight on over the edge of the map, so that no road ends where a wide screen shows it. */
function onwards(line: readonly Vec[]): Vec[] {
  const [before, last] = [at(line, -2), at(line, -1)];
  return [...line, add(last, scale(unit(sub(last, before)), 2600))];
}

const reach = (p: Vec): number => Math.hypot(p[0] / RING_HALF[0], p[1] / RING_HALF[1]);
/** Farther out than the gate, and on its side of town. */
const beyond = (p: Vec, gate: Vec): boolean =>
  reach(p) > reach(gate) + 0.01 &&
  p[0] * gate[0] + p[1] * gate[1] > 0 &&
  Math.hypot(p[0] - gate[0], p[1] - gate[1]) < 1000;
