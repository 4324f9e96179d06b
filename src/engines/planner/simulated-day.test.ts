import { expect, test } from "vitest";
import { USUAL, weightsOf } from "#kernel/plan-wishes.ts";
import { type DayOutcome, fatesOf, SimulatedDay } from "#test/support/planner/simulated-day.ts";
import { townDay } from "#test/support/planner/town-day.ts";
import { problemOf } from "./build-problem.ts";
import { resultOf } from "./result.ts";
import { Search } from "./search.ts";

const RULES = { first: 200, improve: 30, every: 300 };
const dayOf = (seed: number) => ({ ...townDay(seed, 30, 4), weights: weightsOf(USUAL, 1e6) });

test("a day of news serves every order, few of them late, and improvement drives less than insertion alone", () => {
  const sum = (days: readonly DayOutcome[], read: (day: DayOutcome) => number): number =>
    days.reduce((total, day) => total + read(day), 0);
  const seeds = [1, 2];
  const improved = seeds.map((seed) => new SimulatedDay(dayOf(seed), RULES).play());
  const inserted = seeds.map((seed) => new SimulatedDay(dayOf(seed), { ...RULES, improve: 0 }).play());
  for (const day of [...improved, ...inserted]) expect(day.unserved).toBe(0);
  expect(sum(improved, ({ late }) => late) / sum(improved, ({ drops }) => drops)).toBeLessThan(0.08);
  expect(sum(inserted, ({ moved }) => moved)).toBe(0);
  expect(sum(improved, ({ metres }) => metres)).toBeLessThan(sum(inserted, ({ metres }) => metres));
});

test("the same day is played alike, and what is cancelled before its courier sets out is not driven to", () => {
  const day = dayOf(6);
  const play = (): DayOutcome => new SimulatedDay(day, { ...RULES, improve: 0 }).play();
  const played = play();
  expect(play()).toEqual(played);
  const cancelled = fatesOf(day).filter((fate) => fate.cancelled < Infinity).length;
  expect(cancelled).toBeGreaterThan(0);
  expect(played.drops).toBeGreaterThanOrEqual(day.orders.length - cancelled);
  expect(played.drops).toBeLessThan(day.orders.length);
});

test("the rest of a published courier goes where no stop that may be late becomes late", () => {
  const day = townDay(5, 10, 2);
  const orders = day.orders.map((order) => ({ ...order, drop: { ...order.drop, lateCost: 5 } }));
  const search = new Search(problemOf({ ...day, orders }));
  search.run({ limits: { ms: 1e9, iterations: 200 }, clock: () => 0, temperatures: [3, 0.01] });
  const plan = resultOf(search);
  const published = plan.routes.map(({ courier, stops }) => ({
    courier,
    locked: 0,
    stops: stops.map((stop) => ({ ...stop, eta: stop.start })),
  }));
  const again = new Search(problemOf({ ...day, orders, published }));
  expect(again.left).toEqual([]);
  expect(again.cost).toBeLessThanOrEqual(plan.cost + 1e-6);
});
