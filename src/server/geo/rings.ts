/** Closed rings, GeoJSON order: first and last position are the same. */
export type Position = readonly [number, number];
export type Line = readonly Position[];

const key = (p: Position): string => `${p[0]},${p[1]}`;
export const isClosed = (line: Line): boolean => {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && first !== undefined && last !== undefined && key(first) === key(last);
};

/** Joins lines end to start, turning them round where needed (`turn`); what stays open is returned as open. */
export function stitch(lines: readonly Line[], turn: boolean): { rings: Line[]; open: Line[] } {
  const rings = lines.filter(isClosed);
  const rest = new Set(lines.filter((line) => !isClosed(line) && line.length > 1));
  const byEnd = new Map<string, Line[]>();
  const index = (line: Line) => {
    for (const end of [line[0], line.at(-1)])
      if (end) byEnd.set(key(end), [...(byEnd.get(key(end)) ?? []), line]);
  };
  rest.forEach(index);
  const open: Line[] = [];
  for (const line of rest) {
    rest.delete(line);
    const whole = grow([...line], rest, byEnd, turn);
    if (isClosed(whole)) rings.push(whole);
    else open.push(turn ? whole : grow(whole, rest, byEnd, turn));
  }
  return { rings, open };
}

function grow(
  line: Position[],
  rest: Set<Line>,
  byEnd: ReadonlyMap<string, Line[]>,
  turn: boolean,
): Position[] {
  for (;;) {
    const end = line.at(-1);
    if (!end || isClosed(line)) return line;
    const next = (byEnd.get(key(end)) ?? []).find(
      (other) => rest.has(other) && (turn || key(other[0] ?? end) === key(end)),
    );
    if (!next) return line;
    rest.delete(next);
    const first = next[0];
    const forward = first && key(first) === key(end) ? next : next.toReversed();
    line.push(...forward.slice(1));
  }
}

/** Twice the signed area: positive turns left. */
export function turning(ring: Line): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = ring[i] ?? [0, 0];
    const [x2, y2] = ring[i + 1] ?? [0, 0];
    sum += x1 * y2 - x2 * y1;
  }
  return sum;
}

export function holds(ring: Line, [x, y]: Position): boolean {
  let odd = false;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = ring[i] ?? [0, 0];
    const [x2, y2] = ring[i + 1] ?? [0, 0];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
  }
  return odd;
}

/** Each outer ring with the inner rings that lie in it. */
export function polygons(outers: readonly Line[], inners: readonly Line[]): Line[][] {
  return outers.map((outer) => [
    outer,
    ...inners.filter((inner) => inner[0] !== undefined && holds(outer, inner[0])),
  ]);
}

export function middleOf(ring: Line): Position {
  const area = turning(ring) * 3;
  const [ox, oy] = ring[0] ?? [0, 0];
  if (Math.abs(area) < 1e-18) return [ox, oy];
  let x = 0;
  let y = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = [(ring[i]?.[0] ?? 0) - ox, (ring[i]?.[1] ?? 0) - oy];
    const [x2, y2] = [(ring[i + 1]?.[0] ?? 0) - ox, (ring[i + 1]?.[1] ?? 0) - oy];
    const cross = x1 * y2 - x2 * y1;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return [ox + x / area, oy + y / area];
}
