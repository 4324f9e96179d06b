import { intAt } from "#kernel/typed.ts";
import type { Dice } from "./dice.ts";
import { neighboursOf } from "./near.ts";
import { BREAK, NEVER } from "./problem.ts";
import type { Routes } from "./routes.ts";

/** Stops removed on average, longest string, and chances: Christiaens and Vanden Berghe 2020, "Slack Induction by String Removals". */
const AVERAGE = 18;
const LONGEST = 10;
const SPLIT = 0.5;
const GROW = 0.01;
/** Chance that the breaks of a cut route look for a new place. */
const MOVE_BREAKS = 0.5;

/** Takes strings of neighbouring stops out of routes. */
export class Ruin {
  readonly #routes: Routes;
  readonly #dice: Dice;
  readonly #near: ReadonlyMap<number, Int32Array>;
  readonly #stops: readonly number[];
  readonly #gone: Uint8Array;

  constructor(routes: Routes, dice: Dice) {
    this.#routes = routes;
    this.#dice = dice;
    this.#near = neighboursOf(routes.problem);
    this.#stops = [...this.#near.keys()];
    this.#gone = new Uint8Array(routes.problem.orders.count);
  }

  /**
   * Removes orders around a random stop.
   * @returns the orders removed
   */
  cut(): number[] {
    const { nodes } = this.#routes.problem;
    const [most, strings] = this.#extent();
    const removed: number[] = [];
    const cutRoutes = new Set<number>();
    const seed = this.#stops[this.#dice.below(this.#stops.length)] ?? -1;
    for (const stop of this.#near.get(seed) ?? []) {
      if (cutRoutes.size >= strings) break;
      const courier = intAt(this.#routes.courierOf, intAt(nodes.order, stop));
      if (courier < 0 || cutRoutes.has(courier)) continue;
      cutRoutes.add(courier);
      const orders = this.#string(courier, stop, most);
      for (const order of this.remove(courier, orders)) removed.push(order);
    }
    return removed;
  }

  /** There is nothing to move. */
  get isIdle(): boolean {
    return this.#stops.length === 0;
  }

  /**
   * Takes orders out of one route.
   * @returns the orders taken: those with a longest ride too, where a stop that now comes earlier makes the ride longer
   */
  remove(courier: number, orders: readonly number[]): readonly number[] {
    const { nodes } = this.#routes.problem;
    for (const order of orders) this.#gone[order] = 1;
    const holds = this.#routes.takeOut(courier, this.#gone);
    for (const order of orders) {
      this.#gone[order] = 0;
      this.#routes.clear(order);
    }
    if (!holds) {
      const rest = this.#routes.nodesOf(courier).filter((node) => intAt(nodes.order, node) >= 0);
      const riding = rest.filter((node) => intAt(nodes.ride, node) < NEVER);
      const more = (riding.length > 0 ? riding : rest).map((node) => intAt(nodes.order, node));
      if (more.length > 0) return [...orders, ...this.remove(courier, [...new Set(more)])];
    }
    if ((this.#routes.problem.couriers.breaks[courier]?.length ?? 0) > 0 && this.#dice.roll() < MOVE_BREAKS)
      this.#moveBreaks(courier, this.#routes.nodesOf(courier));
    return orders;
  }

  /** Longest string of this cut and how many routes it goes through. */
  #extent(): [most: number, strings: number] {
    const { problem, used } = this.#routes;
    let placed = 0;
    for (let courier = 0; courier < problem.couriers.count; courier++)
      placed += intAt(this.#routes.size, courier) - 2;
    const most = Math.min(LONGEST, Math.max(1, placed / Math.max(1, used)));
    const strings = (4 * AVERAGE) / (1 + most) - 1;
    return [most, Math.floor(this.#dice.roll() * strings + 1)];
  }

  /** Orders of a string of the route that holds a stop; with a gap of kept stops in it half of the time. */
  #string(courier: number, stop: number, most: number): number[] {
    const { nodes } = this.#routes.problem;
    const list = this.#routes.nodesOf(courier).filter((node) => intAt(nodes.order, node) >= 0);
    const length = Math.floor(this.#dice.roll() * Math.min(list.length, most) + 1);
    let kept = 0;
    if (length > 1 && length < list.length && this.#dice.roll() < SPLIT) {
      kept = 1;
      while (length + kept < list.length && this.#dice.roll() < GROW) kept++;
    }
    const at = list.indexOf(stop);
    const span = length + kept;
    const low = Math.max(0, at - span + 1);
    const high = Math.min(at, list.length - span);
    const first = low + this.#dice.below(high - low + 1);
    const gap = kept > 0 ? first + 1 + this.#dice.below(length - 1) : -1;
    const cut = list.filter((_, i) => i >= first && i < first + span && !(i >= gap && i < gap + kept));
    return [...new Set(cut.map((node) => intAt(nodes.order, node)))];
  }

  /** Puts each break of a route behind a random one of the stops where everything holds. */
  #moveBreaks(courier: number, was: readonly number[]): void {
    const { nodes } = this.#routes.problem;
    const from = this.#routes.firstGap(courier);
    let list = was.filter((node) => intAt(nodes.kind, node) !== BREAK);
    for (const rest of this.#routes.problem.couriers.breaks[courier] ?? []) {
      const laid = this.#laidAnywhere(courier, list, { rest, from });
      if (!laid) return void this.#routes.set(courier, was);
      list = laid;
    }
  }

  /** Nodes of a route with a break in a random one of the gaps where everything holds. */
  #laidAnywhere(
    courier: number,
    list: readonly number[],
    { rest, from }: { readonly rest: number; readonly from: number },
  ): number[] | undefined {
    const gaps = Array.from({ length: list.length + 1 - from }, (_, at) => from + at);
    for (let left = gaps.length; left > 0; left--) {
      const at = this.#dice.below(left);
      const laid = list.toSpliced(gaps[at] ?? 0, 0, rest);
      if (this.#routes.set(courier, laid)) return laid;
      gaps[at] = gaps[left - 1] ?? 0;
    }
    return undefined;
  }
}
