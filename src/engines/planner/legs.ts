import { intAt, numAt } from "#kernel/typed.ts";
import type { Problem } from "./problem.ts";

/** Travel of one courier, read in the search's inner loop. */
export class Legs {
  readonly #seconds: Int32Array;
  readonly #metres: Int32Array;
  readonly #perSecond: number;
  readonly #perMetre: number;
  readonly #places: number;
  readonly #place: Int32Array;
  readonly #before: Int32Array;
  readonly #changeOrder: number;
  /** A way costs its seconds alone, so that no way past a stop is cheaper than the way. */
  readonly isPlain: boolean;

  constructor(problem: Problem, courier: number) {
    const { couriers, nodes } = problem;
    this.#seconds = couriers.seconds[courier] ?? new Int32Array();
    this.#metres = couriers.metres[courier] ?? new Int32Array();
    this.#perSecond = numAt(couriers.perSecond, courier);
    this.#perMetre = numAt(couriers.perMetre, courier);
    this.#places = problem.places;
    this.#place = nodes.place;
    this.#before = nodes.before;
    this.#changeOrder = problem.changeOrder;
    this.isPlain = this.#perMetre === 0 && problem.changeOrder === 0;
  }

  /** Seconds from each place to each other one. */
  get table(): Int32Array {
    return this.#seconds;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Seconds from a node to the next one with a place. */
  seconds(from: number, to: number): number {
    const end = intAt(this.#place, to);
    return end < 0 ? 0 : intAt(this.#seconds, intAt(this.#place, from) * this.#places + end);
  }

  metres(from: number, to: number): number {
    const end = intAt(this.#place, to);
    return end < 0 ? 0 : intAt(this.#metres, intAt(this.#place, from) * this.#places + end);
  }

  /** Price of the way, and of another node before `to` than published. */
  cost(from: number, to: number): number {
    return this.price(from, to, this.seconds(from, to));
  }

  /** As `cost`, where the seconds are known. */
  price(from: number, to: number, seconds: number): number {
    const way =
      this.#perSecond * seconds + (this.#perMetre === 0 ? 0 : this.#perMetre * this.metres(from, to));
    const planned = intAt(this.#before, to);
    return planned < 0 || planned === from ? way : way + this.#changeOrder;
  }
}
