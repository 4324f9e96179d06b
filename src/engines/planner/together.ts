import type { Courier, Order, PlannedStop, PlanRequest } from "#kernel/plan-request.ts";
import { intAt } from "#kernel/typed.ts";
import type { Gap, GroupQuote, GroupQuotes } from "#server/planning/planner.ts";
import { problemOf } from "./build-problem.ts";
import { drive } from "./drive.ts";
import { explain, whateverThePlace } from "./explain.ts";
import { Places } from "./places.ts";
import { BREAK } from "./problem.ts";
import { stopOf } from "./result.ts";
import { Routes } from "./routes.ts";
import { lateIn, type Way, wayOf } from "./way.ts";

/** Most places of a route that are driven to say why an order finds none there: a group is asked of every courier. */
const DRIVEN_MOST = 200;

/** Nodes of each courier, in the order of the request's couriers. */
type Lists = readonly (readonly number[])[];

/** A plan with several orders beside it that nobody has yet: the last ones of its request. */
export class Together {
  readonly #routes: Routes;
  readonly #lists: Lists;
  readonly #asked: readonly Order[];
  readonly #first: number;

  /** @param lists nodes of the request's plan, which the orders beside it do not change */
  constructor(request: PlanRequest, lists: Lists, asked: readonly Order[]) {
    this.#routes = new Routes(problemOf({ ...request, orders: [...request.orders, ...asked] }));
    for (const [courier, list] of lists.entries()) this.#routes.set(courier, list);
    this.#lists = lists;
    this.#asked = asked;
    this.#first = request.orders.length;
  }

  /**
   * Quotes all of the orders over each courier, the cheapest first: what has to be there first is put in first, each where it costs
   * least then. Others are told the order that found no place, and why.
   *
   * @param isDropped true once nobody waits: the couriers behind are left out
   */
  quotes(isDropped: () => boolean = () => false): Omit<GroupQuotes, "travel"> {
    const places = new Places(this.#routes);
    const turns = this.#asked.map((_, at) => at).toSorted((a, b) => this.#dueOf(a) - this.#dueOf(b));
    const quotes: GroupQuote[] = [];
    const because: GroupQuotes["because"][number][] = [];
    for (const [courier, person] of this.#routes.problem.request.couriers.entries()) {
      if (isDropped()) break;
      const { id } = person;
      const never = turns.find((turn) => this.#isNever(turn, person));
      const found = never ?? this.#putAll(courier, turns, places);
      if (typeof found === "number") {
        const reasons = explain(this.#routes, this.#first + found, courier, DRIVEN_MOST);
        because.push({ courier: id, order: this.#asked[found]?.id ?? "", reasons });
      } else quotes.push({ courier: id, ...found });
      this.#putBack(courier);
    }
    return { quotes: quotes.toSorted((a, b) => a.cost - b.cost), because };
  }

  /** Every place of a courier's route that may still be changed, with all of the orders in it one after the other. */
  gaps(courierId: string): Gap[] {
    const courier = this.#routes.problem.request.couriers.findIndex(({ id }) => id === courierId);
    const list = this.#lists[courier];
    const person = this.#routes.problem.request.couriers[courier];
    if (!list || !person) return [];
    const never = this.#asked.flatMap((order) => whateverThePlace(order, person) ?? []);
    const before = wayOf(this.#routes, courier, list);
    const late = lateIn(this.#routes, before);
    const own = this.#nodes();
    const gaps = new Map<string, Gap>();
    for (let at = this.#routes.firstGap(courier); at <= list.length; at++) {
      const next = this.#nextOf(list, at);
      const tried = list.toSpliced(at, 0, ...own);
      const reasons = never.length > 0 ? never : drive(this.#routes, courier, tried).reasons;
      const gap: Gap =
        reasons.length > 0
          ? { next, reasons }
          : { next, ...this.#added(before, wayOf(this.#routes, courier, tried), late) };
      // A rest makes two gaps before one stop: the one that costs less is meant.
      const key = next ? `${next.order} ${next.kind} ${next.pickup ?? 0}` : "";
      const known = gaps.get(key);
      if (!known || secondsOf(gap) < secondsOf(known)) gaps.set(key, gap);
    }
    return [...gaps.values()];
  }

  #isNever(turn: number, person: Courier): boolean {
    const order = this.#asked[turn];
    return order !== undefined && whateverThePlace(order, person) !== undefined;
  }

  /** @returns the place in the list of the order that found none, or what the courier would have */
  #putAll(courier: number, turns: readonly number[], places: Places): Omit<GroupQuote, "courier"> | number {
    const list = this.#lists[courier] ?? [];
    const before = wayOf(this.#routes, courier, list);
    const late = lateIn(this.#routes, before);
    let cost = 0;
    for (const turn of turns) {
      const place = places.look(this.#first + turn, courier);
      if (!place) return turn;
      cost += place.cost;
      this.#routes.set(courier, place.list);
    }
    const now = this.#routes.nodesOf(courier);
    const own = new Set(this.#nodes());
    return {
      cost,
      ...this.#added(before, wayOf(this.#routes, courier, now), late),
      stops: now.flatMap((node, at) =>
        own.has(node) ? [{ stop: stopOf(this.#routes, node), next: this.#nextOf(now, at + 1, own) }] : [],
      ),
    };
  }

  #added(before: Way, after: Way, late: ReadonlySet<string>) {
    return {
      addedSeconds: after.seconds - before.seconds,
      addedMetres: after.metres - before.metres,
      late: [...lateIn(this.#routes, after)].filter((order) => !late.has(order)),
      at: Math.min(...this.#nodes().map((node) => after.starts.get(node) ?? Infinity)),
    };
  }

  /** Stops of the orders that are asked about, order by order. */
  #nodes(): number[] {
    const { pickups, drop } = this.#routes.problem.orders;
    return this.#asked.flatMap((_, at) => [
      ...(pickups[this.#first + at] ?? []),
      intAt(drop, this.#first + at),
    ]);
  }

  /** The stop at a position of a list or behind it, rests and asked ones left aside; `null` at the end. */
  #nextOf(list: readonly number[], from: number, own: ReadonlySet<number> = new Set()): PlannedStop | null {
    const { nodes } = this.#routes.problem;
    const next = list.slice(from).find((node) => !own.has(node) && intAt(nodes.kind, node) !== BREAK);
    return next === undefined ? null : stopOf(this.#routes, next);
  }

  #dueOf = (at: number): number => this.#asked[at]?.drop.windows.at(-1)?.[1] ?? Infinity;

  #putBack(courier: number): void {
    this.#routes.set(courier, this.#lists[courier] ?? []);
    for (const [at] of this.#asked.entries()) this.#routes.clear(this.#first + at);
  }
}

const secondsOf = (gap: Gap): number => ("reasons" in gap ? Infinity : gap.addedSeconds);
