import { expect, test } from "vitest";
import type { PlanRequest } from "#kernel/plan-request.ts";
import { townDay } from "#test/support/planner/town-day.ts";
import { problemOf } from "./build-problem.ts";
import { explain } from "./explain.ts";
import { LivePlan } from "./live.ts";
import { resultOf } from "./result.ts";
import { COLD, Search } from "./search.ts";
import { whyMoved } from "./why-moved.ts";

/** A day that stands, and some of its orders taken off it again. */
function dayWithout(seed: number, asked: number) {
  const request = townDay(seed, 30, 4);
  const orders = request.orders.slice(0, asked);
  return { live: new LivePlan({ ...request, orders: request.orders.slice(asked) }), orders, request };
}

test("one order of a group costs what it costs alone, and has its place", () => {
  for (const seed of [1, 2, 3]) {
    const { live, orders } = dayWithout(seed, 1);
    const [order] = orders;
    if (!order) throw new Error("a day without orders");
    const { quotes } = live.with(orders).quotes();
    const alone = live.quote(order);
    expect(
      quotes.map(({ courier, addedSeconds, addedMetres }) => [courier, addedSeconds, addedMetres]),
    ).toEqual(alone.map(({ courier, addedSeconds, addedMetres }) => [courier, addedSeconds, addedMetres]));
    expect(quotes.map(({ stops }) => stops.map(({ next }) => next))).toEqual(alone.map(({ next }) => next));
  }
});

test("a group is quoted over every courier: all of it, or the order that finds no place", () => {
  for (const seed of [1, 2, 3]) {
    const { live, orders, request } = dayWithout(seed, 8);
    const before = live.plan;
    const { quotes, because } = live.with(orders).quotes();
    expect([...quotes, ...because].map(({ courier }) => courier).toSorted()).toEqual(
      request.couriers.map(({ id }) => id).toSorted(),
    );
    expect(quotes.map(({ cost }) => cost)).toEqual(quotes.map(({ cost }) => cost).toSorted((a, b) => a - b));
    for (const { stops } of quotes) {
      const kinds = orders.flatMap(({ id, pickups }) => [...pickups.map(() => `${id} pickup`), `${id} drop`]);
      expect(stops.map(({ stop }) => `${stop.order} ${stop.kind}`).toSorted()).toEqual(kinds.toSorted());
      for (const { id } of orders) {
        const own = stops.filter(({ stop }) => stop.order === id).map(({ stop }) => stop.kind);
        expect(own.indexOf("drop")).toBe(own.length - 1);
      }
    }
    for (const { reasons } of because) expect(reasons.length).toBeGreaterThan(0);
    expect(live.plan).toEqual(before);
  }
});

test("the best of a route's places costs no less than the best place of an order whose stops may stand apart", () => {
  for (const seed of [1, 2, 3]) {
    const { live, orders, request } = dayWithout(seed, 1);
    const [order] = orders;
    if (!order) throw new Error("a day without orders");
    const { routes } = live.plan;
    for (const { courier, addedSeconds } of live.quote(order)) {
      const gaps = live.with(orders).gaps(courier);
      const stops = routes.find((route) => route.courier === courier)?.stops.length ?? 0;
      expect(gaps).toHaveLength(stops + 1);
      expect(gaps.at(-1)?.next).toBeNull();
      const seconds = gaps.flatMap((gap) => ("reasons" in gap ? [] : gap.addedSeconds));
      expect(Math.min(...seconds)).toBeGreaterThanOrEqual(addedSeconds);
    }
    const stranger = { ...order, skills: ["crane"] };
    const [first] = request.couriers;
    for (const gap of live.with([stranger]).gaps(first?.id ?? ""))
      expect(gap).toMatchObject({ reasons: [{ kind: "skill", skill: "crane" }] });
  }
});

test("a question that nobody waits for any more ends at once", () => {
  const { live, orders } = dayWithout(1, 3);
  expect(live.with(orders).quotes(() => true)).toEqual({ quotes: [], because: [] });
});

test("what no place can mend is said of a group before anything is put in", () => {
  const { live, orders, request } = dayWithout(1, 3);
  const asked = orders.map((order, at) => (at === 1 ? { ...order, skills: ["crane"] } : order));
  expect(live.with(asked).quotes()).toEqual({
    quotes: [],
    because: request.couriers.map(({ id }) => ({
      courier: id,
      order: asked[1]?.id,
      reasons: [{ kind: "skill", skill: "crane" }],
    })),
  });
});

test("why an order finds no place is told also where few places may be driven", () => {
  const request = townDay(1, 30, 2);
  const [first, ...rest] = request.orders;
  if (!first) throw new Error("a day without orders");
  const late = { ...first, drop: { ...first.drop, windows: [[0, 1] as const] } };
  const search = new Search(problemOf({ ...request, orders: [late, ...rest] }));
  search.insertAll();
  for (const most of [1, 20, Infinity]) expect(explain(search.routes, 0, 0, most).length).toBeGreaterThan(0);
  const [whole, few] = [Infinity, 50].map((most) => explain(search.routes, 0, 0, most)[0]?.kind);
  expect(few).toBe(whole);
});

/** Plans a day anew and says why orders left the courier who had them. */
function moved(request: PlanRequest) {
  const search = new Search(problemOf(request));
  search.run({ limits: { ms: 60_000, iterations: 400 }, clock: () => 0, temperatures: COLD });
  const before = resultOf(search);
  const causes = whyMoved(search);
  expect(resultOf(search)).toEqual(before);
  const hurried = whyMoved(search, () => true);
  expect(hurried).toEqual(causes.map(({ order }) => ({ order, kind: "together" })));
  return { causes, changes: before.changes };
}

test("each order that changes its courier has a reason, and telling it changes nothing of the plan", () => {
  const request = townDay(5, 24, 3);
  // Everything with the first courier: the plan spreads it.
  const [first] = request.couriers;
  const stops = request.orders.flatMap(({ id, pickups }) => [
    ...pickups.map((_, pickup) => ({ order: id, kind: "pickup" as const, pickup })),
    { order: id, kind: "drop" as const },
  ]);
  const published = request.couriers.map(({ id }) => ({
    courier: id,
    stops: id === first?.id ? stops : [],
    locked: 0,
  }));
  const weights = { ...request.weights, changeCourier: 1 };
  const { causes, changes } = moved({ ...request, published, weights });
  const gone = changes.filter(({ from, to }) => from !== null && to !== null && from !== to);
  expect(gone.length).toBeGreaterThan(0);
  expect(causes.map(({ order }) => order).toSorted()).toEqual(gone.map(({ order }) => order).toSorted());
  for (const cause of causes) expect(["cannot", "late", "saves", "evens", "together"]).toContain(cause.kind);
  expect(causes.some(({ kind }) => kind !== "together")).toBe(true);
});
