import { intAt, numAt } from "#kernel/typed.ts";
import type { Dice } from "./dice.ts";
import type { Places } from "./places.ts";
import { NEVER } from "./problem.ts";
import type { Routes } from "./routes.ts";

/** Chance that a route is passed over, so that the cheapest place does not always win. */
const BLINK = 0.015;
/** Chance that an order passes places of its route over, and the share that it passes: few orders have few ways to be drawn. */
const BLIND = { handful: 0.3, few: 0.1, many: 0.01 } as const;
const FEW = 30;
const HANDFUL = 6;
const PASSED = 0.3;

type Rank = (order: number) => number;

/** Puts orders back, each where it costs least, in an order drawn anew each time. */
export class Recreate {
  readonly #routes: Routes;
  readonly #places: Places;
  readonly #dice: Dice;
  readonly #blind: number;
  readonly #blink: { readonly share: number; readonly dice: Dice };
  readonly #asked: Int32Array;
  readonly #ranks: readonly (readonly [weight: number, rank: Rank])[];

  constructor(routes: Routes, places: Places, dice: Dice) {
    this.#routes = routes;
    this.#places = places;
    this.#dice = dice;
    this.#blind = blindOf(routes.problem.orders.count);
    this.#blink = { share: PASSED, dice };
    this.#asked = new Int32Array(routes.problem.couriers.count);
    this.#ranks = ranksOf(routes);
  }

  /**
   * Puts in what fits.
   * @param most couriers that may have a route
   * @param spare price from which on the outcome is of no use: what is not in yet is left out then
   * @returns the orders left out
   */
  put(
    orders: readonly number[],
    { most, spare = Infinity }: { readonly most: number; readonly spare?: number },
  ): number[] {
    const { leftCost } = this.#routes.problem.orders;
    const sorted = this.#sorted(orders);
    const left: number[] = [];
    let spent = 0;
    // Of 100 tasks and few couriers, four of five cooling steps (lr104) end with an order without a place.
    for (const [at, order] of sorted.entries()) {
      if (spent >= spare) return [...left, ...sorted.slice(at)];
      const courier = this.best(order, most, true);
      if (courier < 0) {
        left.push(order);
        spent += numAt(leftCost, order);
        continue;
      }
      spent += this.#places.cost(order, courier);
      const isBlind =
        this.#dice.roll() < this.#blind && this.#places.putBlinking(order, courier, this.#blink);
      if (!isBlind) this.#places.put(order, courier);
    }
    return left;
  }

  /** Courier whose route takes the order at the least price; -1 where none does. */
  best(order: number, most: number, blinks: boolean): number {
    const { orders } = this.#routes.problem;
    const asked = this.#asked;
    const count = this.#ask(order, most, blinks);
    let [best, least] = [-1, numAt(orders.leftCost, order)];
    let unknown = 0;
    // Known prices first: a route that was never looked at must be cheaper than the cheapest of them.
    for (let at = 0; at < count; at++) {
      const courier = intAt(asked, at);
      if (!this.#places.isKnown(order, courier)) {
        asked[unknown++] = courier;
        continue;
      }
      const cost = this.#places.cost(order, courier, least);
      if (cost < least) [best, least] = [courier, cost];
    }
    for (let at = 0; at < unknown; at++) {
      const courier = intAt(asked, at);
      const cost = this.#places.cost(order, courier, least);
      if (cost < least) [best, least] = [courier, cost];
    }
    return best;
  }

  /** Writes down the couriers that may take the order: those who are alike and idle once. @returns how many */
  #ask(order: number, most: number, blinks: boolean): number {
    const { couriers, orders } = this.#routes.problem;
    const seen = new Set<number>();
    let count = 0;
    for (let courier = 0; courier < couriers.count; courier++) {
      if (this.#routes.isEmpty(courier)) {
        if (this.#routes.used >= most) continue;
        const alike = intAt(couriers.alike, courier);
        if (seen.has(alike) && intAt(orders.home, order) !== courier) continue;
        seen.add(alike);
      }
      if (!blinks || this.#dice.roll() >= BLINK) this.#asked[count++] = courier;
    }
    return count;
  }

  #sorted(orders: readonly number[]): number[] {
    let roll = this.#dice.roll() * this.#ranks.reduce((sum, [weight]) => sum + weight, 0);
    const rank = this.#ranks.find(([weight]) => (roll -= weight) < 0)?.[1];
    const list = [...orders];
    this.#dice.shuffle(list);
    return rank ? list.toSorted((a, b) => rank(a) - rank(b)) : list;
  }
}

function blindOf(orders: number): number {
  if (orders > FEW) return BLIND.many;
  return orders > HANDFUL ? BLIND.few : BLIND.handful;
}

/** Orders of insertion with their chances: by chance, load, far first, near first, narrow windows first, due first. */
function ranksOf(routes: Routes): (readonly [number, Rank])[] {
  const { orders, nodes, couriers, places, request } = routes.problem;
  const hub = intAt(nodes.place, 0);
  const seconds = couriers.seconds[0] ?? new Int32Array();
  const stopsOf = (order: number): number[] => [...(orders.pickups[order] ?? []), intAt(orders.drop, order)];
  const table = (read: (order: number) => number): Rank => {
    const values = Float64Array.from({ length: orders.count }, (_, order) => read(order));
    return (order) => numAt(values, order);
  };
  const far = table((order) =>
    Math.max(...stopsOf(order).map((node) => intAt(seconds, hub * places + intAt(nodes.place, node)))),
  );
  const width = (node: number): number => Math.min(NEVER, intAt(nodes.due, node) - intAt(nodes.open, node));
  const priority = table((order) => request.orders[order]?.priority ?? 0);
  return [
    [4, () => 0],
    [4, table((order) => -(request.orders[order]?.load[0] ?? 0))],
    [2, (order) => -far(order)],
    [1, far],
    [2, table((order) => Math.min(...stopsOf(order).map(width)))],
    [2, table((order) => Math.min(...stopsOf(order).map((node) => intAt(nodes.due, node))))],
    [1, (order) => -priority(order)],
  ];
}
