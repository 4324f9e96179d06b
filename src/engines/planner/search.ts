import { intAt, numAt } from "#kernel/typed.ts";
import { Dice } from "./dice.ts";
import { layPublished } from "./lay-published.ts";
import { Places } from "./places.ts";
import type { Problem } from "./problem.ts";
import { Recreate } from "./recreate.ts";
import type { Limits } from "#kernel/plan-request.ts";
import { Routes } from "./routes.ts";
import { Ruin } from "./ruin.ts";

/** Start and end of the cooling, in mean legs. */
export const COLD = [3, 0.01] as const;
/** As `COLD`, for a plan that is good already. */
export const WARM = [0.02, 0.002] as const;
/** Share of the time in which orders left out, or couriers too many, come first. */
const FEWER = { near: 0.5, far: 0.4, each: 0.2 } as const;
const FEW_LEFT = 2;
/** Steps between two reads of the clock, at most. */
const MOST_CALLS = 256;
const EVERY_MS = 10;
/** Parts of the time that begin anew, hot, from the same plan; the last one cools the best of them. Measured on Li and Lim's cases. */
const FRESH = [0.25, 0.5] as const;

export interface SearchOptions {
  readonly limits: Limits;
  /** Milliseconds that rise evenly. */
  readonly clock: () => number;
  readonly temperatures: readonly [number, number];
  /** Called at each better plan; the search goes on. */
  readonly onBetter?: (search: Search) => void;
  /** Asked between steps. */
  readonly isCancelled?: () => boolean;
}

interface Plan {
  readonly lists: readonly (readonly number[])[];
  readonly left: readonly number[];
  readonly cost: number;
}

/** Reads of a clock that costs more than a step: every so many calls, some milliseconds apart. @returns milliseconds since */
function seldomRead(clock: () => number): () => number {
  const from = clock();
  let [known, calls, every] = [from, 0, 1];
  return () => {
    if (++calls < every) return known - from;
    const now = clock();
    every = now - known < EVERY_MS ? Math.min(MOST_CALLS, every * 2) : Math.max(1, Math.floor(every / 2));
    [known, calls] = [now, 0];
    return now - from;
  };
}

/** Ruin and recreate with cooling: each step takes strings of stops out and puts them back, and keeps what is good enough. */
export class Search {
  readonly problem: Problem;
  readonly routes: Routes;
  readonly places: Places;
  readonly recreate: Recreate;
  readonly #ruin: Ruin;
  readonly #dice: Dice;
  readonly #absences: Int32Array;
  #left: number[] = [];
  #cost = 0;
  #best: Plan;
  #most: number;
  /** Hardly any order makes its route cheaper: nothing that is published draws a stop back to its moment or its predecessor. */
  readonly #onlyGrows: boolean;
  iterations = 0;
  /** Orders that were left out at best since the last route was closed. */
  #fewestLeft = Infinity;
  /** Share of the time at which that was. */
  #closedAt = 0;

  /** @param lists nodes of each courier to start from, instead of the published ones */
  constructor(problem: Problem, lists?: readonly (readonly number[])[]) {
    this.problem = problem;
    this.#dice = new Dice(problem.request.seed);
    this.routes = new Routes(problem);
    this.places = new Places(this.routes);
    this.recreate = new Recreate(this.routes, this.places, this.#dice);
    this.#ruin = new Ruin(this.routes, this.#dice);
    this.#absences = new Int32Array(problem.orders.count);
    this.#most = problem.couriers.count;
    this.#onlyGrows = problem.changeOrder === 0 && problem.nodes.etaCost.every((price) => price === 0);
    if (lists) this.#startFrom(lists);
    else this.#leaveBut(layPublished(this.routes));
    this.#cost = this.#total();
    this.#best = this.#copy();
  }

  /** Orders left out of the plan. */
  get left(): readonly number[] {
    return this.#left;
  }

  get cost(): number {
    return this.#cost;
  }

  /** Puts in every order that fits, each at its cheapest place. */
  insertAll(): void {
    this.#left = this.recreate.put(this.#left, { most: this.#most });
    this.#cost = this.#total();
    if (this.#cost < this.#best.cost) this.#best = this.#copy();
  }

  /** Searches until a limit, then takes the best plan up. */
  run(options: SearchOptions): void {
    this.insertAll();
    const { limits, clock, isCancelled = () => false } = options;
    const elapsed = seldomRead(clock);
    const steps = limits.iterations ?? Infinity;
    const share = (): number =>
      Math.max(elapsed() / limits.ms, Number.isFinite(steps) ? this.iterations / steps : 0);
    const leg = this.#meanLeg();
    const canFewer = this.problem.request.fewestCouriers === true;
    this.iterations = 0;
    if (this.#ruin.isIdle) return;
    if (canFewer || this.#left.length > 0)
      for (let done = share(); done < this.#hope() && !isCancelled(); done = share()) {
        if (this.#left.length === 0) {
          if (!canFewer || !this.#close(options)) break;
          this.#closedAt = done;
        }
        this.#step(0, true);
        this.#fewestLeft = Math.min(this.#fewestLeft, this.#left.length);
        this.#noteBest(options);
      }
    this.#takeUp(this.#best);
    this.#most = canFewer ? Math.max(1, this.routes.used) : this.problem.couriers.count;
    this.#cool(options, { leg, share });
  }

  /** Share of the time after which a courier fewer is given up: later where only an order or two had no place. */
  #hope(): number {
    const most = this.#fewestLeft <= FEW_LEFT ? FEWER.near : FEWER.far;
    return Math.min(most, this.#fewestLeft <= FEW_LEFT ? most : this.#closedAt + FEWER.each);
  }

  /** Three coolings: twice from the same start, then from the best. A plan to improve that leaves none out is cooled once. */
  #cool(options: SearchOptions, { leg, share }: { leg: number; share: () => number }): void {
    const { isCancelled = () => false, temperatures } = options;
    const [hot, cool] = temperatures;
    const begun = share();
    const first = this.#best;
    const isWhole = this.problem.request.published && first.left.length === 0;
    const ends = [...(isWhole ? [] : FRESH), 1].map((part) => begun + part * (1 - begun));
    for (const [round, end] of ends.entries()) {
      const isLast = round === ends.length - 1;
      const from = ends[round - 1] ?? begun;
      this.#takeUp(isLast ? this.#best : first);
      const top = leg * (isLast ? hot / 3 : hot);
      for (let done = share(); done < end && !isCancelled(); done = share()) {
        const at = Math.max(0, (done - from) / (end - from));
        this.#step(top * ((leg * cool) / top) ** at, false);
        this.#noteBest(options);
      }
    }
    this.#takeUp(this.#best);
  }

  #noteBest({ onBetter }: SearchOptions): void {
    if (this.#cost >= this.#best.cost - 1e-9) return;
    this.#best = this.#copy();
    onBetter?.(this);
  }

  /** Ruins and recreates once; puts everything back where the outcome is not accepted. */
  #step(temperature: number, isFewer: boolean): void {
    this.iterations++;
    this.routes.mark();
    const before = this.#left;
    const removed = this.#ruin.cut();
    const limit = this.#cost - temperature * Math.log(this.#dice.roll() || 1e-12);
    const spare = isFewer || !this.#onlyGrows ? Infinity : limit - this.#routesCost();
    this.#left = this.recreate.put([...before, ...removed], { most: this.#most, spare });
    const cost = this.#total();
    const isTaken = isFewer ? this.#isFewer(before, cost) : cost < limit;
    if (isFewer) for (const order of this.#left) this.#absences[order] = intAt(this.#absences, order) + 1;
    if (isTaken) {
      this.#cost = cost;
      this.routes.settle();
      return;
    }
    for (const order of removed) this.routes.clear(order);
    for (const order of before) this.routes.clear(order);
    this.routes.rollBack();
    this.#left = before;
  }

  /** Orders that were seldom left out are left out rather: the hard ones find their place first. */
  #isFewer(before: readonly number[], cost: number): boolean {
    const sum = (orders: readonly number[]): number =>
      orders.reduce((total, order) => total + intAt(this.#absences, order), 0);
    if (this.#left.length === 0) return true;
    const [now, was] = [sum(this.#left), sum(before)];
    return now < was || (now === was && cost < this.#cost);
  }

  /** Takes the orders of the route that is easiest to spare. @returns whether there is one */
  #close(options: SearchOptions): boolean {
    this.#noteBest(options);
    let [least, which] = [Infinity, -1];
    for (let courier = 0; courier < this.problem.couriers.count; courier++) {
      if (this.routes.isEmpty(courier) || this.#hasFixed(courier)) continue;
      const sum = this.#ordersOf(courier).reduce((total, order) => total + intAt(this.#absences, order), 0);
      if (sum < least) [least, which] = [sum, courier];
    }
    if (which < 0 || this.routes.used <= 1) return false;
    this.#left = [...this.#ruin.remove(which, this.#ordersOf(which))];
    this.#fewestLeft = Infinity;
    this.#most = this.routes.used;
    this.#cost = this.#total();
    return true;
  }

  #hasFixed(courier: number): boolean {
    return this.routes.firstGap(courier) + (this.problem.couriers.kept[courier]?.length ?? 0) > 0;
  }

  #ordersOf(courier: number): number[] {
    const { nodes } = this.problem;
    return [...new Set(this.routes.nodesOf(courier).map((node) => intAt(nodes.order, node)))].filter(
      (order) => order >= 0,
    );
  }

  #total(): number {
    let sum = this.#routesCost();
    for (const order of this.#left) sum += numAt(this.problem.orders.leftCost, order);
    return sum;
  }

  #routesCost(): number {
    let sum = 0;
    for (let courier = 0; courier < this.problem.couriers.count; courier++)
      sum += numAt(this.routes.cost, courier);
    return sum;
  }

  #meanLeg(): number {
    const { couriers } = this.problem;
    let [cost, legs] = [0, 0];
    for (let courier = 0; courier < couriers.count; courier++) {
      if (this.routes.isEmpty(courier)) continue;
      cost += numAt(this.routes.cost, courier) - numAt(couriers.fixed, courier);
      legs += intAt(this.routes.size, courier) - 1;
    }
    return cost / Math.max(1, legs);
  }

  #copy(): Plan {
    const lists = Array.from({ length: this.problem.couriers.count }, (_, courier) =>
      this.routes.nodesOf(courier),
    );
    return { lists, left: [...this.#left], cost: this.#cost };
  }

  #takeUp({ lists, left, cost }: Plan): void {
    for (const order of left) this.routes.clear(order);
    for (const [courier, list] of lists.entries()) this.routes.set(courier, list);
    this.#left = [...left];
    this.#cost = cost;
  }

  #startFrom(lists: readonly (readonly number[])[]): void {
    for (const [courier, list] of lists.entries()) this.routes.set(courier, list);
    this.#leaveBut(new Set(lists.flat().map((node) => intAt(this.problem.nodes.order, node))));
  }

  #leaveBut(placed: ReadonlySet<number>): void {
    const { orders } = this.problem;
    for (let order = 0; order < orders.count; order++)
      if (intAt(orders.drop, order) >= 0 && !placed.has(order)) {
        this.routes.clear(order);
        this.#left.push(order);
      }
  }
}
