import { intAt, numAt } from "#kernel/typed.ts";
import type { Dice } from "./dice.ts";
import { type Gap, Insertion } from "./insertion.ts";
import type { Routes } from "./routes.ts";

/** Kept answers per order and courier: a route that a rejected change put back finds its old one. */
const KEPT = 2;

/** Cheapest places of orders in routes, kept by the version of the route, and the insertion itself. */
export class Places {
  readonly #routes: Routes;
  readonly #insertion: Insertion;
  readonly #version: Int32Array;
  readonly #cost: Float64Array;
  readonly #gaps: Int32Array;
  /** 1 where the kept price is only known to be no less. */
  readonly #atLeast: Uint8Array;

  constructor(routes: Routes) {
    const { orders, couriers } = routes.problem;
    const cells = orders.count * couriers.count * KEPT;
    this.#routes = routes;
    this.#insertion = new Insertion(routes);
    this.#version = new Int32Array(cells);
    this.#cost = new Float64Array(cells);
    this.#gaps = new Int32Array(cells * 2);
    this.#atLeast = new Uint8Array(cells);
  }

  /**
   * Price of the order's cheapest place in the courier's route; `Infinity` where there is none.
   * @param limit a price as high or higher may be said as `Infinity`
   */
  cost(order: number, courier: number, limit = Infinity): number {
    const { orders, couriers } = this.#routes.problem;
    if (orders.fits[courier * orders.count + order] === 0) return Infinity;
    const at = (order * couriers.count + courier) * KEPT;
    const version = intAt(this.#routes.version, courier);
    if (intAt(this.#version, at) !== version) {
      this.#swap(at);
      if (intAt(this.#version, at) !== version) return this.#look(order, courier, limit);
    }
    if (this.#atLeast[at] === 0) return numAt(this.#cost, at);
    return numAt(this.#cost, at) >= limit ? Infinity : this.#look(order, courier, limit);
  }

  /** Whether the price is known without a look at the route. */
  isKnown(order: number, courier: number): boolean {
    const at = (order * this.#routes.problem.couriers.count + courier) * KEPT;
    const version = intAt(this.#routes.version, courier);
    return intAt(this.#version, at) === version || intAt(this.#version, at + 1) === version;
  }

  /** Looks for the cheapest place, and keeps it or the limit that it does not go below. */
  #look(order: number, courier: number, limit: number): number {
    const at = (order * this.#routes.problem.couriers.count + courier) * KEPT;
    const { cost, pickup, drop } = this.#find(order, courier, limit);
    const isLess = cost < limit;
    this.#version[at] = intAt(this.#routes.version, courier);
    this.#cost[at] = isLess ? cost : limit;
    this.#atLeast[at] = isLess ? 0 : 1;
    this.#gaps[at * 2] = pickup;
    this.#gaps[at * 2 + 1] = drop;
    return cost;
  }

  /** Puts the order where `cost` found its place. */
  put(order: number, courier: number): void {
    const { orders, couriers } = this.#routes.problem;
    this.cost(order, courier);
    const at = (order * couriers.count + courier) * KEPT;
    const nodes = orders.pickups[order] ?? [];
    const gaps = [intAt(this.#gaps, at * 2), intAt(this.#gaps, at * 2 + 1)] as const;
    this.#routes.putIn(courier, [nodes[0] ?? -1, intAt(orders.drop, order)], gaps);
    for (let more = 1; more < nodes.length; more++) this.#putPickup(nodes[more] ?? -1, order, courier);
  }

  /** Looks for the order's cheapest place anew. @returns the price, and the nodes of the route with the order in it */
  look(
    order: number,
    courier: number,
  ): { readonly cost: number; readonly list: readonly number[] } | undefined {
    const { orders } = this.#routes.problem;
    if (orders.fits[courier * orders.count + order] === 0) return undefined;
    const [first = -1, ...more] = orders.pickups[order] ?? [];
    const nodes = [first, intAt(orders.drop, order)] as const;
    const { cost, pickup, drop } = this.#insertion.find(courier, nodes);
    if (cost === Infinity) return undefined;
    const list = this.#with(courier, { nodes, pickup, drop });
    if (more.length === 0) return { cost, list };
    const [before, version] = [this.#routes.nodesOf(courier), intAt(this.#routes.version, courier)];
    this.#routes.set(courier, list);
    const whole = more.reduce((sum, node) => sum + this.#putPickup(node, order, courier), cost);
    const found = this.#routes.nodesOf(courier);
    this.#routes.clear(order);
    this.#routes.restore(courier, before, version);
    return whole === Infinity ? undefined : { cost: whole, list: found };
  }

  /** Puts the order at a place of the route that chance has a part in. @returns whether there is one */
  putBlinking(
    order: number,
    courier: number,
    blink: { readonly share: number; readonly dice: Dice },
  ): boolean {
    const { orders } = this.#routes.problem;
    const [first = -1, ...more] = orders.pickups[order] ?? [];
    const drop = intAt(orders.drop, order);
    if (more.length > 0) return false;
    const gap = this.#insertion.findBlinking(courier, [first, drop], blink);
    if (gap.cost === Infinity) return false;
    this.#routes.putIn(courier, [first, drop], [gap.pickup, gap.drop]);
    return true;
  }

  #find(order: number, courier: number, limit: number): Gap {
    const { orders } = this.#routes.problem;
    const pickups = orders.pickups[order] ?? [];
    const stops = [pickups[0] ?? -1, intAt(orders.drop, order)] as const;
    if (pickups.length <= 1) return this.#insertion.find(courier, stops, limit);
    const gap = this.#insertion.find(courier, stops);
    if (gap.cost === Infinity) return gap;
    return this.#findAll(order, courier, { ...gap });
  }

  /** Several pickups: the first with the drop, then each at its cheapest place before the drop, on the route itself. */
  #findAll(order: number, courier: number, gap: Gap): Gap {
    const { orders } = this.#routes.problem;
    const [first = -1, ...more] = orders.pickups[order] ?? [];
    const before = this.#routes.nodesOf(courier);
    const version = intAt(this.#routes.version, courier);
    this.#routes.putIn(courier, [first, intAt(orders.drop, order)], [gap.pickup, gap.drop]);
    let cost = gap.cost;
    for (const node of more) cost += this.#putPickup(node, order, courier);
    this.#routes.clear(order);
    this.#routes.restore(courier, before, version);
    return { ...gap, cost };
  }

  #putPickup(node: number, order: number, courier: number): number {
    const drop = intAt(this.#routes.problem.orders.drop, order);
    const { cost, drop: at } = this.#insertion.findPickup(
      courier,
      node,
      intAt(this.#routes.positionOf, drop),
    );
    if (cost === Infinity) return cost;
    this.#routes.putIn(courier, [-1, node], [-1, at]);
    return cost;
  }

  /** Nodes of the route with a pickup and a drop behind their positions, -1 for no pickup. */
  #with(
    courier: number,
    {
      nodes: [first, second],
      pickup,
      drop,
    }: { nodes: readonly [number, number]; pickup: number; drop: number },
  ): number[] {
    const base = intAt(this.#routes.base, courier);
    const size = intAt(this.#routes.size, courier);
    const list: number[] = [];
    for (let at = 0; at < size - 1; at++) {
      if (at > 0) list.push(intAt(this.#routes.node, base + at));
      if (at === pickup && first >= 0) list.push(first);
      if (at === drop) list.push(second);
    }
    return list;
  }

  #swap(at: number): void {
    const version = intAt(this.#version, at);
    const cost = numAt(this.#cost, at);
    this.#version[at] = intAt(this.#version, at + 1);
    this.#cost[at] = numAt(this.#cost, at + 1);
    this.#version[at + 1] = version;
    this.#cost[at + 1] = cost;
    const atLeast = this.#atLeast[at] ?? 0;
    this.#atLeast[at] = this.#atLeast[at + 1] ?? 0;
    this.#atLeast[at + 1] = atLeast;
    for (let k = 0; k < 2; k++) {
      const gap = intAt(this.#gaps, at * 2 + k);
      this.#gaps[at * 2 + k] = intAt(this.#gaps, at * 2 + 2 + k);
      this.#gaps[at * 2 + 2 + k] = gap;
    }
  }
}
