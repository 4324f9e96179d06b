import { intAt, numAt } from "#kernel/typed.ts";
import { Detours } from "./detours.ts";
import type { Dice } from "./dice.ts";
import { drive } from "./drive.ts";
import type { Legs } from "./legs.ts";
import { NEVER } from "./problem.ts";
import type { Routes } from "./routes.ts";
import { hoursPrice, type Walk } from "./walk.ts";

/** A place in one route for a pickup and its drop: each goes after the node at its position, the pickup first. */
export interface Gap {
  cost: number;
  pickup: number;
  drop: number;
}

/**
 * Finds the cheapest place for an order in a route. The ways past pickup and drop are found once a gap, so that most pairs of
 * gaps fall to a bound; windows and load of the others are checked in O(1), and routes of priced moments are walked.
 */
export class Insertion {
  readonly #routes: Routes;
  readonly #best: Gap = { cost: Infinity, pickup: -1, drop: -1 };
  readonly #pickups: Detours;
  readonly #drops: Detours;
  readonly #isFair: boolean;
  /** Rolls at each place; less than the share passes it over. */
  #blink: { readonly share: number; readonly dice: Dice } | undefined;

  constructor(routes: Routes) {
    this.#routes = routes;
    this.#pickups = new Detours(routes);
    this.#drops = new Detours(routes);
    this.#isFair = routes.problem.couriers.fair.some((price) => price > 0);
  }

  /**
   * Cheapest place for one pickup (-1: none) and one drop in a courier's route.
   * @param limit what costs as much or more is not looked at
   * @returns a shared object; `cost` is `Infinity` where nothing is allowed
   */
  find(courier: number, [pickup, drop]: readonly [pickup: number, drop: number], limit = Infinity): Gap {
    const best = this.#none();
    best.pickup = best.drop = -1;
    const walk = this.#walkOf(courier, pickup, drop);
    if (!walk || !this.#routes.hasRoom(courier, pickup < 0 ? 1 : 2)) return best;
    best.cost = limit;
    const bound = limit - walk.extra + walk.gain;
    const least = this.#drops.measure(courier, drop);
    if (pickup < 0) this.#alone(walk, this.#routes.firstGap(courier), walk.last - walk.base);
    // By the triangle rule neither of the two stops costs less with the other one in the route.
    else if (!walk.own.isPlain || least < bound) {
      const first = this.#pickups.measure(courier, pickup);
      if (!walk.own.isPlain || first < bound) this.#together(walk);
    }
    return best.drop < 0 ? this.#none() : best;
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
    const walk = this.#walkOf(courier, -1, pickup);
    if (!walk || !this.#routes.hasRoom(courier, 1)) return best;
    this.#drops.measure(courier, pickup);
    let from = dropAt;
    while (from > this.#routes.firstGap(courier) && this.#fits(walk.base + from - 1, courier, pickup)) from--;
    this.#alone({ ...walk, extra: 0 }, from, dropAt);
    return best;
  }

  #none(): Gap {
    this.#best.cost = Infinity;
    return this.#best;
  }

  #walkOf(courier: number, pickup: number, drop: number): Walk | undefined {
    const routes = this.#routes;
    const own = routes.legs[courier];
    if (!own) return undefined;
    const base = intAt(routes.base, courier);
    return {
      courier,
      own,
      base,
      last: base + intAt(routes.size, courier) - 1,
      pickup,
      drop,
      extra: this.#opening(courier, own, drop),
      gain: numAt(routes.gain, courier),
      isRiding: intAt(routes.problem.nodes.ride, drop) < NEVER || intAt(routes.rides, courier) > 0,
      node: 0,
      from: 0,
      leave: 0,
      moments: 0,
    };
  }

  /** Price of a first order in a route, and of a courier other than published. */
  #opening(courier: number, own: Legs, drop: number): number {
    const { couriers, nodes, orders, changeCourier } = this.#routes.problem;
    const home = intAt(orders.home, intAt(nodes.of, drop));
    const change = home >= 0 && home !== courier ? changeCourier : 0;
    if (!this.#routes.isEmpty(courier)) return change;
    const way = own.cost(courier * 2, courier * 2 + 1) + this.#routes.workPrice(courier, 0);
    return change + numAt(couriers.fixed, courier) + way;
  }

  /** Tries one stop in a range of gaps. */
  #alone(walk: Walk, from: number, to: number): void {
    for (let gap = from; gap < to; gap++) {
      const price = numAt(this.#drops.price, gap) + walk.extra;
      if (price === Infinity || price - walk.gain >= this.#best.cost) continue;
      const at = walk.base + gap;
      walk.from = intAt(this.#routes.real, at);
      walk.node = intAt(this.#routes.node, walk.from);
      walk.leave = intAt(this.#routes.leave, at);
      this.#tryDrop(walk, at, { gap: at, price });
    }
  }

  /** Tries the drop behind each pickup that a better place may begin with. */
  #together(walk: Walk): void {
    const routes = this.#routes;
    const { base, last, courier, pickup, extra, gain } = walk;
    const { isPlain } = walk.own;
    for (let gap = base + routes.firstGap(courier); gap < last; gap++) {
      const past = extra + numAt(this.#pickups.price, gap - base);
      if (past === Infinity || (isPlain && past - gain >= this.#best.cost)) continue;
      const next = intAt(routes.next, gap);
      const onward = past + numAt(this.#drops.least, next - base);
      const near = extra + this.#sameLeg(walk, gap);
      if (Math.min(onward, near) - gain >= this.#best.cost || !this.#fits(gap, courier, pickup)) continue;
      this.#pickUp(walk, gap);
      if (near - gain < this.#best.cost)
        for (let at = gap; at < next; at++) this.#tryDrop(walk, at, { gap, price: near });
      if (onward - gain < this.#best.cost) this.#carry(walk, gap, past);
    }
  }

  /** Price of the way past pickup and drop, one after the other, in the leg of a gap. */
  #sameLeg({ own, pickup, drop }: Walk, gap: number): number {
    const routes = this.#routes;
    const next = intAt(routes.next, gap);
    return (
      own.cost(intAt(routes.node, intAt(routes.real, gap)), pickup) +
      own.cost(pickup, drop) +
      own.cost(drop, intAt(routes.node, next)) -
      numAt(routes.way, next)
    );
  }

  /** Puts the pickup behind a position, where it holds alone. */
  #pickUp(walk: Walk, gap: number): void {
    const { problem, windows, node, real, leave } = this.#routes;
    const { own, pickup } = walk;
    const from = intAt(real, gap);
    const travel = own.seconds(intAt(node, from), pickup);
    const arrive =
      from === gap ? intAt(leave, gap) + travel : this.#routes.over(from, gap + 1, intAt(leave, gap), travel);
    const start = windows.start(pickup, arrive);
    walk.moments = windows.price(pickup, start);
    walk.node = pickup;
    walk.from = gap;
    walk.leave = start + intAt(problem.nodes.service, pickup);
  }

  /** Walks on from the pickup and tries the drop behind each position, up to the first that breaks. */
  #carry(walk: Walk, gap: number, past: number): void {
    const routes = this.#routes;
    const { base, last, courier, pickup, gain } = walk;
    // Once a stop begins as before, all later ones do.
    let isLater = true;
    for (let at = intAt(routes.next, gap); at < last; at = intAt(routes.next, at)) {
      if (past + walk.moments + numAt(this.#drops.least, at - base) - gain >= this.#best.cost) return;
      if (!this.#fits(at, courier, pickup)) return;
      if (isLater) {
        if (!this.#reach(walk, at)) return;
        isLater = walk.leave !== intAt(routes.leave, at);
      } else walk.leave = intAt(routes.leave, at);
      walk.node = intAt(routes.node, at);
      walk.from = at;
      const next = intAt(routes.next, at);
      for (let behind = at; behind < next; behind++) {
        const price = past + numAt(this.#drops.price, behind - base);
        if (price + walk.moments - gain < this.#best.cost) this.#tryDrop(walk, behind, { gap, price });
      }
    }
  }

  /** Goes on to the stop at a position. @returns whether everything from there on still holds */
  #reach(walk: Walk, at: number): boolean {
    const { problem, windows, node, latest, start } = this.#routes;
    const stop = intAt(node, at);
    const travel = walk.own.seconds(walk.node, stop);
    const arrive =
      walk.from === at - 1 ? walk.leave + travel : this.#routes.over(walk.from, at, walk.leave, travel);
    if (arrive > intAt(latest, at)) return false;
    const begin = windows.start(stop, arrive);
    if (intAt(problem.nodes.isTimed, stop) === 1)
      walk.moments += windows.price(stop, begin) - windows.price(stop, intAt(start, at));
    walk.leave = begin + intAt(problem.nodes.service, stop);
    return true;
  }

  /** Tries the drop behind position `at`, where the pickup is behind `gap` and the ways cost that much more. */
  #tryDrop(walk: Walk, at: number, { gap, price }: { readonly gap: number; readonly price: number }): void {
    const { problem, windows } = this.#routes;
    const { own, drop, node } = walk;
    const next = intAt(this.#routes.next, at);
    const arrive = this.#routes.over(walk.from, at + 1, walk.leave, own.seconds(node, drop));
    const start = windows.start(drop, arrive);
    if (start >= NEVER) return;
    const leave = start + intAt(problem.nodes.service, drop);
    const onward = this.#routes.over(at, next, leave, own.seconds(drop, intAt(this.#routes.node, next)));
    if (onward > intAt(this.#routes.latest, next)) return;
    const later = intAt(this.#routes.timed, next) > 0 ? this.#later(walk, next, onward) : 0;
    const moments = walk.moments + windows.price(drop, start) + later;
    this.#offer(
      walk,
      [gap, at],
      price + moments + (this.#isFair ? hoursPrice(this.#routes, walk, [gap, at]) : 0),
    );
  }

  /** Takes a place that is cheaper than the best so far. */
  #offer(walk: Walk, [gap, at]: readonly [gap: number, at: number], price: number): void {
    if (price >= this.#best.cost) return;
    if (this.#blink && this.#blink.dice.roll() < this.#blink.share) return;
    if (walk.isRiding && !this.#ridesHold(walk, gap, at)) return;
    this.#best.cost = price;
    this.#best.pickup = gap - walk.base;
    this.#best.drop = at - walk.base;
  }

  /** Change of what the moments of later stops cost, where the stop at a position is reached then. */
  #later({ own, last }: Walk, first: number, arriving: number): number {
    const { problem, windows } = this.#routes;
    let arrive = arriving;
    let change = 0;
    for (let at = first; at <= last && intAt(this.#routes.timed, at) > 0;) {
      const node = intAt(this.#routes.node, at);
      const was = intAt(this.#routes.start, at);
      const start = windows.start(node, arrive);
      if (start === was) return change;
      change += windows.price(node, start) - windows.price(node, was);
      if (at === last) return change;
      const next = intAt(this.#routes.next, at);
      const leave = start + intAt(problem.nodes.service, node);
      arrive = this.#routes.over(at, next, leave, own.seconds(node, intAt(this.#routes.node, next)));
      at = next;
    }
    return change;
  }

  /** Whether every longest ride holds with the new stops in place: the route is driven once. */
  #ridesHold({ courier, base, last, pickup, drop }: Walk, pickupGap: number, dropGap: number): boolean {
    const list: number[] = [];
    for (let at = base; at < last; at++) {
      if (at > base) list.push(intAt(this.#routes.node, at));
      if (at === pickupGap && pickup >= 0) list.push(pickup);
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
}
