import { intAt, numAt } from "#kernel/typed.ts";
import type { Dice } from "./dice.ts";
import { drive } from "./drive.ts";
import type { Legs } from "./legs.ts";
import { BREAK, NEVER } from "./problem.ts";
import type { Routes } from "./routes.ts";

/** A place in one route for a pickup and its drop: each goes after the node at its position, the pickup first. */
export interface Gap {
  cost: number;
  pickup: number;
  drop: number;
}

/** State of the search while it walks along a route behind a new pickup. */
interface Walk {
  readonly courier: number;
  readonly own: Legs;
  readonly base: number;
  readonly drop: number;
  /** Node and position of the last stop, and the moment of leaving it. */
  node: number;
  from: number;
  leave: number;
  /** Price so far. */
  cost: number;
  /** Change so far of what moments cost. */
  moments: number;
}

/** Finds the cheapest place for an order in a route. Each check of windows and load is O(1); routes of priced moments are walked. */
export class Insertion {
  readonly #routes: Routes;
  /** Prices of change may make a detour cheaper than none, so nothing may be cut off early. */
  readonly #cutsOff: boolean;
  readonly #best: Gap = { cost: Infinity, pickup: -1, drop: -1 };
  /** The order or the route has longest rides. */
  #riding = false;
  #pickup = -1;
  /** Rolls at each place; less than the share passes it over. */
  #blink: { readonly share: number; readonly dice: Dice } | undefined;

  constructor(routes: Routes) {
    this.#routes = routes;
    const { couriers } = routes.problem;
    this.#cutsOff = routes.problem.changeOrder === 0 && couriers.perMetre.every((price) => price === 0);
  }

  /**
   * Cheapest place for one pickup (-1: none) and one drop in a courier's route.
   * @param limit what costs as much or more is not looked at
   * @returns a shared object; `cost` is `Infinity` where nothing is allowed
   */
  find(courier: number, [pickup, drop]: readonly [pickup: number, drop: number], limit = Infinity): Gap {
    const best = this.#best;
    best.cost = limit;
    best.pickup = best.drop = -1;
    const walk = this.#walkOf(courier, drop);
    if (!walk || !this.#routes.hasRoom(courier, pickup < 0 ? 1 : 2)) return this.#none();
    this.#pickup = pickup;
    this.#riding =
      intAt(this.#routes.problem.nodes.ride, drop) < NEVER || intAt(this.#routes.rides, courier) > 0;
    const last = walk.base + intAt(this.#routes.size, courier) - 1;
    const extra = this.#opening(walk);
    for (let gap = walk.base + this.#routes.firstGap(courier); gap < last; gap++)
      if (pickup < 0) {
        this.#begin(walk, gap, extra);
        this.#tryDrop(walk, gap, gap);
      } else if (this.#pickUp(walk, gap, { pickup, extra })) this.#carry(walk, gap, last);
    return best.drop < 0 ? this.#none() : best;
  }

  #walkOf(courier: number, drop: number): Walk | undefined {
    const own = this.#routes.legs[courier];
    const base = courier * this.#routes.stride;
    return own && { courier, own, base, drop, node: 0, from: 0, leave: 0, cost: 0, moments: 0 };
  }

  /** Price of a first order in a route, and of a courier other than published. */
  #opening({ courier, own, drop }: Walk): number {
    const { couriers, nodes, orders, changeCourier } = this.#routes.problem;
    const home = intAt(orders.home, intAt(nodes.of, drop));
    const change = home >= 0 && home !== courier ? changeCourier : 0;
    return this.#routes.isEmpty(courier)
      ? change + numAt(couriers.fixed, courier) + own.cost(courier * 2, courier * 2 + 1)
      : change;
  }

  /** As `find`, but passes places over by chance. */
  findBlinking(
    courier: number,
    stops: readonly [pickup: number, drop: number],
    blink: { readonly share: number; readonly dice: Dice },
  ): Gap {
    this.#blink = blink;
    const gap = this.find(courier, stops);
    this.#blink = undefined;
    return gap;
  }

  /** Cheapest place for one more pickup of an order whose drop is at a position of the route already. */
  findPickup(courier: number, pickup: number, dropAt: number): Gap {
    const best = this.#none();
    best.pickup = best.drop = -1;
    this.#pickup = -1;
    this.#riding = intAt(this.#routes.rides, courier) > 0;
    const walk = this.#walkOf(courier, pickup);
    if (!walk || !this.#routes.hasRoom(courier, 1)) return best;
    const { base } = walk;
    for (let at = dropAt - 1; at >= this.#routes.firstGap(courier); at--) {
      if (!this.#fits(base + at, courier, pickup)) break;
      this.#begin(walk, base + at, 0);
      this.#tryDrop(walk, base + at, base + at);
    }
    return best;
  }

  #none(): Gap {
    this.#best.cost = Infinity;
    return this.#best;
  }

  #begin(walk: Walk, gap: number, extra: number): void {
    const at = intAt(this.#routes.real, gap);
    walk.node = intAt(this.#routes.node, at);
    walk.from = at;
    walk.leave = intAt(this.#routes.leave, at);
    walk.cost = extra;
    walk.moments = 0;
  }

  /** Puts the pickup behind a position. @returns whether it holds so far */
  #pickUp(walk: Walk, gap: number, { pickup, extra }: { pickup: number; extra: number }): boolean {
    const { problem, windows } = this.#routes;
    const { own } = walk;
    if (!this.#fits(gap, walk.courier, pickup)) return false;
    this.#begin(walk, gap, extra);
    const before = walk.node;
    const arrive = this.#routes.over(walk.from, gap + 1, walk.leave, own.seconds(before, pickup));
    const start = windows.start(pickup, arrive);
    if (start >= NEVER) return false;
    const next = this.#next(gap);
    const after = intAt(this.#routes.node, next);
    walk.cost += own.cost(before, pickup) + own.cost(pickup, after) - own.cost(before, after);
    if (this.#cutsOff && walk.cost >= this.#best.cost) return false;
    walk.moments = windows.price(pickup, start);
    walk.node = pickup;
    walk.from = gap;
    walk.leave = start + intAt(problem.nodes.service, pickup);
    return true;
  }

  /** Walks on from the pickup and tries the drop behind each position, up to the first that breaks. */
  #carry(walk: Walk, gap: number, last: number): void {
    const { problem, windows } = this.#routes;
    const { own } = walk;
    const pickup = walk.node;
    this.#tryDrop(walk, gap, gap);
    for (let at = gap + 1; at < last; at++) {
      if (!this.#fits(at, walk.courier, pickup)) return;
      const node = intAt(this.#routes.node, at);
      if (intAt(problem.nodes.kind, node) !== BREAK) {
        const arrive = this.#routes.over(walk.from, at, walk.leave, own.seconds(walk.node, node));
        if (arrive > intAt(this.#routes.latest, at)) return;
        const start = windows.start(node, arrive);
        if (intAt(problem.nodes.isTimed, node) === 1)
          walk.moments += windows.price(node, start) - windows.price(node, intAt(this.#routes.start, at));
        walk.node = node;
        walk.from = at;
        walk.leave = start + intAt(problem.nodes.service, node);
      }
      this.#tryDrop(walk, at, gap);
    }
  }

  /** Tries the drop behind position `at`, where the pickup is behind `gap`. */
  #tryDrop(walk: Walk, at: number, gap: number): void {
    const { problem, windows } = this.#routes;
    const { own } = walk;
    const { drop, node } = walk;
    const next = this.#next(at);
    const after = intAt(this.#routes.node, next);
    const cost = walk.cost + own.cost(node, drop) + own.cost(drop, after) - own.cost(node, after);
    if (this.#cutsOff && walk.moments >= 0 && cost + walk.moments >= this.#best.cost) return;
    const arrive = this.#routes.over(walk.from, at + 1, walk.leave, own.seconds(node, drop));
    const start = windows.start(drop, arrive);
    if (start >= NEVER) return;
    const leave = start + intAt(problem.nodes.service, drop);
    const onward = this.#routes.over(at, next, leave, own.seconds(drop, after));
    if (onward > intAt(this.#routes.latest, next)) return;
    const later = intAt(this.#routes.timed, next) > 0 ? this.#later(walk, next, onward) : 0;
    this.#offer(walk, [gap, at], cost + walk.moments + windows.price(drop, start) + later);
  }

  /** Takes a place that is cheaper than the best so far. */
  #offer(walk: Walk, [gap, at]: readonly [gap: number, at: number], price: number): void {
    if (price >= this.#best.cost) return;
    if (this.#blink && this.#blink.dice.roll() < this.#blink.share) return;
    if (this.#riding && !this.#ridesHold(walk, gap, at)) return;
    this.#best.cost = price;
    this.#best.pickup = gap - walk.base;
    this.#best.drop = at - walk.base;
  }

  /** Change of what the moments of later stops cost, where the stop at a position is reached then. */
  #later({ courier, own, base }: Walk, first: number, arriving: number): number {
    const { problem, windows } = this.#routes;
    const last = base + intAt(this.#routes.size, courier) - 1;
    let arrive = arriving;
    let change = 0;
    for (let at = first; at <= last && intAt(this.#routes.timed, at) > 0;) {
      const node = intAt(this.#routes.node, at);
      const was = intAt(this.#routes.start, at);
      const start = windows.start(node, arrive);
      if (start === was) return change;
      change += windows.price(node, start) - windows.price(node, was);
      if (at === last) return change;
      const next = this.#next(at);
      const leave = start + intAt(problem.nodes.service, node);
      arrive = this.#routes.over(at, next, leave, own.seconds(node, intAt(this.#routes.node, next)));
      at = next;
    }
    return change;
  }

  /** Whether every longest ride holds with the new stops in place: the route is driven once. */
  #ridesHold({ courier, base, drop }: Walk, pickupGap: number, dropGap: number): boolean {
    const list: number[] = [];
    const last = base + intAt(this.#routes.size, courier) - 1;
    for (let at = base; at < last; at++) {
      if (at > base) list.push(intAt(this.#routes.node, at));
      if (at === pickupGap && this.#pickup >= 0) list.push(this.#pickup);
      if (at === dropGap) list.push(drop);
    }
    return !drive(this.#routes, courier, list).reasons.some(({ kind }) => kind === "maxRide");
  }

  /** Whether the load behind a position has room for the pickup's. */
  #fits(at: number, courier: number, pickup: number): boolean {
    const { nodes, couriers, dims } = this.#routes.problem;
    for (let d = 0; d < dims; d++)
      if (
        intAt(this.#routes.load, at * dims + d) + intAt(nodes.load, pickup * dims + d) >
        intAt(couriers.capacity, courier * dims + d)
      )
        return false;
    return true;
  }

  /** Position of the next node with a place. */
  #next(at: number): number {
    const { nodes } = this.#routes.problem;
    let next = at + 1;
    while (intAt(nodes.kind, intAt(this.#routes.node, next)) === BREAK) next++;
    return next;
  }
}
