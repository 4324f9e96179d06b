import { sql } from "kysely";
import { expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { good } from "#test/support/people/booking.ts";
import { courierOf, planDays, seenOf } from "#test/support/planner/plan-days.ts";
import { useWorld } from "#test/support/use-world.ts";
import { planningApi } from "../contract/api.ts";
import type { Plan } from "../contract/plans.ts";

const { world, bo, carla, kim } = useWorld({
  people: { bo: ["Bo", "dispatcher"], carla: ["Carla", "courier"], kim: ["Kim", "courier"] },
});
const { openDay, boardOn, planned, give } = planDays(world, bo);
const routeOn = async (date: string, who: typeof carla) =>
  (await boardOn(date)).couriers.find(({ id }) => id === courierOf(who))?.route.stops ?? [];
const pin = async (id: string, pinned = true) => good(await bo.call(dispatchApi.pinDelivery, { id, pinned }));
const publish = async (plan: Plan) =>
  good(await bo.call(planningApi.publishPlan, { id: plan.id, seen: seenOf(plan) }));

test("a pinned delivery stays where it is in a plan, which says so", async () => {
  const { date, booked } = await openDay(6);
  const ids = booked.map(({ id }) => id);
  await give(date, ids, kim);
  const [first = "", second = ""] = [ids[4], ids[1]];
  for (const id of [first, second]) await pin(id);
  const orderOf = async () =>
    (await routeOn(date, kim)).filter(({ pinned }) => pinned).map(({ taskId }) => taskId);
  const before = await orderOf();
  expect(before).toHaveLength(4);
  const plan = await planned(date);
  const moved = plan.outcome?.moves.map(({ deliveryId }) => deliveryId) ?? [];
  expect(moved).not.toContain(first);
  expect(moved).not.toContain(second);
  expect(plan.outcome?.stayed).toEqual(
    expect.arrayContaining([
      { deliveryId: first, courierId: courierOf(kim), because: "pinned" },
      { deliveryId: second, courierId: courierOf(kim), because: "pinned" },
    ]),
  );
  await publish(plan);
  expect(await orderOf()).toEqual(before);
});

test("a delivery pinned after the draft stays too, and a plan is not undone over a pin", async () => {
  const { date, booked } = await openDay(4);
  const [one] = booked;
  if (!one) throw new Error("nothing booked");
  const plan = await planned(date);
  await give(date, [one.id], kim);
  await pin(one.id);
  const seen = (await boardOn(date)).couriers.map(({ id, route }) => ({
    courierId: id,
    revision: route.revision,
  }));
  const { overtaken } = good(await bo.call(planningApi.publishPlan, { id: plan.id, seen }));
  expect(overtaken).toEqual([one.id]);
  expect((await routeOn(date, kim)).some(({ deliveryId }) => deliveryId === one.id)).toBe(true);
  const other = plan.outcome?.moves.find(({ deliveryId }) => deliveryId !== one.id)?.deliveryId ?? "";
  await pin(other);
  expect(await bo.call(planningApi.undoPlan, { id: plan.id })).toMatchObject({
    status: 409,
    body: { code: "planning.pinned" },
  });
  await pin(other, false);
  expect(good(await bo.call(planningApi.undoPlan, { id: plan.id })).state).toBe("undone");
  expect((await boardOn(date)).unassigned).toHaveLength(3);
});

test("work that changes hands stays in its place, and the rest of its couriers' routes is planned", async () => {
  const { date, booked } = await openDay(5);
  const [shared] = booked;
  if (!shared) throw new Error("nothing booked");
  await give(
    date,
    booked.map(({ id }) => id),
    kim,
  );
  // Carla delivers what Kim collects.
  await world.run(sql`update task set courier_id = ${courierOf(carla)} where id = ${shared.deliver}`);
  await world.run(sql`delete from stop where task_id = ${shared.deliver}`);
  const plan = await planned(date);
  expect(plan.outcome?.stayed).toEqual([
    { deliveryId: shared.id, courierId: courierOf(kim), because: "unplannable" },
    { deliveryId: shared.id, courierId: courierOf(carla), because: "unplannable" },
  ]);
  const stops = new Map(
    plan.outcome?.routes.map(({ courierId, after }) => [courierId, after.stops.map(({ taskId }) => taskId)]),
  );
  expect(stops.get(courierOf(kim))).toContain(shared.collect);
  expect(stops.get(courierOf(carla))).toContain(shared.deliver);
  expect([...stops.values()].flat()).toHaveLength(2 * booked.length);
  expect(plan.outcome?.moves.map(({ deliveryId }) => deliveryId)).not.toContain(shared.id);
  await publish(plan);
  expect((await routeOn(date, kim)).map(({ taskId }) => taskId)).toContain(shared.collect);
});

test("a pin that ended with its courier's work does not come back when a plan gives the delivery back", async () => {
  const { date, booked } = await openDay(1);
  const [one] = booked;
  if (!one) throw new Error("nothing booked");
  await give(date, [one.id], kim);
  await pin(one.id);
  // Its work was taken from the courier by other means than an edit of the board.
  await world.run(sql`update task set state = 'open', courier_id = null where delivery_id = ${one.id}`);
  await world.run(sql`delete from stop where task_id in (${one.collect}, ${one.deliver})`);
  expect((await boardOn(date)).deliveries[0]?.pinned).toBeUndefined();
  const plan = await planned(date);
  expect(plan.outcome?.moves).toHaveLength(1);
  await publish(plan);
  const [stop] = [...(await routeOn(date, kim)), ...(await routeOn(date, carla))];
  expect(stop?.pinned).toBeUndefined();
  const left = await world.one(
    sql<{ n: number }>`select count(*)::int as n from pinned_delivery where delivery_id = ${one.id}`,
  );
  expect(left?.n).toBe(0);
});
