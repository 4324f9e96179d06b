import { intAt, numAt } from "#kernel/typed.ts";
import { NEVER } from "./problem.ts";
import type { Routes } from "./routes.ts";

/**
 * Price of the way past one more stop, for each gap of a route: `Infinity` where the stop alone would break a window, a break
 * or the shift. A gap is behind the position of its number.
 */
export class Detours {
  readonly #routes: Routes;
  readonly price: Float64Array;
  /** Least price of a gap and all after it. */
  readonly least: Float64Array;
  #table: Int32Array = new Int32Array();
  #perSecond = 0;
  #place = 0;
  #row = 0;
  #open = 0;
  #close = 0;
  #service = 0;

  constructor(routes: Routes) {
    this.#routes = routes;
    this.price = new Float64Array(routes.stride);
    this.least = new Float64Array(routes.stride + 1);
  }

  /** @returns the least price of all gaps */
  measure(courier: number, stop: number): number {
    const { price } = this;
    const { leave, latest, next, real, base: bases, size, problem } = this.#routes;
    const base = intAt(bases, courier);
    const first = this.#routes.firstGap(courier);
    const last = intAt(size, courier) - 1;
    const close = intAt(problem.nodes.close, stop);
    const ready = intAt(problem.nodes.open, stop) + intAt(problem.nodes.service, stop);
    const isPlain = this.#take(courier, stop);
    let gap = first;
    for (; gap < last; gap++) {
      const at = base + gap;
      // Every later gap is left later still.
      if (intAt(leave, at) > close) break;
      const after = intAt(next, at);
      if (intAt(latest, after) < ready) price[gap] = Infinity;
      else if (isPlain && after === at + 1 && intAt(real, at) === at) price[gap] = this.#pastPlain(at);
      else price[gap] = this.#past(courier, stop, at);
    }
    price.fill(Infinity, gap, last);
    return this.#sumUp(first, last);
  }

  /** Takes a stop up. @returns whether it has one window, and its ways cost their seconds */
  #take(courier: number, stop: number): boolean {
    const own = this.#routes.legs[courier];
    const { nodes, places } = this.#routes.problem;
    if (!own?.isPlain || intAt(nodes.many, stop) !== 0) return false;
    this.#table = own.table;
    this.#perSecond = own.perSecond;
    this.#place = intAt(nodes.place, stop);
    this.#row = this.#place * places;
    this.#open = intAt(nodes.open, stop);
    this.#close = intAt(nodes.close, stop);
    this.#service = intAt(nodes.service, stop);
    return true;
  }

  /** As `#past`, for the stop taken up, where no break is beside the gap. */
  #pastPlain(at: number): number {
    const { leave, latest, place, way, problem } = this.#routes;
    const table = this.#table;
    const there = intAt(table, intAt(place, at) * problem.places + this.#place);
    const arrive = intAt(leave, at) + there;
    if (arrive > this.#close) return Infinity;
    const to = intAt(place, at + 1);
    const on = to < 0 ? 0 : intAt(table, this.#row + to);
    const onward = Math.max(arrive, this.#open) + this.#service + on;
    return onward > intAt(latest, at + 1) ? Infinity : this.#perSecond * (there + on) - numAt(way, at + 1);
  }

  #past(courier: number, stop: number, at: number): number {
    const routes = this.#routes;
    const own = routes.legs[courier];
    if (!own) return Infinity;
    const from = intAt(routes.real, at);
    const next = intAt(routes.next, at);
    const [before, after] = [intAt(routes.node, from), intAt(routes.node, next)];
    const leave = intAt(routes.leave, at);
    const there = own.seconds(before, stop);
    const arrive = from === at ? leave + there : routes.over(from, at + 1, leave, there);
    const start = routes.windows.start(stop, arrive);
    if (start >= NEVER) return Infinity;
    const free = start + intAt(routes.problem.nodes.service, stop);
    const on = own.seconds(stop, after);
    const onward = next === at + 1 ? free + on : routes.over(at, next, free, on);
    if (onward > intAt(routes.latest, next)) return Infinity;
    return own.price(before, stop, there) + own.price(stop, after, on) - numAt(routes.way, next);
  }

  #sumUp(first: number, last: number): number {
    let least = Infinity;
    this.least[last] = least;
    for (let gap = last - 1; gap >= first; gap--) {
      least = Math.min(least, numAt(this.price, gap));
      this.least[gap] = least;
    }
    return least;
  }
}
