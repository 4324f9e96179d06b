import type {
  Courier,
  Order,
  PlannedRoute,
  PlannedStop,
  PlanRequest,
  PlanResult,
  PublishedStop,
  Stop,
} from "#kernel/plan-request.ts";

/**
 * Drives a plan by the request alone, with no code of the planner, and says every rule that it breaks: each stop once and
 * in order, times, windows, breaks, load, skills, rides, the locked start, and the price.
 */
export function faultsOfPlan(request: PlanRequest, plan: PlanResult): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let cost = 0;
  for (const route of plan.routes) {
    const courier = request.couriers.find(({ id }) => id === route.courier);
    if (!courier) return [`unknown courier ${route.courier}`];
    for (const stop of route.stops) {
      const name = nameOfStop(stop);
      if (seen.has(name)) faults.push(`${name} is served twice`);
      seen.add(name);
    }
    if (route.breaks.length !== courier.breaks.length) faults.push(`${courier.id} has lost a break`);
    const driven = driveSteps(request, courier, stepsOf(request, courier, route));
    if (typeof driven === "string") faults.push(`${courier.id}: ${driven}`);
    else {
      cost += driven.cost;
      faults.push(...timeFaults(route, driven));
    }
    faults.push(...lockFaults(request, route), ...stayFaults(request, route));
  }
  const isOut = ({ id }: Order): boolean => plan.leftOut.some(({ order }) => order === id);
  for (const order of request.orders) {
    if (isOut(order)) cost += leftPrice(request, order);
    faults.push(...serviceFaults(order, isOut(order), seen));
  }
  if (Math.abs(cost - plan.cost) > 1e-6 * Math.max(1, cost)) faults.push(`costs ${cost}, not ${plan.cost}`);
  return faults;
}

/** Pickups of an order, and -1 for its drop. */
const pickupsOf = (order: Order): number[] => [...order.pickups.keys(), -1];

/** Steps of a planned route, its breaks between them. */
export function stepsOf(request: PlanRequest, courier: Courier, { stops, breaks }: PlannedRoute): Step[] {
  const restsAt = (at: number): Step[] =>
    breaks
      .filter(({ afterStops }) => afterStops === at)
      .map(({ start }) => ({ rest: takenBreak(courier, start) }));
  const served = stops.flatMap((stop, at) => {
    const order = request.orders.find(({ id }) => id === stop.order);
    if (!order) throw new Error(`unknown order ${stop.order}`);
    return [...restsAt(at), { order, pickup: pickupOf(stop) }];
  });
  return [...served, ...restsAt(stops.length)];
}

function serviceFaults(order: Order, isOut: boolean, seen: ReadonlySet<string>): string[] {
  const served = pickupsOf(order).filter((pickup) => seen.has(nameOf(order.id, pickup))).length;
  const isWrong = isOut ? seen.has(nameOf(order.id, -1)) : served !== order.pickups.length + 1;
  return isWrong ? [`${order.id} is served at ${served} stops and ${isOut ? "" : "not "}left out`] : [];
}

function timeFaults({ courier, stops }: PlannedRoute, { times }: Driven): string[] {
  return stops.flatMap((stop, at) => {
    const [said, driven] = [[stop.arrive, stop.start, stop.leave].join(" "), times[at]?.join(" ")];
    return said === driven ? [] : [`${courier}, stop ${at}: ${said}, not ${driven}`];
  });
}

function lockFaults({ published }: PlanRequest, { courier, stops }: PlannedRoute): string[] {
  const route = published?.find((one) => one.courier === courier);
  return (route?.stops.slice(0, route.locked) ?? []).flatMap((stop, at) => {
    const now = stops[at];
    return now && nameOfStop(now) === nameOfStop(stop) ? [] : [`${courier}: locked stop ${at} moved`];
  });
}

/** Stops that stay: with their courier, in their order. */
function stayFaults({ published }: PlanRequest, { courier, stops }: PlannedRoute): string[] {
  const route = published?.find((one) => one.courier === courier);
  const staying = (route?.stops ?? []).filter(({ stays }) => stays).map(nameOfStop);
  const found = stops.map(nameOfStop).filter((name) => staying.includes(name));
  return found.join() === staying.join() ? [] : [`${courier}: ${staying.join()} became ${found.join()}`];
}

export const leftPrice = (request: PlanRequest, order: Order): number =>
  request.weights.left * (1 + order.priority / 10);

/** A stop of an order (-1: its drop) or a break of the courier by its index. */
export type Step = { readonly order: Order; readonly pickup: number } | { readonly rest: number };

const takenBreak = (courier: Courier, start: number): number =>
  courier.breaks.findIndex(({ window }) => start >= window[0] && start <= window[1]);

export interface Driven {
  readonly cost: number;
  readonly times: readonly (readonly [arrive: number, start: number, leave: number])[];
}

/** Drives a courier's steps. @returns what is broken first, as a sentence, or the price and the times of the stops */
export function driveSteps(request: PlanRequest, courier: Courier, steps: readonly Step[]): Driven | string {
  const drive = new Drive(request, courier);
  try {
    drive.checkStart();
    for (const step of steps)
      if ("rest" in step) drive.rest(step.rest);
      else drive.serve(step.order, step.pickup);
    return drive.end();
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}

class Broken extends Error {}

const breakUnless = (holds: boolean, sentence: string): void => {
  if (!holds) throw new Broken(sentence);
};

class Drive {
  readonly #request: PlanRequest;
  readonly #courier: Courier;
  readonly #load: number[];
  readonly #times: [number, number, number][] = [];
  readonly #left = new Map<string, number>();
  readonly #picked = new Map<string, number>();
  #place: number;
  #leave: number;
  #cost = 0;
  #worked = 0;
  #before: string;
  #rests: number[] = [];

  constructor(request: PlanRequest, courier: Courier) {
    this.#request = request;
    this.#courier = courier;
    this.#place = courier.start;
    this.#leave = courier.shift[0];
    this.#before = `start of ${courier.id}`;
    this.#load = courier.capacity.map((_, dim) =>
      courier.onBoard.reduce(
        (sum, id) => sum + (request.orders.find((order) => order.id === id)?.load[dim] ?? 0),
        0,
      ),
    );
  }

  checkStart(): void {
    breakUnless(this.#fits(), "starts too full");
  }

  rest(index: number): void {
    this.#rests.push(index);
  }

  serve(order: Order, pickup: number): void {
    const stop: Stop | undefined = pickup < 0 ? order.drop : order.pickups[pickup];
    if (!stop) throw new Broken("no such pickup");
    this.#checkCourier(order);
    const arrive = this.#arriveAt(stop.place);
    const start = beginAt(stop, pickup < 0 ? 0 : (order.releaseAt ?? 0), arrive);
    if (start === undefined) throw new Broken(`${order.id} too late`);
    this.#priceMoment(stop, nameOf(order.id, pickup), start);
    this.#leave = start + stop.service;
    this.#worked += stop.service;
    if (pickup < 0) this.#checkDrop(order, start);
    else this.#pickUp(order);
    this.#carry(order, pickup);
    this.#times.push([arrive, start, this.#leave]);
    this.#place = stop.place;
    this.#before = nameOf(order.id, pickup);
  }

  #carry({ load, pickups }: Order, pickup: number): void {
    const units = pickup < 0 ? load.map((n) => -n) : (pickups[pickup]?.load ?? []);
    for (const dim of this.#load.keys()) this.#load[dim] = (this.#load[dim] ?? 0) + (units[dim] ?? 0);
    breakUnless(this.#fits(), "carries too much");
  }

  end(): Driven {
    const { maxStops = Infinity, shift, cost } = this.#courier;
    breakUnless(this.#times.length <= maxStops, "has too many stops");
    breakUnless(this.#arriveAt(this.#courier.end) <= shift[1], "ends too late");
    const { fairness = 0 } = this.#request.weights;
    const hours = (fairness * this.#worked ** 2) / (shift[1] - shift[0]) / 2;
    return { cost: this.#times.length > 0 ? this.#cost + cost.fixed + hours : 0, times: this.#times };
  }

  #fits(): boolean {
    return this.#load.every((units, dim) => units <= (this.#courier.capacity[dim] ?? 0));
  }

  #checkCourier({ id, forbid = [], skills }: Order): void {
    breakUnless(!forbid.includes(this.#courier.id), `may not have ${id}`);
    breakUnless(
      skills.every((skill) => this.#courier.skills.includes(skill)),
      `has no skill for ${id}`,
    );
    const holder = this.#request.couriers.find(({ onBoard }) => onBoard.includes(id));
    breakUnless(!holder || holder.id === this.#courier.id, `${id} is on board elsewhere`);
  }

  #checkDrop({ id, pickups, maxRide = Infinity }: Order, start: number): void {
    breakUnless((this.#picked.get(id) ?? 0) === pickups.length, `${id} dropped before its pickups`);
    breakUnless(start - (this.#left.get(id) ?? start) <= maxRide, `${id} rides too long`);
  }

  #pickUp({ id }: Order): void {
    this.#picked.set(id, (this.#picked.get(id) ?? 0) + 1);
    if (!this.#left.has(id)) this.#left.set(id, this.#leave);
  }

  #priceMoment({ windows, lateCost = 0 }: Stop, name: string, start: number): void {
    const { late: factor = 1, margin } = this.#request.weights;
    const due = windows.at(-1)?.[1] ?? Infinity;
    if (start > due) this.#cost += (start - due) * lateCost * factor;
    if (margin && start > due - margin.seconds) this.#cost += (start - due + margin.seconds) * margin.price;
    this.#priceChange(name, start);
  }

  #priceChange(name: string, start: number): void {
    const promised = publishedStop(this.#request, name);
    if (!promised) return;
    const { changeEta, changeOrder, changeCourier } = this.#request.weights;
    const { eta = start, etaPrice = changeEta } = promised;
    this.#cost += etaPrice * Math.abs(start - eta);
    if (this.#before !== promised.before) this.#cost += changeOrder;
    if (name.endsWith(" -1") && promised.courier !== this.#courier.id) this.#cost += changeCourier;
  }

  /** Arrival somewhere, with the breaks since the last stop taken on the way. */
  #arriveAt(to: number | null): number {
    const { profile, cost, breaks } = this.#courier;
    const travel = this.#request.travel[profile];
    const places = Math.sqrt(travel?.seconds.length ?? 0);
    const seconds = to === null ? 0 : (travel?.seconds[this.#place * places + to] ?? 0);
    const metres = to === null ? 0 : (travel?.metres[this.#place * places + to] ?? 0);
    this.#cost += (this.#request.weights.travel ?? 1) * (cost.perSecond * seconds + cost.perMetre * metres);
    this.#worked += seconds;
    let [free, arrive] = [this.#leave, this.#leave + seconds];
    for (const index of this.#rests) {
      const rest = breaks[index];
      if (!rest) throw new Broken("a break that is not the courier's");
      const begin = Math.max(free, rest.window[0]);
      breakUnless(begin <= rest.window[1], "a break begins too late");
      free = begin + rest.duration;
      arrive = Math.max(arrive, rest.window[0]) + rest.duration;
    }
    this.#rests = [];
    return arrive;
  }
}

const nameOf = (order: string, pickup: number): string => `${order} ${pickup}`;
const pickupOf = ({ kind, pickup = 0 }: PlannedStop): number => (kind === "drop" ? -1 : pickup);
const nameOfStop = (stop: PlannedStop): string => nameOf(stop.order, pickupOf(stop));

/** Moment, courier and predecessor that a stop was published with. */
function publishedStop(
  { published = [] }: PlanRequest,
  name: string,
): (Pick<PublishedStop, "eta" | "etaPrice"> & { courier: string; before: string }) | undefined {
  for (const { courier, stops } of published) {
    const names = stops.map(nameOfStop);
    const at = names.indexOf(name);
    const stop = stops[at];
    if (stop) return { ...stop, courier, before: names[at - 1] ?? `start of ${courier}` };
  }
  return undefined;
}

function beginAt({ windows, lateCost = 0 }: Stop, release: number, arrive: number): number | undefined {
  const ready = Math.max(arrive, release);
  if (windows.length === 0) return ready;
  for (const [from, to] of windows) if (ready <= to) return Math.max(ready, from);
  return lateCost > 0 ? ready : undefined;
}
