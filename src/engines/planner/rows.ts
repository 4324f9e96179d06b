import { intAt } from "#kernel/typed.ts";

/**
 * Two rows of positions for each courier: a route that changes after a mark is written into the other row, so that what it
 * was stays as it is until the change is taken or given up.
 */
export class Rows {
  /** First position of the row that holds. */
  readonly base: Int32Array;
  readonly #stride: number;
  /** Numbers of each courier that go with the row. */
  readonly #numbers: readonly (Int32Array | Float64Array)[];
  readonly #before: Float64Array;
  readonly #changed: number[] = [];
  readonly #isChanged: Uint8Array;
  #isMarked = false;

  constructor(couriers: number, stride: number, numbers: readonly (Int32Array | Float64Array)[]) {
    this.base = Int32Array.from({ length: couriers }, (_, courier) => courier * 2 * stride);
    this.#stride = stride;
    this.#numbers = numbers;
    this.#before = new Float64Array(couriers * numbers.length);
    this.#isChanged = new Uint8Array(couriers);
  }

  mark(): void {
    this.settle();
    this.#isMarked = true;
  }

  settle(): void {
    for (const courier of this.#changed) this.#isChanged[courier] = 0;
    this.#changed.length = 0;
    this.#isMarked = false;
  }

  /** @returns the couriers whose old rows hold again */
  rollBack(): readonly number[] {
    const back = [...this.#changed];
    for (const courier of back) {
      this.#turn(courier);
      for (let at = 0; at < this.#numbers.length; at++) {
        const list = this.#numbers[at];
        if (list) list[courier] = this.#before[courier * this.#numbers.length + at] ?? 0;
      }
    }
    this.settle();
    return back;
  }

  /** Leaves what a route was at the mark alone. @returns the base of the row to write */
  keep(courier: number): number {
    if (this.#isMarked && this.#isChanged[courier] === 0) {
      this.#isChanged[courier] = 1;
      this.#changed.push(courier);
      for (let at = 0; at < this.#numbers.length; at++)
        this.#before[courier * this.#numbers.length + at] = this.#numbers[at]?.[courier] ?? 0;
      this.#turn(courier);
    }
    return intAt(this.base, courier);
  }

  #turn(courier: number): void {
    const first = courier * 2 * this.#stride;
    this.base[courier] = intAt(this.base, courier) === first ? first + this.#stride : first;
  }
}
