import { intAt, numAt } from "#kernel/typed.ts";
import { problemOf } from "./build-problem.ts";
import { type Difference, differenceOf } from "./difference.ts";
import { explain } from "./explain.ts";
import { Odds } from "./odds.ts";
import { Places } from "./places.ts";
import { BREAK } from "./problem.ts";
import type {
  Order,
  PlanRequest,
  PlannedStop,
  PlanResult,
  PublishedRoute,
  PublishedStop,
  Reason,
} from "#kernel/plan-request.ts";
import { resultOf, stopOf } from "./result.ts";
import { Routes } from "./routes.ts";
import { Search, type SearchOptions, WARM } from "./search.ts";
import { Slot } from "./slot.ts";
import { Together } from "./together.ts";
import { wayOf } from "./way.ts";
import type { Quote } from "#server/planning/planner.ts";

/** Why each courier does not have an order. */
export type Because = PlanResult["leftOut"][number]["because"];

/** Arrays of the plan, and a slot for an order that is asked about. */
interface Warm {
  readonly slot: Slot;
  readonly routes: Routes;
  readonly places: Places;
  readonly odds: Odds;
}

interface Found {
  readonly quote: Quote;
  readonly at: number;
  readonly list: readonly number[];
}

/** Plan of a day that goes on: an order is quoted, put in or explained at once, and the plan improved when asked. */
export class LivePlan {
  #request: PlanRequest;
  /** Stops as published, by `keyOf`. */
  readonly #promised: ReadonlyMap<string, PublishedStop>;
  #lists: readonly (readonly number[])[];
  #warm: Warm;
  #offer: readonly [difference: Difference, lists: readonly (readonly number[])[]] | undefined;

  /** Orders of the request without a place are put in first, each where it costs least. */
  constructor(request: PlanRequest) {
    const search = new Search(problemOf(request));
    search.insertAll();
    this.#promised = new Map(
      (request.published ?? []).flatMap(({ stops }) => stops.map((stop) => [keyOf(stop), stop] as const)),
    );
    this.#request = request;
    this.#lists = listsOf(search);
    this.#warm = warm(this.#request, this.#lists);
  }

  get couriers(): readonly string[] {
    return this.#request.couriers.map(({ id }) => id);
  }

  /** Each courier who can take the order, the cheapest first. Its places stand in the request's travel. */
  quote(order: Order): Quote[] {
    return this.#find(order).map(({ quote }) => quote);
  }

  /** The plan as it stands with some more orders beside it, to ask what they would cost together. */
  with(orders: readonly Order[]): Together {
    return new Together(this.#request, this.#lists, orders);
  }

  /** Puts an order where it costs least; no other stop changes its courier or order. @returns why not, courier by courier */
  insert(order: Order): Quote | Because {
    const [best] = this.#find(order);
    if (!best)
      return this.#request.couriers.map(({ id }) => ({ courier: id, reasons: this.explain(order, id) }));
    this.#lists = this.#lists.map((list, courier) =>
      courier === best.at ? best.list.map((node) => this.#warm.slot.appended(node, order)) : list,
    );
    this.#request = { ...this.#request, orders: [...this.#request.orders, order] };
    this.#warm = warm(this.#request, this.#lists);
    return best.quote;
  }

  /** Why a courier does not have an order, one of the plan or another one; nothing where the courier has it. */
  explain(order: Order, courier: string): readonly Reason[] {
    const at = this.#request.couriers.findIndex(({ id }) => id === courier);
    const known = this.#request.orders.findIndex(({ id }) => id === order.id);
    if (known < 0) {
      this.#write(order);
      return explain(this.#warm.routes, this.#warm.slot.order, at);
    }
    const { drop, home } = this.#warm.slot.problem.orders;
    // An order that stays is not moved by the search, which keeps no courier of it.
    const holder = intAt(intAt(drop, known) < 0 ? home : this.#warm.routes.courierOf, known);
    if (holder === at) return [];
    const reasons = explain(this.#warm.routes, known, at);
    return holder < 0 ? reasons : reasons.map((reason) => this.#than(reason, known, holder));
  }

  /** Searches for a better plan at the prices of change. Nothing is taken over before `adopt`. */
  improve(options: Omit<SearchOptions, "temperatures">): Difference {
    const { limits, clock } = options;
    const from = clock();
    const search = new Search(problemOf({ ...this.#request, published: this.published() }), this.#lists);
    const before = resultOf(search);
    const ms = Math.max(0, limits.ms - (clock() - from));
    search.run({ ...options, limits: { ...limits, ms }, temperatures: WARM });
    const difference = differenceOf(this.#request, before, resultOf(search));
    this.#offer = [difference, listsOf(search)];
    return difference;
  }

  /** Takes the last offer over. @throws RangeError for another one */
  adopt(difference: Difference): void {
    if (this.#offer?.[0] !== difference) throw new RangeError("the plan went on since this offer");
    this.#lists = this.#offer[1];
    this.#warm = warm(this.#request, this.#lists);
  }

  /** The plan as it stands. */
  get plan(): PlanResult {
    return resultOf(new Search(problemOf(this.#request), this.#lists));
  }

  /** Routes as published: stops in their order, with the moments that they were promised for. */
  published(): PublishedRoute[] {
    const { routes } = this.plan;
    const locked = new Map(this.#request.published?.map((route) => [route.courier, route.locked]));
    return routes.map(({ courier, stops }) => ({
      courier,
      locked: locked.get(courier) ?? 0,
      stops: stops.map((stop) => ({
        eta: stop.start,
        ...this.#promised.get(keyOf(stop)),
        order: stop.order,
        kind: stop.kind,
        pickup: stop.pickup ?? 0,
      })),
    }));
  }

  #find(order: Order): Found[] {
    this.#offer = undefined;
    this.#write(order);
    const found: Found[] = [];
    for (const [at, { id }] of this.#request.couriers.entries()) {
      const place = this.#warm.places.look(this.#warm.slot.order, at);
      if (place) found.push({ quote: { courier: id, ...this.#driven(at, place) }, at, list: place.list });
    }
    return found.toSorted((a, b) => a.quote.cost - b.quote.cost);
  }

  #write(order: Order): void {
    this.#warm.slot.write(order);
    this.#warm.odds.forget(this.#warm.slot.nodes);
  }

  #driven(
    at: number,
    { cost, list }: { readonly cost: number; readonly list: readonly number[] },
  ): Omit<Quote, "courier"> {
    const drop = intAt(this.#warm.slot.problem.orders.drop, this.#warm.slot.order);
    const { routes } = this.#warm;
    const [before, after] = [wayOf(routes, at, this.#lists[at] ?? []), wayOf(routes, at, list)];
    return {
      cost,
      addedSeconds: after.seconds - before.seconds,
      addedMetres: after.metres - before.metres,
      eta: after.starts.get(drop) ?? 0,
      pOnTime: this.#warm.odds.ofStop(at, list, drop),
      next: this.#nextOf(list),
    };
  }

  /** The stop of another order, or none, that follows each stop of the asked one. */
  #nextOf(list: readonly number[]): (PlannedStop | null)[] {
    const { problem, nodes } = this.#warm.slot;
    const isOwn = new Set(nodes);
    return list.flatMap((node, at) => {
      if (!isOwn.has(node)) return [];
      const next = list
        .slice(at + 1)
        .find((one) => !isOwn.has(one) && intAt(problem.nodes.kind, one) !== BREAK);
      return [next === undefined ? null : stopOf({ problem }, next)];
    });
  }

  /** Price against what the order costs where it is. */
  #than(reason: Reason, order: number, holder: number): Reason {
    if (reason.kind !== "costsMore") return reason;
    const { nodes } = this.#warm.slot.problem;
    const [before, version] = [this.#warm.routes.nodesOf(holder), intAt(this.#warm.routes.version, holder)];
    const cost = numAt(this.#warm.routes.cost, holder);
    this.#warm.routes.set(
      holder,
      before.filter((node) => intAt(nodes.order, node) !== order),
    );
    const here = cost - numAt(this.#warm.routes.cost, holder);
    this.#warm.routes.restore(holder, before, version);
    return { ...reason, by: reason.by - here, than: this.#request.couriers[holder]?.id ?? "" };
  }
}

const keyOf = ({ order, kind, pickup = 0 }: PlannedStop): string =>
  `${order} ${kind === "drop" ? "d" : pickup}`;

const listsOf = ({ routes, problem }: Search): number[][] =>
  Array.from({ length: problem.couriers.count }, (_, courier) => routes.nodesOf(courier));

function warm(request: PlanRequest, lists: readonly (readonly number[])[]): Warm {
  const slot = new Slot(request);
  const routes = new Routes(slot.problem);
  for (const [courier, list] of lists.entries()) routes.set(courier, list);
  return { slot, routes, places: new Places(routes), odds: new Odds(routes, request.seed) };
}
