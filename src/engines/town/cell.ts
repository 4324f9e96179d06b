import { at, crossing, distance, mix, toSegment, type Vec } from "./plane.ts";

/** A piece of land between streets. `edges[i]` names the street from `ring[i]` to the next vertex. */
export interface Cell {
  readonly ring: readonly Vec[];
  readonly edges: readonly string[];
}

/** A point on a cell's border. */
export interface Landing {
  readonly edge: number;
  readonly point: Vec;
}

/** Finds the points at which a line crosses the border, in the line's order, with the line's vertex before each crossing. */
export function crossings(
  cell: Cell,
  line: readonly Vec[],
): (Landing & { readonly after: number; readonly t: number })[] {
  const found: (Landing & { after: number; t: number })[] = [];
  for (let i = 0; i + 1 < line.length; i++) {
    cell.ring.forEach((c, edge) => {
      const hit = crossing(at(line, i), at(line, i + 1), c, at(cell.ring, edge + 1));
      if (hit) found.push({ edge, point: mix(at(line, i), at(line, i + 1), hit.t), after: i, t: hit.t });
    });
  }
  return found.toSorted((a, b) => a.after - b.after || a.t - b.t);
}

/** Cuts a cell in two along `from → via → to` and names the cut; both landings are on different edges. */
export function cut(
  cell: Cell,
  [from, to]: readonly [Landing, Landing],
  via: readonly Vec[],
  street: string,
): [Cell, Cell] {
  const path = [from.point, ...via, to.point];
  return [
    close(path, walk(cell, to.edge, from.edge), street),
    close(path.toReversed(), walk(cell, from.edge, to.edge), street),
  ];
}

interface Walk {
  readonly vertices: Vec[];
  readonly edges: string[];
}

/** The border from inside edge `start` on to inside edge `end`. */
function walk(cell: Cell, start: number, end: number): Walk {
  const vertices: Vec[] = [];
  const edges = [at(cell.edges, start)];
  for (let i = start; i % cell.ring.length !== end; i++) {
    vertices.push(at(cell.ring, i + 1));
    edges.push(at(cell.edges, i + 1));
  }
  return { vertices, edges };
}

function close(path: readonly Vec[], rest: Walk, street: string): Cell {
  const ring = [...path, ...rest.vertices];
  const edges = [...path.slice(1).map(() => street), ...rest.edges];
  return tidy(ring, edges);
}

/** Drops edges shorter than a centimetre. */
function tidy(ring: readonly Vec[], edges: readonly string[]): Cell {
  const keep = ring.map((p, i) => distance(p, at(ring, i + 1)) > 0.01);
  return { ring: ring.filter((_, i) => keep[i]), edges: edges.filter((_, i) => keep[i]) };
}

/** The edge of a given street that a point lies on (within 5 cm). */
export function edgeUnder(cell: Cell, street: string, p: Vec): number | undefined {
  const edge = cell.ring.findIndex(
    (a, i) => cell.edges[i] === street && toSegment(a, at(cell.ring, i + 1), p) < 0.05,
  );
  return edge < 0 ? undefined : edge;
}

/** Metres to the nearest vertex at which the street changes. */
export function toCorner(cell: Cell, p: Vec): number {
  let best = Infinity;
  cell.ring.forEach((corner, i) => {
    if (cell.edges[i] !== at(cell.edges, i - 1)) best = Math.min(best, distance(corner, p));
  });
  return best;
}
