import { expect, test } from "vitest";
import { leastPrice } from "#test/support/planner/best-plan.ts";
import { faultsOfPlan } from "#test/support/planner/check-plan.ts";
import { smallCase } from "#test/support/planner/small-case.ts";
import { publishedOf, townDay } from "#test/support/planner/town-day.ts";
import { problemOf } from "./build-problem.ts";
import type { PlanRequest, PlanResult } from "#kernel/plan-request.ts";
import { resultOf } from "./result.ts";
import { COLD, Search } from "./search.ts";

const CASES = Number(process.env["WAYBILL_TEST_PLANS"] ?? 60);

function planned(request: PlanRequest, iterations: number): PlanResult {
  const search = new Search(problemOf(request));
  search.run({ limits: { ms: 60_000, iterations }, clock: () => 0, temperatures: COLD });
  return resultOf(search);
}

/** A search that ends once it came to a price, or after far fewer steps than a plan of ten seconds takes. */
function plannedFor(request: PlanRequest, price: number): PlanResult {
  const search = new Search(problemOf(request));
  search.run({
    limits: { ms: 60_000, iterations: 10_000 },
    clock: () => 0,
    temperatures: COLD,
    isCancelled: () => search.cost <= price + 1e-6,
  });
  return resultOf(search);
}

test(
  "a plan of a few orders keeps every rule and costs as little as any plan can",
  { timeout: 600_000 },
  () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= CASES; seed++) {
      const request = smallCase(seed);
      const least = leastPrice(request);
      const plan = plannedFor(request, least);
      for (const fault of faultsOfPlan(request, plan)) wrong.push(`seed ${seed}: ${fault}`);
      // Longest rides are checked, not sought after: orders go in one by one, and a pair of them may need each other.
      const hasRide = request.orders.some(({ maxRide }) => maxRide !== undefined);
      if (!hasRide && plan.cost > least + 1e-6)
        wrong.push(`seed ${seed}: costs ${plan.cost}, least ${least}`);
      if (plan.cost < least - 1e-6)
        wrong.push(`seed ${seed}: costs less than any plan, ${plan.cost}, ${least}`);
    }
    expect(wrong).toEqual([]);
  },
);

test("a plan of a day keeps every rule, and the same seed makes the same plan", () => {
  for (const seed of [1, 2]) {
    const request = townDay(seed, 60, 6);
    const plan = planned(request, 150);
    expect(faultsOfPlan(request, plan)).toEqual([]);
    expect(planned(request, 150)).toEqual(plan);
    expect(planned({ ...request, seed: seed + 100 }, 150)).not.toEqual(plan);
  }
});

test("a wider window or one more courier leaves no order out that had a place", () => {
  const request = townDay(4, 60, 1);
  const tight = planned(request, 400);
  expect(tight.leftOut.length).toBeGreaterThan(0);
  const published = publishedOf(tight);
  const [first, ...couriers] = request.couriers;
  if (!first) throw new Error("a day without couriers");
  const more = planned(
    { ...request, published, couriers: [first, ...couriers, { ...first, id: "more" }] },
    200,
  );
  expect(more.leftOut.length).toBeLessThan(tight.leftOut.length);
  const wide = {
    ...request,
    published,
    orders: request.orders.map((order) => ({ ...order, drop: { ...order.drop, windows: [] } })),
  };
  expect(planned(wide, 200).leftOut.length).toBeLessThanOrEqual(tight.leftOut.length);
});

test("what is published stays where a change has its price, and a new order is put between", () => {
  const request = townDay(5, 60, 8);
  const { orders } = request;
  const plan = planned({ ...request, orders: orders.slice(0, -1) }, 400);
  const weights = { ...request.weights, changeCourier: 1e5, changeOrder: 1e5, changeEta: 0 };
  const next = planned({ ...request, weights, published: publishedOf(plan) }, 200);
  const moved = next.changes.filter(({ from, to }) => from !== to);
  expect(moved.map(({ order, from }) => [order, from])).toEqual([[orders.at(-1)?.id, null]]);
  expect(faultsOfPlan({ ...request, weights, published: publishedOf(plan) }, next)).toEqual([]);
});

test("locked stops stay at the start, and what is on board is dropped by its courier alone", () => {
  const request = townDay(6, 40, 5);
  const plan = planned(request, 300);
  const locked = publishedOf(plan).map((route) => ({ ...route, locked: Math.min(3, route.stops.length) }));
  const [carried] = request.orders;
  if (!carried) throw new Error("a day without orders");
  const next: PlanRequest = {
    ...request,
    orders: [...request.orders, { ...carried, id: "aboard", pickups: [] }],
    couriers: request.couriers.map((one, at) => (at === 1 ? { ...one, onBoard: ["aboard"] } : one)),
    published: locked,
  };
  const replanned = planned(next, 300);
  expect(faultsOfPlan(next, replanned)).toEqual([]);
  expect(replanned.routes[1]?.stops.map(({ order }) => order)).toContain("aboard");
});

test("stops that stay keep courier and order, others come between, and no search takes them", () => {
  for (const seed of [10, 11, 12]) {
    const request = townDay(seed, 50, 5);
    const plan = planned({ ...request, orders: request.orders.slice(0, 40) }, 300);
    const published = publishedOf(plan).map((route) => ({
      ...route,
      stops: route.stops.map((stop) =>
        Number(stop.order.slice(1)) % 4 === 0 ? { ...stop, stays: true } : stop,
      ),
    }));
    const next: PlanRequest = { ...request, published };
    const replanned = planned(next, 300);
    expect(faultsOfPlan(next, replanned)).toEqual([]);
    const staying = published.flatMap(({ stops }) => stops.filter((stop) => "stays" in stop));
    expect(staying.length).toBeGreaterThan(5);
    const movedOthers = replanned.changes.filter(({ from, to }) => from !== to);
    expect(movedOthers.length).toBeGreaterThan(0);
    const ids = new Set(staying.map(({ order }) => order));
    expect(movedOthers.filter(({ order }) => ids.has(order))).toEqual([]);
    expect(replanned.leftOut.filter(({ order }) => ids.has(order))).toEqual([]);
  }
});

test("an order with several pickups is fetched from all of them before its drop", () => {
  const request = townDay(7, 20, 3);
  const orders = request.orders.map((order, at) => {
    const [pickup] = order.pickups;
    const [other] = request.orders[(at + 1) % request.orders.length]?.pickups ?? [];
    return pickup && other
      ? { ...order, pickups: [pickup, { ...other, load: [0] }], load: order.load }
      : order;
  });
  const plan = planned({ ...request, orders }, 300);
  expect(faultsOfPlan({ ...request, orders }, plan)).toEqual([]);
  expect(plan.leftOut).toEqual([]);
});

test("an order left out says of each courier why", () => {
  const request = townDay(8, 10, 3);
  const [order] = request.orders;
  const [first, second, third] = request.couriers;
  if (!order || !first || !second || !third) throw new Error("a day too small");
  const impossible = {
    ...order,
    id: "x",
    skills: ["crane"],
    load: [9],
    pickups: order.pickups.map((one) => ({ ...one, load: [9] })),
  };
  const plan = planned(
    {
      ...request,
      couriers: [
        first,
        { ...second, skills: ["crane"], capacity: [8] },
        { ...third, skills: ["crane"], shift: [0, 60] },
      ],
      orders: [...request.orders, impossible],
    },
    100,
  );
  const out = plan.leftOut.find((one) => one.order === "x");
  expect(out?.because.map(({ reasons }) => reasons[0]?.kind)).toEqual(["skill", "capacity", "shiftEnd"]);
});

test("a search ends when it is cancelled and at its time, and says each better plan", () => {
  const search = new Search(problemOf(townDay(9, 60, 6)));
  const costs: number[] = [];
  let steps = 0;
  search.run({
    limits: { ms: 1e9 },
    clock: () => 0,
    temperatures: COLD,
    onBetter: ({ cost }) => costs.push(cost),
    isCancelled: () => ++steps > 500,
  });
  expect(steps).toBeLessThan(600);
  expect(costs.length).toBeGreaterThan(3);
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  expect(search.cost).toBe(costs.at(-1));
  let now = 0;
  const timed = new Search(problemOf(townDay(9, 60, 6)));
  timed.run({ limits: { ms: 6000 }, clock: () => (now += 20), temperatures: COLD });
  expect(now).toBeLessThan(6300);
});
