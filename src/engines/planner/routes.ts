import { intAt, numAt } from "#kernel/typed.ts";
import { Windows } from "./clock.ts";
import { Legs } from "./legs.ts";
import { BREAK, DROP, NEVER, PICKUP, type Problem } from "./problem.ts";

/**
 * Routes of all couriers as flat arrays: courier `c` has the positions from `c * stride` on, its start first and its end
 * last. A break stands between the stops it is taken between and has no place: the leg goes from the stop before it to the
 * one after it, and arrives at `max(leave + travel, break's start) + duration`, so that a break may fall into a leg.
 */
export class Routes {
  readonly problem: Problem;
  readonly stride: number;
  readonly legs: readonly Legs[];
  readonly windows: Windows;
  readonly node: Int32Array;
  readonly size: Int32Array;
  /** Position of the last node with a place, at or before; of the first one after. */
  readonly real: Int32Array;
  readonly next: Int32Array;
  /** Price of the way to a node with a place. */
  readonly way: Float64Array;
  readonly start: Int32Array;
  /** Moment of leaving; of the node before, at a break. */
  readonly leave: Int32Array;
  /** Last start at which everything after it still holds. */
  readonly latest: Int32Array;
  readonly load: Int32Array;
  /** Stops from here on whose moment has a price. */
  readonly timed: Int32Array;
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

  constructor(problem: Problem) {
    const { couriers, nodes, orders, dims } = problem;
    this.problem = problem;
    this.stride = nodes.count - couriers.count * 2 + 3;
    const cells = this.stride * couriers.count;
    this.legs = Array.from({ length: couriers.count }, (_, courier) => new Legs(problem, courier));
    this.windows = new Windows(problem);
    this.node = new Int32Array(cells);
    this.real = new Int32Array(cells);
    this.next = new Int32Array(cells);
    this.way = new Float64Array(cells);
    this.start = new Int32Array(cells);
    this.leave = new Int32Array(cells);
    this.latest = new Int32Array(cells);
    this.load = new Int32Array(cells * dims);
    this.timed = new Int32Array(cells);
    this.size = new Int32Array(couriers.count);
    this.cost = new Float64Array(couriers.count);
    this.work = new Int32Array(couriers.count);
    this.version = new Int32Array(couriers.count);
    this.gain = new Float64Array(couriers.count);
    this.rides = new Int32Array(couriers.count);
    this.courierOf = new Int32Array(orders.count).fill(-1);
    this.positionOf = new Int32Array(nodes.count).fill(-1);
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
    const base = courier * this.stride;
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
    const base = courier * this.stride;
    const wasUsed = intAt(this.size, courier) > 0 && !this.isEmpty(courier);
    this.node[base] = courier * 2;
    for (let at = 0; at < list.length; at++) this.node[base + at + 1] = list[at] ?? 0;
    this.node[base + list.length + 1] = courier * 2 + 1;
    this.size[courier] = list.length + 2;
    this.used += Number(!this.isEmpty(courier)) - Number(wasUsed);
    this.version[courier] = ++this.#versions;
    return this.#refresh(courier);
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
    const base = courier * this.stride;
    const last = base + intAt(this.size, courier) - 1;
    const holds = this.#forward(courier, base, last);
    this.#backward(courier, base, last);
    return holds && (intAt(this.rides, courier) === 0 || this.#ridesHold(base, last));
  }

  #forward(courier: number, base: number, last: number): boolean {
    const { nodes, couriers } = this.problem;
    let holds = true;
    let cost = numAt(couriers.fixed, courier);
    this.rides[courier] = this.work[courier] = this.gain[courier] = 0;
    let prior = base;
    for (let at = base; at <= last; at++) {
      const node = intAt(this.node, at);
      if (!this.#addLoad(at, base, courier)) holds = false;
      if (intAt(nodes.kind, node) === BREAK) {
        this.real[at] = prior;
        this.start[at] = this.leave[at] = intAt(this.leave, prior);
        continue;
      }
      this.real[at] = at;
      cost += this.#reach(courier, prior, at);
      if (intAt(this.start, at) >= NEVER) holds = false;
      this.#note(courier, node);
      this.positionOf[node] = at - base;
      if (intAt(nodes.kind, node) === DROP) cost += this.#moved(courier, node);
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
    const isFirst = prior === at;
    const travel = isFirst || !legs ? 0 : legs.seconds(before, node);
    const arrive =
      isFirst || !legs
        ? intAt(couriers.begin, courier)
        : this.over(prior, at, intAt(this.leave, prior), travel);
    this.work[courier] = intAt(this.work, courier) + travel + intAt(nodes.service, node);
    const start = this.windows.start(node, arrive);
    this.start[at] = Math.min(NEVER, start);
    this.leave[at] = Math.min(NEVER, start + intAt(nodes.service, node));
    const way = isFirst || !legs ? 0 : legs.price(before, node, travel);
    this.way[at] = way;
    if (intAt(nodes.isTimed, node) === 0) return way;
    this.gain[courier] =
      numAt(this.gain, courier) + numAt(nodes.etaCost, node) * Math.max(0, intAt(nodes.eta, node) - start);
    return way + this.windows.price(node, start);
  }

  /** Keeps whose a node is, and counts longest rides. */
  #note(courier: number, node: number): void {
    const { nodes } = this.problem;
    const order = intAt(nodes.order, node);
    if (order >= 0) this.courierOf[order] = courier;
    if (intAt(nodes.kind, node) === DROP && intAt(nodes.ride, node) < NEVER)
      this.rides[courier] = intAt(this.rides, courier) + 1;
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

  /** Load behind a position. @returns whether the courier can carry it */
  #addLoad(at: number, base: number, courier: number): boolean {
    const { nodes, couriers, dims } = this.problem;
    let fits = true;
    for (let d = 0; d < dims; d++) {
      const before =
        at === base ? intAt(couriers.aboard, courier * dims + d) : intAt(this.load, (at - 1) * dims + d);
      const load = before + intAt(nodes.load, intAt(this.node, at) * dims + d);
      this.load[at * dims + d] = load;
      if (load > intAt(couriers.capacity, courier * dims + d)) fits = false;
    }
    return fits;
  }

  #backward(courier: number, base: number, last: number): void {
    const { nodes } = this.problem;
    const legs = this.legs[courier];
    if (!legs) return;
    let next = last;
    let timed = 0;
    for (let at = last; at >= base; at--) {
      const node = intAt(this.node, at);
      timed += intAt(nodes.isTimed, node);
      this.timed[at] = timed;
      this.next[at] = next;
      if (intAt(nodes.kind, node) === BREAK) {
        this.latest[at] = NEVER;
        continue;
      }
      const by =
        at === last
          ? NEVER
          : this.#leaveBy(at, next, legs.seconds(node, intAt(this.node, next))) - intAt(nodes.service, node);
      this.latest[at] = this.windows.last(node, by);
      next = at;
    }
  }

  /** Last moment to leave one place so that the next one begins in time, over the breaks between them. */
  #leaveBy(from: number, to: number, travel: number): number {
    const { nodes } = this.problem;
    let arrive = intAt(this.latest, to);
    let begin = NEVER;
    for (let at = to - 1; at > from; at--) {
      const node = intAt(this.node, at);
      const [open, service] = [intAt(nodes.open, node), intAt(nodes.service, node)];
      begin = Math.min(intAt(nodes.close, node), begin - service);
      if (open > begin || open + service > arrive) return -NEVER;
      arrive -= service;
    }
    return Math.min(begin, arrive - travel);
  }

  #ridesHold(base: number, last: number): boolean {
    const { nodes } = this.problem;
    const left = new Map<number, number>();
    for (let at = base; at <= last; at++) {
      const node = intAt(this.node, at);
      const order = intAt(nodes.of, node);
      if (order < 0) continue;
      if (intAt(nodes.kind, node) === PICKUP) {
        if (!left.has(order)) left.set(order, intAt(this.leave, at));
      } else if (intAt(this.start, at) - (left.get(order) ?? intAt(this.start, at)) > intAt(nodes.ride, node))
        return false;
    }
    return true;
  }
}
