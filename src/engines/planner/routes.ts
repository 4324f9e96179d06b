import { intAt, numAt } from "#kernel/typed.ts";
import { latestStarts, loadHolds, ridesHold } from "./hold.ts";
import { Positions } from "./positions.ts";
import { BREAK, DROP, NEVER, PICKUP, type Problem } from "./problem.ts";
import { Rows } from "./rows.ts";

/**
 * Routes of all couriers: courier `c` has the positions from `base[c]` on, its start first and its end last; a second row of
 * positions holds what the route was, so that a step is taken back without driving anything. A break stands between the
 * stops it is taken between and has no place: the leg goes from the stop before it to the one after it, and arrives at
 * `max(leave + travel, break's start) + duration`, so that a break may fall into a leg.
 */
export class Routes extends Positions {
  /** First position of each courier. */
  readonly base: Int32Array;
  readonly size: Int32Array;
  readonly cost: Float64Array;
  /** Seconds of driving and serving. */
  readonly work: Int32Array;
  /** A number of its own for each content of a route. */
  readonly version: Int32Array;
  /** Most that later moments may save: stops that begin before their published moment. */
  readonly gain: Float64Array;
  /** Stops of orders with a longest ride. */
  readonly rides: Int32Array;
  readonly courierOf: Int32Array;
  readonly positionOf: Int32Array;
  /** Couriers with an order. */
  used = 0;
  #versions = 0;
  readonly #rows: Rows;
  #usedBefore = 0;

  constructor(problem: Problem) {
    super(problem);
    const { couriers, nodes, orders } = problem;
    this.size = new Int32Array(couriers.count);
    this.cost = new Float64Array(couriers.count);
    this.work = new Int32Array(couriers.count);
    this.version = new Int32Array(couriers.count);
    this.gain = new Float64Array(couriers.count);
    this.rides = new Int32Array(couriers.count);
    this.courierOf = new Int32Array(orders.count).fill(-1);
    this.positionOf = new Int32Array(nodes.count).fill(-1);
    const { size, cost, work, version, gain, rides } = this;
    this.#rows = new Rows(couriers.count, this.stride, [size, cost, work, version, gain, rides]);
    this.base = this.#rows.base;
    for (let courier = 0; courier < couriers.count; courier++)
      this.set(courier, [
        ...(couriers.locked[courier] ?? []),
        ...(couriers.kept[courier] ?? []),
        ...(couriers.breaks[courier] ?? []),
      ]);
  }

  /** First position before which something may be put. */
  firstGap(courier: number): number {
    return this.problem.couriers.locked[courier]?.length ?? 0;
  }

  /** Nodes between start and end. */
  nodesOf(courier: number): number[] {
    const base = intAt(this.base, courier);
    const list: number[] = [];
    const last = base + intAt(this.size, courier) - 1;
    for (let at = base + 1; at < last; at++) list.push(intAt(this.node, at));
    return list;
  }

  isEmpty(courier: number): boolean {
    return intAt(this.size, courier) === 2 + (this.problem.couriers.breaks[courier]?.length ?? 0);
  }

  /** Gives a courier these nodes between start and end. @returns whether windows, load, breaks and rides hold */
  set(courier: number, list: readonly number[]): boolean {
    const base = this.#rows.keep(courier);
    for (let at = 0; at < list.length; at++) this.node[base + at + 1] = list[at] ?? 0;
    return this.#close(courier, base, list.length);
  }

  /** Takes the nodes of orders out. @param gone 1 for each of them @returns whether everything still holds */
  takeOut(courier: number, gone: Uint8Array): boolean {
    const { order } = this.problem.nodes;
    const from = intAt(this.base, courier);
    const last = from + intAt(this.size, courier) - 1;
    const base = this.#rows.keep(courier);
    let count = 0;
    for (let at = from + 1; at < last; at++) {
      const node = intAt(this.node, at);
      const one = intAt(order, node);
      if (one < 0 || gone[one] === 0) this.node[base + ++count] = node;
    }
    return this.#close(courier, base, count);
  }

  /** Puts a pickup (-1: none) and a drop behind the positions of a route. @returns whether everything holds */
  putIn(
    courier: number,
    [pickup, drop]: readonly [pickup: number, drop: number],
    [before, behind]: readonly [pickup: number, drop: number],
  ): boolean {
    const { node } = this;
    const from = intAt(this.base, courier);
    const size = intAt(this.size, courier);
    const base = this.#rows.keep(courier);
    const more = pickup < 0 ? 1 : 2;
    let to = base + size - 2 + more;
    for (let at = size - 2; at >= 0; at--) {
      if (at === behind) node[to--] = drop;
      if (at === before && pickup >= 0) node[to--] = pickup;
      if (at > 0) node[to--] = intAt(node, from + at);
    }
    return this.#close(courier, base, size - 2 + more);
  }

  /** Ends a route that has so many nodes. */
  #close(courier: number, base: number, count: number): boolean {
    const wasUsed = intAt(this.size, courier) > 0 && !this.isEmpty(courier);
    this.node[base] = courier * 2;
    this.node[base + count + 1] = courier * 2 + 1;
    this.size[courier] = count + 2;
    this.used += Number(!this.isEmpty(courier)) - Number(wasUsed);
    this.version[courier] = ++this.#versions;
    return this.#refresh(courier);
  }

  /** Keeps every route that changes from now on, until `rollBack` or `settle`. */
  mark(): void {
    this.#rows.mark();
    this.#usedBefore = this.used;
  }

  /** Takes every change since the mark. */
  settle(): void {
    this.#rows.settle();
  }

  /** Puts the routes back to what they were at the mark: what was found for them holds again. */
  rollBack(): void {
    for (const courier of this.#rows.rollBack()) this.#noteAll(courier);
    this.used = this.#usedBefore;
  }

  #noteAll(courier: number): void {
    const { order } = this.problem.nodes;
    const base = intAt(this.base, courier);
    const size = intAt(this.size, courier);
    for (let at = 0; at < size; at++) {
      const node = intAt(this.node, base + at);
      const one = intAt(order, node);
      this.positionOf[node] = at;
      if (one >= 0) this.courierOf[one] = courier;
    }
  }

  /** Forgets where an order's nodes were. */
  clear(order: number): void {
    const { pickups, drop } = this.problem.orders;
    this.courierOf[order] = -1;
    for (const node of pickups[order] ?? []) this.positionOf[node] = -1;
    this.positionOf[intAt(drop, order)] = -1;
  }

  /** Puts back a version that was kept with its nodes: what was found for it holds again. */
  restore(courier: number, list: readonly number[], version: number): void {
    this.set(courier, list);
    this.version[courier] = version;
  }

  /** Arrival over the breaks at positions after `from` and before `to`; `NEVER` where one of them begins too late. */
  over(from: number, to: number, leave: number, travel: number): number {
    const { nodes } = this.problem;
    let begin = leave;
    let arrive = leave + travel;
    for (let at = from + 1; at < to; at++) {
      const node = intAt(this.node, at);
      const open = intAt(nodes.open, node);
      const service = intAt(nodes.service, node);
      begin = Math.max(begin, open);
      if (begin > intAt(nodes.close, node)) return NEVER;
      begin += service;
      arrive = Math.max(arrive, open) + service;
    }
    return arrive;
  }

  #refresh(courier: number): boolean {
    const base = intAt(this.base, courier);
    const last = base + intAt(this.size, courier) - 1;
    const holds = this.#forward(courier, base, last);
    latestStarts(this, courier, [base, last]);
    return holds && (intAt(this.rides, courier) === 0 || ridesHold(this, base, last));
  }

  #forward(courier: number, base: number, last: number): boolean {
    const { nodes, couriers } = this.problem;
    let holds = loadHolds(this, courier, [base, last]);
    let cost = numAt(couriers.fixed, courier);
    this.rides[courier] = this.work[courier] = this.gain[courier] = 0;
    let prior = base;
    for (let at = base; at <= last; at++) {
      const node = intAt(this.node, at);
      const kind = intAt(nodes.kind, node);
      this.place[at] = intAt(nodes.place, node);
      if (kind === BREAK) {
        this.real[at] = prior;
        this.start[at] = this.leave[at] = intAt(this.leave, prior);
        continue;
      }
      this.real[at] = at;
      cost += this.#reach(courier, prior, at);
      if (intAt(this.start, at) >= NEVER) holds = false;
      this.positionOf[node] = at - base;
      if (kind === DROP) cost += this.#drop(courier, node);
      else if (kind === PICKUP) this.#note(courier, node);
      prior = at;
    }
    // A courier without orders stays at home.
    this.cost[courier] = this.isEmpty(courier) ? 0 : cost + this.workPrice(courier, 0);
    return holds && this.#stops(courier) <= intAt(couriers.maxStops, courier);
  }

  /** Times of a position that is reached from another one. @returns the price of the way and of the moment */
  #reach(courier: number, prior: number, at: number): number {
    const { nodes, couriers } = this.problem;
    const legs = this.legs[courier];
    const [before, node] = [intAt(this.node, prior), intAt(this.node, at)];
    const service = intAt(nodes.service, node);
    const isFirst = prior === at;
    const travel = isFirst || !legs ? 0 : legs.seconds(before, node);
    let arrive = intAt(couriers.begin, courier);
    if (!isFirst && legs) {
      const left = intAt(this.leave, prior);
      arrive = prior === at - 1 ? left + travel : this.over(prior, at, left, travel);
    }
    this.work[courier] = intAt(this.work, courier) + travel + service;
    const start = this.windows.start(node, arrive);
    this.start[at] = Math.min(NEVER, start);
    this.leave[at] = Math.min(NEVER, start + service);
    const way = isFirst || !legs ? 0 : legs.price(before, node, travel);
    this.way[at] = way;
    if (intAt(nodes.isTimed, node) === 0) return way;
    this.gain[courier] =
      numAt(this.gain, courier) + numAt(nodes.etaCost, node) * Math.max(0, intAt(nodes.eta, node) - start);
    return way + this.windows.price(node, start);
  }

  /** Keeps whose a stop is. */
  #note(courier: number, node: number): void {
    const order = intAt(this.problem.nodes.order, node);
    if (order >= 0) this.courierOf[order] = courier;
  }

  /** Keeps whose a drop is, and counts longest rides. @returns the price of a drop that another courier has than published */
  #drop(courier: number, node: number): number {
    this.#note(courier, node);
    if (intAt(this.problem.nodes.ride, node) < NEVER) this.rides[courier] = intAt(this.rides, courier) + 1;
    return this.problem.changeCourier === 0 ? 0 : this.#moved(courier, node);
  }

  /** Price of a drop that another courier has than published. */
  #moved(courier: number, node: number): number {
    const home = intAt(this.problem.orders.home, intAt(this.problem.nodes.of, node));
    return home >= 0 && home !== courier ? this.problem.changeCourier : 0;
  }

  /** Price of a courier's hours with so many seconds more: it grows with their square, so that even hours cost least. */
  workPrice(courier: number, more: number): number {
    return (numAt(this.problem.couriers.fair, courier) / 2) * (intAt(this.work, courier) + more) ** 2;
  }

  /** Stops of orders on a route. */
  #stops(courier: number): number {
    return intAt(this.size, courier) - 2 - (this.problem.couriers.breaks[courier]?.length ?? 0);
  }

  /** Whether `more` stops fit the courier's limit. */
  hasRoom(courier: number, more: number): boolean {
    return this.#stops(courier) + more <= intAt(this.problem.couriers.maxStops, courier);
  }
}
