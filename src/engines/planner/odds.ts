import { intAt, numAt } from "#kernel/typed.ts";
import { Dice } from "./dice.ts";
import { BREAK, DROP } from "./problem.ts";
import type { Routes } from "./routes.ts";

/** Days drawn of each route. */
const DRAWS = 200;
/** Spread of a day, a leg and a stop's service around what is planned, as the σ of a lognormal whose median is the plan. */
const SPREAD = { day: 0.1, leg: 0.2, service: 0.5 } as const;

/** Moments of leaving each node of a route, day by day. */
interface Days {
  readonly version: number;
  readonly list: readonly number[];
  readonly leave: readonly Float64Array[];
}

/** Odds of beginning in time, from seeded days: a stop has the same luck whoever drives there, so that couriers compare. */
export class Odds {
  readonly #routes: Routes;
  readonly #seed: number;
  /** Factors of the leg to a node, then of its service, day by day. */
  readonly #luck: (Float64Array | undefined)[] = [];
  readonly #day: readonly Float64Array[];
  readonly #kept: (Days | undefined)[] = [];

  constructor(routes: Routes, seed: number) {
    this.#routes = routes;
    this.#seed = seed;
    this.#day = routes.problem.request.couriers.map(({ id }) => factors([SPREAD.day], seed ^ hashOf(id)));
  }

  /** Odds of each stop of a courier's route, breaks left out. */
  ofRoute(courier: number): number[] {
    const odds: number[] = [];
    const onStop = (_node: number, share: number): void => void odds.push(share);
    this.#drive(courier, this.#routes.nodesOf(courier), { from: 0, onStop });
    return odds;
  }

  /** Odds of one stop of a list that the courier's route would become. */
  ofStop(courier: number, list: readonly number[], stop: number): number {
    const before = this.#days(courier);
    let from = 0;
    while (from < before.list.length && before.list[from] === list[from]) from++;
    let found = 1;
    this.#drive(courier, list.slice(0, list.indexOf(stop) + 1), {
      from,
      known: before.leave,
      onStop: (node, share) => {
        if (node === stop) found = share;
      },
    });
    return found;
  }

  /** Forgets the luck of stops that became another order's. */
  forget(nodes: readonly number[]): void {
    for (const node of nodes) this.#luck[node] = undefined;
  }

  #days(courier: number): Days {
    const version = intAt(this.#routes.version, courier);
    const kept = this.#kept[courier];
    if (kept?.version === version) return kept;
    const list = this.#routes.nodesOf(courier);
    const days = { version, list, leave: this.#drive(courier, list, { from: 0 }) };
    this.#kept[courier] = days;
    return days;
  }

  /** Drives a list day by day, from the node at `from` on where the days before it are known. */
  #drive(
    courier: number,
    list: readonly number[],
    how: {
      readonly from: number;
      readonly known?: readonly Float64Array[];
      readonly onStop?: (node: number, onTime: number) => void;
    },
  ): Float64Array[] {
    const { nodes, couriers } = this.#routes.problem;
    const { known = [] } = how;
    const leave = known.slice(0, how.from);
    let [prior, resting] = [courier * 2, [] as number[]];
    let last: Float64Array = new Float64Array(DRAWS).fill(intAt(couriers.begin, courier));
    for (const [at, node] of list.entries()) {
      const isBreak = intAt(nodes.kind, node) === BREAK;
      if (isBreak) resting.push(node);
      if (!isBreak && at >= how.from) {
        const next = new Float64Array(DRAWS);
        const onTime = this.#reach({ courier, prior, node, resting }, last, next);
        how.onStop?.(node, onTime);
        last = next;
      } else if (!isBreak) last = known[at] ?? last;
      leave[at] = last;
      if (!isBreak) [prior, resting] = [node, []];
    }
    return leave;
  }

  /** Goes to a node and serves it on each day. @returns the share of days on which it begins in time */
  #reach(
    way: {
      readonly courier: number;
      readonly prior: number;
      readonly node: number;
      readonly resting: readonly number[];
    },
    before: Float64Array,
    after: Float64Array,
  ): number {
    const { problem, windows, legs } = this.#routes;
    const { nodes } = problem;
    const { courier, prior, node, resting } = way;
    const luck = this.#luckOf(node);
    const days = this.#day[courier] ?? luck;
    const travel = legs[courier]?.seconds(prior, node) ?? 0;
    const [open, due] = [intAt(nodes.open, node), intAt(nodes.due, node)];
    const isMany = intAt(nodes.many, node) === 1;
    const service = intAt(nodes.service, node);
    let inTime = 0;
    for (let day = 0; day < DRAWS; day++) {
      let arrive = numAt(before, day) + travel * numAt(days, day) * numAt(luck, day);
      for (const rest of resting)
        arrive = Math.max(arrive, intAt(nodes.open, rest)) + intAt(nodes.service, rest);
      if (arrive <= due) inTime++;
      const start = isMany && arrive <= due ? windows.start(node, arrive) : Math.max(arrive, open);
      after[day] = start + service * numAt(luck, DRAWS + day);
    }
    return inTime / DRAWS;
  }

  #luckOf(node: number): Float64Array {
    const known = this.#luck[node];
    if (known) return known;
    const { nodes, request } = this.#routes.problem;
    const order = intAt(nodes.of, node);
    const id = request.orders[order]?.id ?? "";
    let at = node;
    while (at > 0 && intAt(nodes.of, at - 1) === order) at--;
    const stop = intAt(nodes.kind, node) === DROP ? "drop" : node - at;
    const drawn = factors([SPREAD.leg, SPREAD.service], this.#seed ^ hashOf(`${id} ${stop}`));
    this.#luck[node] = drawn;
    return drawn;
  }
}

/** `DRAWS` lognormal factors for each spread. */
function factors(spreads: readonly number[], seed: number): Float64Array {
  const dice = new Dice(seed);
  const list = new Float64Array(spreads.length * DRAWS);
  for (let at = 0; at < list.length; at += 2) {
    // Box and Muller 1958: two normal draws of two even ones.
    const radius = Math.sqrt(-2 * Math.log(1 - dice.roll())) * (spreads[Math.floor(at / DRAWS)] ?? 0);
    const angle = 2 * Math.PI * dice.roll();
    list[at] = Math.exp(radius * Math.cos(angle));
    list[at + 1] = Math.exp(radius * Math.sin(angle));
  }
  return list;
}

/** FNV-1a of a text, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
}
