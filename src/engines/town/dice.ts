/** Seeded random numbers: the same seed rolls the same town on every machine. */
export interface Dice {
  /** In [0, 1). */
  roll(): number;
  /** In [low, high). */
  between(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: 32 bits of state, enough for scenery, never for secrets. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    roll,
    between: (low, high) => low + (high - low) * roll(),
    chance: (probability) => roll() < probability,
    pick: (list) => {
      const item = list[Math.floor(roll() * list.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
