import { intAt } from "#kernel/typed.ts";
import { BREAK, DROP, END, NEVER, PICKUP, type Problem } from "./problem.ts";
import type { Reason } from "#kernel/plan-request.ts";
import type { Routes } from "./routes.ts";

/** Weight of a thing broken that is not counted in seconds. */
const HEAVY = 86_400;

export interface Driven {
  readonly reasons: readonly Reason[];
  /** Seconds of what is broken, and as many for what has none. */
  readonly broken: number;
}

/** Drives a route that may break rules, and says which it breaks by how much. Late stops are served all the same. */
export function drive({ problem, legs, windows }: Routes, courier: number, list: readonly number[]): Driven {
  const { nodes } = problem;
  const own = legs[courier];
  const log = new Log(problem, courier);
  let [prior, leave, pending] = [courier * 2, intAt(problem.couriers.begin, courier), [] as number[]];
  for (const node of [...list, courier * 2 + 1]) {
    if (intAt(nodes.kind, node) === BREAK) {
      pending.push(node);
      continue;
    }
    const travel = own?.seconds(prior, node) ?? NEVER;
    if (travel >= NEVER) return { reasons: [{ kind: "unreachable" }], broken: HEAVY };
    const arrive = log.rest(pending, leave, travel);
    const inTime = windows.start(node, arrive);
    if (inTime >= NEVER) log.late(node, arrive - intAt(nodes.close, node));
    const start = inTime >= NEVER ? arrive : inTime;
    leave = start + intAt(nodes.service, node);
    log.load(node);
    log.ride(node, start, leave);
    [prior, pending] = [node, []];
  }
  return log;
}

/** Rules that a route breaks while it is driven. */
class Log implements Driven {
  readonly reasons: Reason[] = [];
  broken = 0;
  readonly #problem: Problem;
  readonly #courier: number;
  readonly #load: number[];
  /** Moment of leaving the first pickup, by order. */
  readonly #left = new Map<number, number>();

  constructor(problem: Problem, courier: number) {
    const { dims, couriers } = problem;
    this.#problem = problem;
    this.#courier = courier;
    this.#load = Array.from({ length: dims }, (_, dim) => intAt(couriers.aboard, courier * dims + dim));
  }

  #note(reason: Reason, weight: number): void {
    this.reasons.push(reason);
    this.broken += weight;
  }

  /** Breaks on the way. @returns the arrival after them */
  rest(breaks: readonly number[], leave: number, travel: number): number {
    const { nodes } = this.#problem;
    let [begin, arrive] = [leave, leave + travel];
    for (const node of breaks) {
      const [open, service] = [intAt(nodes.open, node), intAt(nodes.service, node)];
      begin = Math.max(begin, open);
      const by = begin - intAt(nodes.close, node);
      if (by > 0) this.#note({ kind: "break", by }, by);
      begin += service;
      arrive = Math.max(arrive, open) + service;
    }
    return arrive;
  }

  late(node: number, by: number): void {
    const kind = intAt(this.#problem.nodes.kind, node);
    const stop = kind === DROP ? "drop" : "pickup";
    this.#note(
      kind === END ? { kind: "shiftEnd", by } : { kind: "window", order: this.#id(node), stop, by },
      by,
    );
  }

  load(node: number): void {
    const { nodes, couriers, dims } = this.#problem;
    for (let dimension = 0; dimension < dims; dimension++) {
      const peak = (this.#load[dimension] ?? 0) + intAt(nodes.load, node * dims + dimension);
      this.#load[dimension] = peak;
      if (peak > intAt(couriers.capacity, this.#courier * dims + dimension))
        this.#note({ kind: "capacity", dimension, peak }, HEAVY);
    }
  }

  ride(node: number, start: number, leave: number): void {
    const { nodes } = this.#problem;
    const order = intAt(nodes.of, node);
    const kind = intAt(nodes.kind, node);
    if (kind === PICKUP && !this.#left.has(order)) this.#left.set(order, leave);
    if (kind !== DROP) return;
    const by = start - (this.#left.get(order) ?? start) - intAt(nodes.ride, node);
    if (by > 0) this.#note({ kind: "maxRide", order: this.#id(node), by }, by);
  }

  #id(node: number): string {
    return this.#problem.request.orders[intAt(this.#problem.nodes.of, node)]?.id ?? "";
  }
}
