import type { Polygon, Ring } from "#kernel/geo.ts";

/** Whether a service area is one closed ring with some land in it that does not cross or touch itself. */
export function isSound(polygon: Polygon): boolean {
  const [ring, ...holes] = polygon.coordinates;
  if (!ring || holes.length > 0 || ring.length < 4) return false;
  if (!ring.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return false;
  return isClosed(ring) && Math.abs(twiceArea(ring)) > 1e-10 && !crossesItself(ring);
}

function isClosed(ring: Ring): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

type Position = Ring[number];
type Edge = readonly [Position, Position];

/** In square degrees, positive when the ring turns left. */
function twiceArea(ring: Ring): number {
  return edgesOf(ring).reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0);
}

function edgesOf(ring: Ring): Edge[] {
  return ring.slice(1).flatMap((b, i) => (ring[i] ? [[ring[i], b]] : []));
}

function crossesItself(ring: Ring): boolean {
  const edges = edgesOf(ring);
  return edges.some((edge, i) =>
    edges.some((other, k) => {
      if (k <= i) return false;
      const isNeighbour = k === i + 1 || (i === 0 && k === edges.length - 1);
      return isNeighbour ? foldsBack(edge, other) : meet(edge, other);
    }),
  );
}

const side = (a: Position, b: Position, p: Position): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

const inBox = (a: Position, b: Position, p: Position): boolean =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1]);

/** Whether two edges without a common end share a point. */
function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (s1 * s2 < 0 && s3 * s4 < 0) return true;
  return (
    (s1 === 0 && inBox(a, b, c)) ||
    (s2 === 0 && inBox(a, b, d)) ||
    (s3 === 0 && inBox(c, d, a)) ||
    (s4 === 0 && inBox(c, d, b))
  );
}

/** Whether an edge goes back over the one before it, or has no length. */
function foldsBack([a, b]: Edge, [c, d]: Edge): boolean {
  const isPoint = (p: Position, q: Position) => p[0] === q[0] && p[1] === q[1];
  if (isPoint(a, b) || isPoint(c, d)) return true;
  return (
    side(a, b, c) === 0 &&
    side(a, b, d) === 0 &&
    (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0
  );
}
