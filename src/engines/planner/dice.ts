/** Seeded dice (xorshift32 with a multiplied output): the same seed rolls the same numbers on every machine. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995) | 0 || 1;
    for (let i = 0; i < 8; i++) this.roll();
  }

  /** At least 0, less than 1. */
  roll(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (Math.imul(x, 0x2545_f491) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to one less than `count`. */
  below(count: number): number {
    return Math.floor(this.roll() * count);
  }

  shuffle(list: number[]): void {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const other = list[j] ?? 0;
      list[j] = list[i] ?? 0;
      list[i] = other;
    }
  }
}
