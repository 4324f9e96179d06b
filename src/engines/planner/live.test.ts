import { expect, test } from "vitest";
import { driveSteps, faultsOfPlan, type Step, stepsOf } from "#test/support/planner/check-plan.ts";
import { smallCase } from "#test/support/planner/small-case.ts";
import { publishedOf, townDay } from "#test/support/planner/town-day.ts";
import { problemOf } from "./build-problem.ts";
import { LivePlan } from "./live.ts";
import type { Quote } from "#server/planning/planner.ts";
import type { Courier, Order, PlanRequest, PlanResult } from "#kernel/plan-request.ts";
import { resultOf } from "./result.ts";
import { COLD, Search } from "./search.ts";

const CASES = Number(process.env["WAYBILL_TEST_PLANS"] ?? 60);

function planned(request: PlanRequest, iterations: number): PlanResult {
  const search = new Search(problemOf(request));
  search.run({ limits: { ms: 60_000, iterations }, clock: () => 0, temperatures: COLD });
  return resultOf(search);
}

/** A published day, and the last of its orders, which came later. */
function dayAndLatest(request: PlanRequest, locked: number): { day: PlanRequest; latest: Order } {
  const orders = request.orders.slice(0, -1);
  const latest = request.orders.at(-1);
  if (!latest) throw new Error("a day without orders");
  const { published: _, ...rest } = request;
  const plan = planned({ ...rest, orders }, 200);
  const published = publishedOf(plan).map((route, at) => {
    // A break that was taken is no longer part of a day; none of these lies before a stop that is locked.
    const rests = plan.routes[at]?.breaks.map(({ afterStops }) => afterStops) ?? [];
    return { ...route, locked: Math.min(locked, route.stops.length, ...rests) };
  });
  return { day: { ...request, orders, published }, latest };
}

/** Least price of putting an order into a route: every place is tried and the whole route driven. */
function leastInsertion(
  request: PlanRequest,
  courier: Courier,
  steps: readonly Step[],
  latest: Order,
): number {
  const before = driveSteps(request, courier, steps);
  if (typeof before === "string") throw new Error(before);
  const locked = request.published?.find((route) => route.courier === courier.id)?.locked ?? 0;
  let least = Infinity;
  for (let from = locked; from <= steps.length; from++)
    for (let to = from; to <= steps.length; to++) {
      const tried = [...steps];
      tried.splice(to, 0, { order: latest, pickup: -1 });
      tried.splice(from, 0, { order: latest, pickup: 0 });
      const driven = driveSteps(request, courier, tried);
      if (typeof driven !== "string") least = Math.min(least, driven.cost - before.cost);
    }
  return least;
}

test("a quote names every courier who can take the order, at the least price that any place has", () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const { day, latest } = dayAndLatest(smallCase(seed), seed % 3);
    const live = new LivePlan(day);
    const quotes = live.quote(latest);
    const whole = { ...day, orders: [...day.orders, latest] };
    for (const route of live.plan.routes) {
      const courier = day.couriers.find(({ id }) => id === route.courier);
      if (!courier) throw new Error("a route without a courier");
      const least = leastInsertion(whole, courier, stepsOf(whole, courier, route), latest);
      const said = quotes.find((quote) => quote.courier === courier.id)?.cost ?? Infinity;
      expect(
        Math.abs(said - least) < 1e-6 || said === least,
        `seed ${seed}, ${courier.id}: ${said}, ${least}`,
      ).toBe(true);
      const reasons = live.explain(latest, courier.id);
      expect(reasons).not.toEqual([]);
      expect(reasons.filter(({ kind }) => kind === "costsMore")).toEqual(
        least === Infinity ? [] : [{ kind: "costsMore", by: said }],
      );
    }
  }
});

test("an order is put in at its quote, and no other stop moves", () => {
  const { day, latest } = dayAndLatest(townDay(1, 60, 8), 2);
  const live = new LivePlan(day);
  const before = live.plan;
  const [best] = live.quote(latest);
  const quote = live.insert(latest) as Quote;
  expect(quote).toEqual(best);
  const after = live.plan;
  const whole = { ...day, orders: [...day.orders, latest] };
  expect(faultsOfPlan(whole, after)).toEqual([]);
  expect(after.cost - before.cost).toBeCloseTo(quote.cost, 6);
  const without = (plan: PlanResult): string[][] =>
    plan.routes.map(({ stops }) =>
      stops.filter(({ order }) => order !== latest.id).map(({ order, kind }) => `${order} ${kind}`),
    );
  expect(without(after)).toEqual(without(before));
  for (const unit of ["seconds", "metres"] as const) {
    const sum = (plan: PlanResult): number => plan.routes.reduce((total, route) => total + route[unit], 0);
    expect(sum(after) - sum(before)).toBe(unit === "seconds" ? quote.addedSeconds : quote.addedMetres);
  }
  const drop = after.routes
    .flatMap(({ stops }) => stops)
    .find(({ order, kind }) => order === latest.id && kind === "drop");
  expect(drop).toMatchObject({ start: quote.eta, pOnTime: quote.pOnTime });
});

test("an order from several places is put in at its quote", () => {
  const request = townDay(2, 20, 3);
  const { day, latest } = dayAndLatest(request, 1);
  const [pickup] = latest.pickups;
  if (!pickup) throw new Error("an order without a pickup");
  const order = { ...latest, pickups: [pickup, { ...pickup, place: (pickup.place + 1) % 5, load: [0] }] };
  const live = new LivePlan(day);
  const before = live.plan.cost;
  const { cost } = live.insert(order) as Quote;
  expect(live.plan.cost - before).toBeCloseTo(cost, 6);
  expect(faultsOfPlan({ ...day, orders: [...day.orders, order] }, live.plan)).toEqual([]);
});

test("an order that nobody can take says of each courier why, and changes nothing", () => {
  const { day, latest } = dayAndLatest(townDay(3, 20, 3), 0);
  const live = new LivePlan(day);
  const before = live.plan;
  expect(live.insert({ ...latest, skills: ["crane"] })).toEqual(
    day.couriers.map(({ id }) => ({ courier: id, reasons: [{ kind: "skill", skill: "crane" }] })),
  );
  expect(live.plan).toEqual(before);
});

test("an order that another courier has says how much more it would cost", () => {
  const { day } = dayAndLatest(townDay(4, 40, 5), 0);
  const live = new LivePlan(day);
  const { routes, cost } = live.plan;
  const [held] = routes.flatMap(({ courier, stops }) => stops.map(({ order }) => ({ courier, order })));
  const order = day.orders.find(({ id }) => id === held?.order);
  if (!held || !order) throw new Error("a plan without stops");
  expect(live.explain(order, held.courier)).toEqual([]);
  const rest = { ...day, orders: day.orders.filter((one) => one !== order) };
  const without = new LivePlan({
    ...rest,
    published: publishedOf({ ...live.plan, routes }).map((route) => ({
      ...route,
      stops: route.stops.filter((stop) => stop.order !== order.id),
    })),
  });
  const saved = cost - without.plan.cost;
  const prices = new Map(without.quote(order).map((quote) => [quote.courier, quote.cost]));
  for (const { id } of day.couriers.filter((courier) => courier.id !== held.courier)) {
    const [reason] = live.explain(order, id);
    if (reason?.kind !== "costsMore") continue;
    expect(reason.than).toBe(held.courier);
    expect(reason.by).toBeCloseTo((prices.get(id) ?? Infinity) - saved, 6);
  }
});

test("a better plan is offered with what it changes, and taken over only by its adoption", () => {
  const { day } = dayAndLatest(townDay(5, 40, 4), 2);
  const live = new LivePlan({ ...day, orders: day.orders.slice(0, 25) });
  for (const order of day.orders.slice(25)) live.insert(order);
  const before = live.plan;
  const options = { limits: { ms: 60_000, iterations: 120 }, clock: () => 0 };
  const offer = live.improve(options);
  expect(live.plan).toEqual(before);
  expect(offer.saved).toBeGreaterThan(0);
  expect(offer.changes.length).toBeGreaterThan(0);
  const published = { ...day, published: live.published() };
  expect(faultsOfPlan(published, offer.plan)).toEqual([]);
  expect(live.improve(options)).toEqual(offer);
  expect(() => live.adopt(offer)).toThrow(RangeError);
  live.adopt(live.improve(options));
  expect(before.cost - live.plan.cost).toBeCloseTo(offer.saved, 6);
  const travel = (plan: PlanResult): number => plan.routes.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(travel(before) - travel(live.plan)).toBe(offer.secondsSaved);
});

test("a change that costs more than it saves is not offered", () => {
  const { day } = dayAndLatest(townDay(6, 30, 4), 0);
  const weights = { ...day.weights, changeCourier: 1e5, changeOrder: 1e5, changeEta: 10 };
  const published = publishedOf(new LivePlan(day).plan);
  const offer = new LivePlan({ ...day, weights, published }).improve({
    limits: { ms: 60_000, iterations: 60 },
    clock: () => 0,
  });
  expect(offer.changes).toEqual([]);
  expect(offer.saved).toBe(0);
});

test("a promise that is missed and then kept is named", () => {
  const request = townDay(7, 30, 2);
  const orders = request.orders.map((order) => ({ ...order, drop: { ...order.drop, lateCost: 5 } }));
  const [first] = request.couriers;
  if (!first) throw new Error("a day without couriers");
  const alone = planned({ ...request, orders, couriers: [first] }, 50);
  const missed = alone.routes.flatMap(({ stops }) =>
    stops.filter((stop) => {
      const due = orders.find(({ id }) => id === stop.order)?.drop.windows.at(-1)?.[1] ?? Infinity;
      return stop.kind === "drop" && stop.start > due;
    }),
  );
  expect(missed.length + alone.leftOut.length).toBeGreaterThan(0);
  const live = new LivePlan({
    ...request,
    orders,
    couriers: [first, { ...first, id: "more" }],
    published: publishedOf(alone),
  });
  const { mended, broken } = live.improve({ limits: { ms: 60_000, iterations: 120 }, clock: () => 0 });
  expect(mended.length).toBeGreaterThan(broken.length);
});
