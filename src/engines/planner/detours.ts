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

  constructor(routes: Routes) {
    this.#routes = routes;
    this.price = new Float64Array(routes.stride);
    this.least = new Float64Array(routes.stride + 1);
  }

  measure(courier: number, stop: number): void {
    const { routes, price } = { routes: this.#routes, price: this.price };
    const { nodes } = routes.problem;
    const base = courier * routes.stride;
    const first = routes.firstGap(courier);
    const last = intAt(routes.size, courier) - 1;
    const close = intAt(nodes.close, stop);
    const ready = intAt(nodes.open, stop) + intAt(nodes.service, stop);
    let gap = first;
    for (; gap < last; gap++) {
      const at = base + gap;
      // Every later gap is left later still.
      if (intAt(routes.leave, at) > close) break;
      price[gap] =
        intAt(routes.latest, intAt(routes.next, at)) < ready ? Infinity : this.#past(courier, stop, at);
    }
    price.fill(Infinity, gap, last);
    this.#sumUp(first, last);
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

  #sumUp(first: number, last: number): void {
    let least = Infinity;
    this.least[last] = least;
    for (let gap = last - 1; gap >= first; gap--) {
      least = Math.min(least, numAt(this.price, gap));
      this.least[gap] = least;
    }
  }
}
