import { expect, test } from "vitest";
import { townDay } from "#test/support/planner/town-day.ts";
import { problemOf } from "./build-problem.ts";
import type { PlanRequest, PlanResult } from "#kernel/plan-request.ts";
import { resultOf } from "./result.ts";
import { COLD, Search } from "./search.ts";

function planned(request: PlanRequest): PlanResult {
  const search = new Search(problemOf(request));
  search.run({ limits: { ms: 60_000, iterations: 100 }, clock: () => 0, temperatures: COLD });
  return resultOf(search);
}

/** The plan of a day with these windows of all drops. */
function oddsWith(windowOf: (start: number) => readonly [number, number]): number[] {
  const request = townDay(1, 20, 2);
  const free = {
    ...request,
    orders: request.orders.map((order) => ({ ...order, drop: { ...order.drop, windows: [] } })),
  };
  const plan = planned(free);
  const starts = new Map(
    plan.routes.flatMap(({ stops }) => stops.map((stop) => [`${stop.order} ${stop.kind}`, stop.start])),
  );
  const published = plan.routes.map(({ courier, stops }) => ({
    courier,
    locked: stops.length,
    stops: stops.map(({ order, kind, pickup = 0, start }) => ({ order, kind, pickup, eta: start })),
  }));
  const orders = free.orders.map((order) => ({
    ...order,
    drop: { ...order.drop, lateCost: 1, windows: [windowOf(starts.get(`${order.id} drop`) ?? 0)] },
  }));
  const { routes } = resultOf(new Search(problemOf({ ...free, orders, published })));
  return routes.flatMap(({ stops }) =>
    stops.filter(({ kind }) => kind === "drop").map(({ pOnTime }) => pOnTime),
  );
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;

test("odds are even where a window ends as the stop should begin, and rise with its slack", () => {
  const even = oddsWith((start) => [0, start]);
  const slack = oddsWith((start) => [0, start + 1800]);
  const wide = oddsWith((start) => [0, start + 36_000]);
  const late = oddsWith((start) => [0, Math.max(0, start - 7200)]);
  expect(even).toHaveLength(20);
  expect(mean(even)).toBeGreaterThan(0.2);
  expect(mean(even)).toBeLessThan(0.7);
  for (const [at, share] of even.entries()) expect(slack[at]).toBeGreaterThanOrEqual(share);
  expect(mean(slack)).toBeGreaterThan(mean(even));
  expect(new Set(wide)).toEqual(new Set([1]));
  expect(mean(late)).toBeLessThan(0.05);
});

test("the same seed draws the same days, and another one other days", () => {
  const request = townDay(2, 40, 3);
  const narrow = {
    ...request,
    orders: request.orders.map((order) => ({
      ...order,
      drop: {
        ...order.drop,
        lateCost: 1,
        windows: order.drop.windows.map(([from]) => [from, from + 600] as const),
      },
    })),
  };
  const odds = (seed: number): number[] => {
    const search = new Search(problemOf({ ...narrow, seed: 1 }));
    search.insertAll();
    const again = new Search(
      problemOf({ ...narrow, seed }),
      search.problem.request.couriers.map((_, at) => search.routes.nodesOf(at)),
    );
    return resultOf(again).routes.flatMap(({ stops }) => stops.map(({ pOnTime }) => pOnTime));
  };
  expect(odds(1)).toEqual(odds(1));
  expect(odds(2)).not.toEqual(odds(1));
});
