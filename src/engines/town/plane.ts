/** Plane geometry in metres, y to the north. Rings are open (the last vertex is not the first again). */
export type Vec = readonly [number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1]];
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1];
export const length = (a: Vec): number => Math.hypot(a[0], a[1]);
export const distance = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const unit = (a: Vec): Vec => scale(a, 1 / (length(a) || 1));
/** Turned by a quarter to the left. */
export const left = (a: Vec): Vec => [-a[1], a[0]];
export const mix = (a: Vec, b: Vec, t: number): Vec => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** The item of a closed list, counted around. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new Error("empty list");
  return item;
}

/** Signed area in square metres: positive when the ring turns left. */
export function area(ring: readonly Vec[]): number {
  let twice = 0;
  ring.forEach((a, i) => {
    const b = at(ring, i + 1);
    twice += a[0] * b[1] - b[0] * a[1];
  });
  return twice / 2;
}

export function centroid(ring: readonly Vec[]): Vec {
  const whole = area(ring) * 6;
  let x = 0;
  let y = 0;
  ring.forEach((a, i) => {
    const b = at(ring, i + 1);
    const cross = a[0] * b[1] - b[0] * a[1];
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  });
  return [x / whole, y / whole];
}

export function inside(ring: readonly Vec[], p: Vec): boolean {
  let odd = false;
  ring.forEach((a, i) => {
    const b = at(ring, i + 1);
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0])
      odd = !odd;
  });
  return odd;
}

/** How far along a→b (0…1) the nearest point to p lies. */
export function along(a: Vec, b: Vec, p: Vec): number {
  const ab = sub(b, a);
  return Math.max(0, Math.min(1, dot(sub(p, a), ab) / (dot(ab, ab) || 1)));
}

export const toSegment = (a: Vec, b: Vec, p: Vec): number => distance(p, mix(a, b, along(a, b, p)));

export function toRing(ring: readonly Vec[], p: Vec): number {
  return ring.reduce((best, a, i) => Math.min(best, toSegment(a, at(ring, i + 1), p)), Infinity);
}

/** Finds the crossing of segments a→b and c→d, as parts of each. */
export function crossing(a: Vec, b: Vec, c: Vec, d: Vec): { t: number; u: number } | undefined {
  const r = sub(b, a);
  const s = sub(d, c);
  const across = r[0] * s[1] - r[1] * s[0];
  if (Math.abs(across) < 1e-9) return undefined;
  const q = sub(c, a);
  const t = (q[0] * s[1] - q[1] * s[0]) / across;
  const u = (q[0] * r[1] - q[1] * r[0]) / across;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? { t, u } : undefined;
}

export function lineLength(line: readonly Vec[]): number {
  return line.slice(1).reduce((sum, p, i) => sum + distance(at(line, i), p), 0);
}

/** A smooth line through the given points (Catmull–Rom), one vertex about every `step` metres. */
export function smooth(points: readonly Vec[], step = 30): Vec[] {
  const line: Vec[] = [];
  const end = points.length - 1;
  for (let i = 0; i < end; i++) {
    const p0 = at(points, Math.max(0, i - 1));
    const p1 = at(points, i);
    const p2 = at(points, i + 1);
    const p3 = at(points, Math.min(end, i + 2));
    const parts = Math.max(1, Math.round(distance(p1, p2) / step));
    for (let k = 0; k < parts; k++) line.push(between([p0, p1, p2, p3], k / parts));
  }
  return [...line, at(points, end)];
}

function between([p0, p1, p2, p3]: readonly [Vec, Vec, Vec, Vec], t: number): Vec {
  const axis = (i: 0 | 1) =>
    0.5 *
    (2 * p1[i] +
      (p2[i] - p0[i]) * t +
      (2 * p0[i] - 5 * p1[i] + 4 * p2[i] - p3[i]) * t * t +
      (3 * p1[i] - p0[i] - 3 * p2[i] + p3[i]) * t * t * t);
  return [axis(0), axis(1)];
}

/** The line moved sideways: to the left by positive metres. */
export function offset(line: readonly Vec[], metres: number): Vec[] {
  return line.map((p, i) => {
    const before = at(line, Math.max(0, i - 1));
    const after = at(line, Math.min(line.length - 1, i + 1));
    return add(p, scale(left(unit(sub(after, before))), metres));
  });
}
