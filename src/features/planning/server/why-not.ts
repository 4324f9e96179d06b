import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Planner } from "#server/planning/planner.ts";
import type { planningApi } from "../contract/api.ts";
import type { PlanOutcome } from "../contract/plans.ts";
import { type DayFacts, dayJobOf } from "../domain/day-job.ts";
import { readPlan } from "./plan-records.ts";
import { readDay } from "./read-day.ts";

/**
 * Answers why a courier does not have a delivery, on the day as it is or as a plan would have it.
 *
 * @throws Refusal `planning.not-found`, `planning.not-planned`
 */
export async function askWhyNot(
  planner: Planner,
  { id, courierId, date, planId }: ParsedOf<typeof planningApi.askWhyNot>,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof planningApi.askWhyNot>> {
  const facts = await db.read(actor, async (tx) => {
    const day = await readDay({ tx, orgId: actor.orgId, now }, date);
    const plan = planId === undefined ? undefined : await readPlan(tx, planId);
    return plan?.outcome ? asPlanned(day, plan.outcome) : day;
  });
  const { request, points, open } = dayJobOf(facts);
  const order = request.orders.find((one) => one.id === id.toLowerCase());
  const courier = request.couriers.find((one) => one.id === courierId.toLowerCase());
  if (!order || !courier) throw new Refusal("planning.not-planned", { id });
  const held = { points, request: { ...request, orders: request.orders.filter((one) => !open.has(one.id)) } };
  return { reasons: [...(await planner.explain(held, order, courier.id))] };
}

/** The day as it would be with a plan: its tasks with the plan's couriers, in the plan's order. */
function asPlanned(facts: DayFacts, { routes, moves }: PlanOutcome): DayFacts {
  const holders = new Map(moves.map(({ deliveryId, to }) => [deliveryId, to]));
  const orders = new Map(routes.map(({ courierId, after }) => [courierId, after.stops]));
  return {
    ...facts,
    tasks: facts.tasks.map((task) => ({
      ...task,
      courierId: holders.get(task.deliveryId) ?? task.courierId,
    })),
    couriers: facts.couriers.map((courier) => ({
      ...courier,
      taskIds: orders.get(courier.id)?.map(({ taskId }) => taskId) ?? courier.taskIds,
    })),
  };
}
