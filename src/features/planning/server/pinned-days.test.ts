import { expect, test } from "vitest";
import { problemOf } from "#engines/planner/build-problem.ts";
import { resultOf, routesOf } from "#engines/planner/result.ts";
import { COLD, Search, WARM } from "#engines/planner/search.ts";
import type { PlanResult } from "#kernel/plan-request.ts";
import { USUAL } from "#kernel/plan-wishes.ts";
import { faultsOfPlan } from "#test/support/planner/check-plan.ts";
import { randomDay, straightTravel } from "#test/support/planner/random-day.ts";
import { type DayFacts, dayJobOf, type DayJob, weightsFor } from "../domain/day-job.ts";
import { layOver, type Now } from "../domain/lay-over.ts";
import { compared, deliveryOf, taskOf } from "../domain/outcome.ts";

const DAYS = Number(process.env["WAYBILL_TEST_DAYS"] ?? 20);

function planOf({ request, points }: DayJob, isWarm: boolean) {
  const whole = { ...request, travel: { car: straightTravel(points) } };
  const search = new Search(problemOf(whole));
  const before = routesOf(search);
  search.run({
    limits: { ms: 60_000, iterations: 120 },
    clock: () => 0,
    temperatures: isWarm ? WARM : COLD,
  });
  const plan = resultOf(search);
  return { before, plan, faults: faultsOfPlan(whole, plan) };
}

/** The plan as a draft keeps it. */
function goalOf(job: DayJob, before: PlanResult["routes"], plan: PlanResult) {
  const { moves } = compared(job, before, { ...plan, moved: [] });
  const stopsOf = (stops: PlanResult["routes"][number]["stops"]) =>
    stops.flatMap((stop) => {
      const task = taskOf(job.carriages, stop);
      return task ? [{ taskId: task.id, deliveryId: deliveryOf(job.carriages, stop.order) }] : [];
    });
  return { moves, routes: new Map(plan.routes.map(({ courier, stops }) => [courier, stopsOf(stops)])) };
}

function nowOf({ couriers, tasks }: DayFacts, pinned: ReadonlySet<string>): Now {
  const stops = new Map(
    tasks.map(({ id, deliveryId, state, courierId }) => [id, { taskId: id, deliveryId, state, courierId }]),
  );
  const own = new Map<string, (typeof stops extends Map<string, infer Stop> ? Stop : never)[]>();
  for (const stop of stops.values()) own.set(stop.deliveryId, [...(own.get(stop.deliveryId) ?? []), stop]);
  return {
    stopped: new Set(),
    pinned,
    routes: new Map(
      couriers.map(({ id, taskIds }) => [id, taskIds.flatMap((task) => stops.get(task) ?? [])]),
    ),
    work: [...own].map(([deliveryId, list]) => ({ deliveryId, stops: list })),
  };
}

test("no plan moves a pinned delivery, whatever the day, nor a stop that it cannot hold, and the rest is planned", () => {
  let [moved, staying] = [0, 0];
  for (let seed = 1; seed <= DAYS; seed++) {
    const facts = randomDay(seed);
    const job = dayJobOf(facts, { weights: weightsFor({ ...USUAL, fewChanges: seed % 2 === 0 ? 0 : 1 }) });
    const { before, plan, faults } = planOf(job, seed % 3 === 0);
    expect(faults, `seed ${seed}`).toEqual([]);
    const goal = goalOf(job, before, plan);
    // Some deliveries are pinned only after the plan was made.
    const late = facts.tasks.filter(({ courierId }, at) => courierId !== null && (at + seed) % 9 === 0);
    const pinned = new Set([...facts.pinned, ...late.map(({ deliveryId }) => deliveryId)]);
    const now = nowOf(facts, pinned);
    const laid = layOver(goal, now, new Set());
    const fixed = new Set([
      ...facts.pinned,
      ...[...job.carriages.values()].flatMap(({ deliveryId, stays }) => (stays ? deliveryId : [])),
    ]);
    for (const id of [...fixed, ...pinned]) expect(laid.holders.has(id), `seed ${seed}, ${id}`).toBe(false);
    for (const [courierId, stops] of now.routes) {
      const inOrder = (ids: readonly string[], among: ReadonlySet<string>) =>
        ids.filter((id) => stops.some((stop) => stop.taskId === id && among.has(stop.deliveryId)));
      const was = stops
        .toSorted((a, b) => Number(b.state === "en_route") - Number(a.state === "en_route"))
        .map(({ taskId }) => taskId);
      const is = laid.sequences.get(courierId) ?? [];
      for (const among of [pinned, facts.pinned])
        expect(inOrder(is, among), `seed ${seed}, ${courierId}`).toEqual(inOrder(was, among));
      const planned = goal.routes.get(courierId)?.map(({ taskId }) => taskId) ?? [];
      expect(inOrder(planned, fixed), `seed ${seed}, ${courierId}`).toEqual(inOrder(was, fixed));
    }
    moved += laid.holders.size;
    staying += fixed.size;
  }
  expect(moved).toBeGreaterThan(DAYS);
  expect(staying).toBeGreaterThan(DAYS);
});

test("a plan moves what was said less where changes have their price", () => {
  let [free, priced] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const day = randomDay(seed, 24, 3);
    const first = dayJobOf(day);
    const { before } = planOf(first, true);
    const said = new Map(
      before.flatMap(({ stops }) =>
        stops.flatMap((stop) => {
          const task = taskOf(first.carriages, stop);
          return task ? [[task.id, first.from + stop.start * 1000] as const] : [];
        }),
      ),
    );
    const shiftWith = (changeEta: number): number => {
      const weights = { ...weightsFor({ ...USUAL, fewChanges: 0 }), changeEta };
      const job = dayJobOf({ ...day, said, pinned: new Set() }, { weights });
      const { plan, faults } = planOf(job, true);
      expect(faults, `seed ${seed}`).toEqual([]);
      return plan.routes
        .flatMap(({ stops }) => stops)
        .reduce((sum, stop) => {
          const at = said.get(taskOf(job.carriages, stop)?.id ?? "");
          return at === undefined ? sum : sum + Math.abs(job.from + stop.start * 1000 - at) / 1000;
        }, 0);
    };
    free += shiftWith(0);
    priced += shiftWith(weightsFor({ ...USUAL, fewChanges: 3 }).changeEta);
  }
  expect(priced).toBeLessThan(free * 0.8);
});
