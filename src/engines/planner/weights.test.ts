import { expect, test } from "vitest";
import type { PlanRequest, PlanResult } from "#kernel/plan-request.ts";
import { USUAL, type PlanWishes, weightsOf } from "#kernel/plan-wishes.ts";
import { faultsOfPlan } from "#test/support/planner/check-plan.ts";
import { publishedOf, townDay } from "#test/support/planner/town-day.ts";
import { problemOf } from "./build-problem.ts";
import { resultOf } from "./result.ts";
import { COLD, Search } from "./search.ts";

const LEFT = 1e6;

function planned(day: PlanRequest, wishes: Partial<PlanWishes>): PlanResult {
  const request = { ...day, weights: weightsOf({ ...USUAL, ...wishes }, LEFT) };
  const search = new Search(problemOf(request));
  search.run({ limits: { ms: 60_000, iterations: 400 }, clock: () => 0, temperatures: COLD });
  const plan = resultOf(search);
  expect(faultsOfPlan(request, plan)).toEqual([]);
  return plan;
}

const travel = ({ routes }: PlanResult): number => routes.reduce((sum, { seconds }) => sum + seconds, 0);

/** Seconds of driving and serving of the courier with the most, and of the one with the least. */
function hours(day: PlanRequest, { routes }: PlanResult): [most: number, least: number] {
  const work = routes.map(
    ({ seconds, stops }) => seconds + stops.reduce((sum, { start, leave }) => sum + leave - start, 0),
  );
  expect(work).toHaveLength(day.couriers.length);
  return [Math.max(...work), Math.min(...work)];
}

test("the wish for fair hours brings the longest and the shortest day together", () => {
  const day = townDay(11, 60, 5);
  const [plain, fair] = [planned(day, {}), planned(day, { fairness: 3 })];
  const [[most, least], [fairMost, fairLeast]] = [hours(day, plain), hours(day, fair)];
  expect(fairMost - fairLeast).toBeLessThan((most - least) / 3);
});

test("a shorter shift has its share of fair hours", () => {
  const day = townDay(12, 60, 5);
  const couriers = day.couriers.map((one, at) =>
    at > 0 ? one : { ...one, shift: [0, 4 * 3600] as const, breaks: [] },
  );
  const { routes } = planned({ ...day, couriers }, { fairness: 3, kilometres: 0 });
  const counts = routes.map(({ stops }) => stops.length);
  expect(counts[0]).toBeLessThan((counts[1] ?? 0) * 0.75);
  expect(counts[0]).toBeGreaterThan((counts[1] ?? 0) * 0.25);
});

test("the wish for punctuality begins stops earlier before their windows end", () => {
  const late = (punctuality: PlanWishes["punctuality"]): number =>
    [13, 15, 16]
      .flatMap((seed) => planned(townDay(seed, 60, 6), { punctuality }).routes)
      .flatMap(({ stops }) => stops)
      .filter(({ kind, pOnTime }) => kind === "drop" && pOnTime < 0.9).length;
  expect(late(3)).toBeLessThan(late(0));
});

test("the wish for few changes keeps what is published where others would move it", () => {
  const day = townDay(14, 60, 6);
  const published = publishedOf(planned({ ...day, orders: day.orders.slice(0, 50) }, {}));
  const moved = (fewChanges: 0 | 3): number =>
    planned({ ...day, published }, { fewChanges }).changes.filter(
      ({ from, to }) => from !== null && from !== to,
    ).length;
  expect(moved(3)).toBe(0);
  expect(moved(0)).toBeGreaterThan(3);
});

test("the wish for few kilometres outweighs fair hours and margins", () => {
  const day = townDay(15, 20, 3);
  const wishes = { fairness: 3, punctuality: 3 } as const;
  expect(travel(planned(day, { ...wishes, kilometres: 3 }))).toBeLessThan(
    travel(planned(day, { ...wishes, kilometres: 0 })),
  );
});
