import { add, at, distance, dot, scale, sub, toSegment, along, unit, type Vec } from "./plane.ts";

export type StreetKind = "primary" | "secondary" | "tertiary" | "residential" | "living_street";

export interface Street {
  readonly id: string;
  readonly kind: StreetKind;
  line: Vec[];
  /** Points where other streets meet this one; each lies on the line. */
  readonly junctions: Vec[];
}

/** Metres from the middle of the street to the front fence. */
export const HALF_WIDTH_M: Readonly<Record<StreetKind, number>> = {
  primary: 11,
  secondary: 9,
  tertiary: 7.5,
  residential: 5.5,
  living_street: 4,
};

/** All streets by id, growing while the town is laid out. */
export type Streets = Map<string, Street>;

export function addStreet(streets: Streets, id: string, kind: StreetKind, line: readonly Vec[]): Street {
  const street: Street = { id, kind, line: [...line], junctions: [] };
  streets.set(id, street);
  return street;
}

export function meet(streets: Streets, id: string, p: Vec): void {
  const street = streets.get(id);
  if (street && !street.junctions.some((other) => distance(other, p) < 0.05)) street.junctions.push(p);
}

/** The street's line with every junction as a vertex, in order. */
export function withJunctions(street: Street): Vec[] {
  const spots = street.junctions.map((p) => ({ p, ...nearest(street.line, p) }));
  const line: Vec[] = [];
  street.line.forEach((vertex, i) => {
    line.push(vertex);
    const here = spots.filter((s) => s.segment === i).toSorted((a, b) => a.t - b.t);
    line.push(...here.map((s) => s.p));
  });
  return line.filter((p, i) => i === 0 || distance(p, at(line, i - 1)) > 0.05);
}

/** The nearest spot of a line: its segment, the part of it, metres from the start and metres away. */
export function nearest(
  line: readonly Vec[],
  p: Vec,
): { segment: number; t: number; metres: number; away: number } {
  let best = { segment: 0, t: 0, metres: 0, away: Infinity };
  let metres = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const a = at(line, i);
    const b = at(line, i + 1);
    const away = toSegment(a, b, p);
    const t = along(a, b, p);
    if (away < best.away) best = { segment: i, t, metres: metres + t * distance(a, b), away };
    metres += distance(a, b);
  }
  return best;
}

/** Keeps only the part of the line between its first and last junction. */
export function trim(street: Street): void {
  const spots = street.junctions
    .map((p) => ({ p, ...nearest(street.line, p) }))
    .toSorted((a, b) => a.metres - b.metres);
  const first = spots[0];
  const last = spots.at(-1);
  if (!first || !last || first === last) return;
  const inner = street.line.filter((_, i) => i > first.segment && i <= last.segment);
  street.line = [first.p, ...inner, last.p];
}

interface End {
  readonly street: Street;
  readonly atStart: boolean;
  readonly point: Vec;
  /** Unit vector that leaves the street at this end. */
  readonly out: Vec;
}

const ends = (street: Street): End[] => {
  const { line } = street;
  return [
    { street, atStart: true, point: at(line, 0), out: unit(sub(at(line, 0), at(line, 1))) },
    { street, atStart: false, point: at(line, -1), out: unit(sub(at(line, -1), at(line, -2))) },
  ];
};

/** Joins streets that go straight on across a junction (within 25°) into one. Returns old id → new id. */
export function joinThrough(streets: Streets, kinds: readonly StreetKind[]): Map<string, string> {
  const renamed = new Map<string, string>();
  for (let pair = nextPair(streets, kinds); pair; pair = nextPair(streets, kinds)) {
    const [a, b] = pair;
    const first = a.atStart ? a.street.line.toReversed() : a.street.line;
    const second = b.atStart ? b.street.line : b.street.line.toReversed();
    a.street.line = [...first, ...second.slice(1)];
    a.street.junctions.push(...b.street.junctions);
    streets.delete(b.street.id);
    for (const [from, to] of renamed) if (to === b.street.id) renamed.set(from, a.street.id);
    renamed.set(b.street.id, a.street.id);
  }
  return renamed;
}

function nextPair(streets: Streets, kinds: readonly StreetKind[]): [End, End] | undefined {
  const open = [...streets.values()].filter((s) => kinds.includes(s.kind)).flatMap(ends);
  for (const a of open) {
    const b = open.find(
      (other) =>
        other.street !== a.street &&
        other.street.kind === a.street.kind &&
        // Most pairs are far apart in one direction already: their distance took half of the town's making.
        Math.abs(a.point[0] - other.point[0]) < 0.05 &&
        distance(a.point, other.point) < 0.05 &&
        dot(a.out, other.out) < -0.9,
    );
    if (b) return [a, b];
  }
  return undefined;
}

/** The point so many metres along a line, and the direction there. */
export function spotAt(line: readonly Vec[], metres: number): { point: Vec; direction: Vec } {
  let rest = metres;
  for (let i = 0; i + 1 < line.length; i++) {
    const a = at(line, i);
    const b = at(line, i + 1);
    const step = distance(a, b);
    if (rest <= step || i + 2 === line.length) {
      const direction = unit(sub(b, a));
      return { point: add(a, scale(direction, rest)), direction };
    }
    rest -= step;
  }
  return { point: at(line, 0), direction: [1, 0] };
}
