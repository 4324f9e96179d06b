import { expect, test } from "vitest";
import { smallCase } from "#test/support/planner/small-case.ts";
import { townDay } from "#test/support/planner/town-day.ts";
import type { PlanRequest } from "#kernel/plan-request.ts";
import { intAt } from "#kernel/typed.ts";
import { problemOf } from "./build-problem.ts";
import { Dice } from "./dice.ts";
import { BREAK } from "./problem.ts";
import type { Routes } from "./routes.ts";
import { Search } from "./search.ts";

/** Everything that is found for the routes; positions count from the first of their courier. */
function kept(routes: Routes): object {
  const { problem, node, place, real, next, way, start, leave, latest, load, timed } = routes;
  const { dims, couriers } = problem;
  const rows = Array.from({ length: couriers.count }, (_, courier) => {
    const base = intAt(routes.base, courier);
    const end = base + intAt(routes.size, courier);
    const from = (list: Int32Array) => [...list.subarray(base, end)].map((at) => at - base);
    return {
      real: from(real),
      next: from(next),
      load: [...load.subarray(base * dims, end * dims)],
      ...Object.fromEntries(
        Object.entries({ node, place, way, start, leave, latest, timed }).map(([name, list]) => [
          name,
          [...list.subarray(base, end)],
        ]),
      ),
    };
  });
  const { size, cost, work, version, gain, rides, courierOf, used } = routes;
  // A break's position is never asked for.
  const positionOf = routes.positionOf.filter((_, one) => intAt(problem.nodes.kind, one) !== BREAK);
  const lists = { size, cost, work, version, gain, rides, courierOf, positionOf };
  return {
    rows,
    used,
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]])),
  };
}

/** Orders of the problem that the search moves, with and without a courier. */
function ordersBy({ problem, courierOf }: Routes): { placed: number[]; open: number[] } {
  const all = Array.from({ length: problem.orders.count }, (_, order) => order).filter(
    (order) => intAt(problem.orders.drop, order) >= 0,
  );
  return {
    placed: all.filter((order) => intAt(courierOf, order) >= 0),
    open: all.filter((order) => intAt(courierOf, order) < 0),
  };
}

/** Takes some orders out and puts what is open where it costs least. @returns the orders that were moved, or may have been */
function change({ routes, recreate, problem }: Search, dice: Dice): number[] {
  const { placed, open } = ordersBy(routes);
  const out = placed.filter(() => dice.roll() < 0.3);
  const gone = new Uint8Array(problem.orders.count);
  for (const order of out) gone[order] = 1;
  const couriers = new Set(out.map((order) => intAt(routes.courierOf, order)));
  for (const courier of couriers) routes.takeOut(courier, gone);
  for (const order of out) routes.clear(order);
  recreate.put([...open, ...out], { most: problem.couriers.count });
  return [...open, ...out];
}

/** @returns the steps after whose return something was not as it was */
function wrongSteps(request: PlanRequest, seed: number): string[] {
  const wrong: string[] = [];
  const search = new Search(problemOf(request));
  const dice = new Dice(seed);
  change(search, dice);
  for (let step = 0; step < 12; step += 1) {
    const before = JSON.stringify(kept(search.routes));
    search.routes.mark();
    const moved = [...change(search, dice), ...change(search, dice)];
    if (dice.roll() < 0.3) {
      search.routes.settle();
      continue;
    }
    for (const order of moved) search.routes.clear(order);
    search.routes.rollBack();
    if (JSON.stringify(kept(search.routes)) !== before) wrong.push(`seed ${seed}, step ${step}`);
  }
  return wrong;
}

test("a step that is given up leaves nothing behind: routes, moments, loads and prices are those of the mark", () => {
  const seeds = Array.from({ length: 60 }, (_, at) => at + 1);
  expect(seeds.flatMap((seed) => wrongSteps(smallCase(seed, 8), seed))).toEqual([]);
  expect([1, 2, 3].flatMap((seed) => wrongSteps(townDay(seed, 30, 4), seed))).toEqual([]);
});
