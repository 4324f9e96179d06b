/** Numbers from 0 to 1 that a seed decides: the same seed, the same numbers. */
export interface Dice {
  (): number;
  /** True in this share of the throws. */
  chance(share: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, seeded, good enough to shuffle. */
export function dice(seed: number): Dice {
  let a = seed;
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return Object.assign(next, {
    chance: (share: number) => next() < share,
    between,
    pick: <T>(from: readonly T[]): T => {
      const one = from[between(0, from.length - 1)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    },
  });
}
