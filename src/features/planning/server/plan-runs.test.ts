import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { courierOf, planDays, seenOf } from "#test/support/planner/plan-days.ts";
import { useWorld } from "#test/support/use-world.ts";
import { planningApi } from "../contract/api.ts";
import type { Plan } from "../contract/plans.ts";

const { world, ada, bo, carla, dmitri, kim } = useWorld({
  people: {
    ada: ["Ada", "org-admin"],
    bo: ["Bo", "dispatcher"],
    carla: ["Carla", "courier"],
    dmitri: ["Dmitri", "courier"],
    kim: ["Kim", "courier"],
  },
});
const { openDay, boardOn, start, ended, planned } = planDays(world, bo);
const begin = async (date: string, more: object = {}) => good(await start(date, more));
const holdersOn = async (date: string) =>
  Object.fromEntries(
    (await boardOn(date)).couriers.flatMap(({ name, route }) =>
      route.stops.flatMap(({ deliveryId, kind }) => (kind === "deliver" ? [[deliveryId, name]] : [])),
    ),
  );
const publish = (plan: Plan, more: object = {}, key = randomUUID()) =>
  bo.call(planningApi.publishPlan, { id: plan.id, seen: seenOf(plan), ...more }, { key });
const edit = async (date: string, who: typeof bo, change: object) =>
  who.call(dispatchApi.editPlan, {
    edit: { commandId: randomUUID(), occurredAt: toIso(world.now), date, seen: [], ...change } as never,
  });

describe("a plan of a day", () => {
  test("is made beside the day, kept as a draft, published whole and undone whole", async () => {
    const { date, booked } = await openDay(6);
    const running = await begin(date);
    expect(running).toMatchObject({ state: "running", askedBy: "Bo", outcome: null, way: "anew" });
    const plan = await ended(running.id);
    expect(plan).toMatchObject({ state: "ready", reason: "time" });
    expect(plan.outcome?.moves.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(
      booked.map(({ id }) => id).toSorted(),
    );
    expect(plan.outcome?.before).toMatchObject({ open: 6, seconds: 0, couriers: 0 });
    expect(plan.outcome?.after.open).toBe(0);
    expect((await boardOn(date)).unassigned).toHaveLength(6);

    const key = randomUUID();
    const published = good(await publish(plan, {}, key));
    expect(published).toMatchObject({ plan: { state: "published", publishedBy: "Bo" }, overtaken: [] });
    const board = await boardOn(date);
    expect(board.unassigned).toEqual([]);
    for (const { courierId, after } of plan.outcome?.routes ?? []) {
      const route = board.couriers.find(({ id }) => id === courierId)?.route;
      expect(route?.stops.map(({ taskId }) => taskId)).toEqual(after.stops.map(({ taskId }) => taskId));
      expect(route?.revision).toBe(Math.min(1, after.stops.length));
    }
    expect(good(await publish(plan, {}, key)).plan.state).toBe("published");
    expect((await boardOn(date)).couriers).toEqual(board.couriers);

    const undone = good(await ada.call(planningApi.undoPlan, { id: plan.id }));
    expect(undone.state).toBe("undone");
    const after = await boardOn(date);
    expect(after.unassigned).toHaveLength(6);
    expect(after.couriers.flatMap(({ route }) => route.stops)).toEqual([]);
    expect(await publish(plan)).toMatchObject({ status: 409, body: { code: "planning.not-draft" } });
    const { items } = good(await bo.call(planningApi.listPlans, { date }));
    expect(items).toMatchObject([{ id: plan.id, state: "undone", moved: 6, after: { open: 0 } }]);
  });

  test("is refused with what changed where somebody edited a route, and laid over what is now when asked", async () => {
    const { date, booked } = await openDay(4);
    const plan = await planned(date);
    const [first] = booked;
    if (!first) throw new Error("nothing booked");
    good(
      await edit(date, ada, {
        type: "assign",
        deliveryIds: [first.id],
        courierId: courierOf(kim),
        beforeTaskId: null,
      }),
    );
    const before = await boardOn(date);
    expect(await publish(plan)).toMatchObject({
      status: 409,
      body: {
        code: "dispatch.conflict",
        facts: { courier: "Kim", by: "Ada", change: "assign", revision: 1 },
      },
    });
    expect(await boardOn(date)).toEqual(before);
    const seen = before.couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }));
    const { overtaken } = good(await publish(plan, { seen }));
    expect(overtaken).toEqual([first.id]);
    const holders = await holdersOn(date);
    expect(holders[first.id]).toBe("Kim");
    expect(Object.keys(holders)).toHaveLength(4);
  });

  test("leaves out the part of a courier that is dropped", async () => {
    const { date, booked } = await openDay(3);
    const scope = { kind: "couriers", courierIds: [courierOf(carla)], withOpen: true };
    const plan = await planned(date, { scope });
    expect(plan.outcome?.routes.map(({ courierId }) => courierId)).toEqual([courierOf(carla)]);
    good(await publish(plan, { without: [courierOf(carla)] }));
    expect((await boardOn(date)).unassigned).toHaveLength(booked.length);
  });

  test("of chosen deliveries moves no other one", async () => {
    const { date, booked } = await openDay(4);
    const [one = "", two = "", three = ""] = booked.map(({ id }) => id);
    good(
      await edit(date, bo, {
        type: "assign",
        deliveryIds: [one],
        courierId: courierOf(dmitri),
        beforeTaskId: null,
      }),
    );
    const plan = await planned(date, { scope: { kind: "deliveries", deliveryIds: [two, three] } });
    expect(plan.outcome?.moves.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(
      [two, three].toSorted(),
    );
    good(await publish(plan));
    const board = await boardOn(date);
    expect(board.unassigned).toHaveLength(1);
    expect((await holdersOn(date))[one]).toBe("Dmitri");
  });

  test("is not undone once a route was changed after it", async () => {
    const { date, booked } = await openDay(2);
    const plan = await planned(date);
    good(await publish(plan));
    const board = await boardOn(date);
    const seen = board.couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }));
    good(await edit(date, ada, { type: "unassign", deliveryIds: [booked[0]?.id], seen }));
    const before = await boardOn(date);
    expect(await bo.call(planningApi.undoPlan, { id: plan.id })).toMatchObject({
      status: 409,
      body: { code: "dispatch.conflict", facts: { by: "Ada" } },
    });
    expect(await boardOn(date)).toEqual(before);
  });

  test("ends at once with its best so far when it is cancelled, and the call is refused after", async () => {
    const { date } = await openDay(8);
    const running = await begin(date, { seconds: 300 });
    good(await ada.call(planningApi.cancelPlan, { id: running.id }));
    const plan = await ended(running.id);
    expect(plan).toMatchObject({ state: "ready", reason: "cancelled" });
    expect(plan.outcome?.after.open).toBe(0);
    expect(await bo.call(planningApi.cancelPlan, { id: running.id })).toMatchObject({
      status: 409,
      body: { code: "planning.not-running" },
    });
  });

  test("that lost its process is said to have ended with it", async () => {
    const { date } = await openDay(2);
    const id = randomUUID();
    await world.db.as({ orgId: world.orgId }, (tx) =>
      sql`insert into plan_run (org_id, id, service_date, state, way, scope, wishes, seconds, asked_at, beat_at)
          values (app_org(), ${id}, ${date}, 'running', 'anew', '{"kind":"all"}',
            '{"kilometres":1,"punctuality":1,"fairness":0,"fewChanges":1}', 10, now(),
            clock_timestamp() - interval '1 minute')`.execute(tx),
    );
    const plan = good(await bo.call(planningApi.readPlan, { id }));
    expect(plan).toMatchObject({ state: "failed", reason: "restart" });
    expect(await publish(plan)).toMatchObject({ status: 409, body: { code: "planning.not-draft" } });
    await world.server.rooms.find(({ name }) => name === "planning")?.jobs?.jobs["endLostPlans"]?.({});
    const row = await world.one(sql<{ state: string }>`select state from plan_run where id = ${id}`);
    expect(row?.state).toBe("failed");
  });

  test("needs work and couriers, and no more plans than the server makes at once", async () => {
    const { date } = await openDay(0);
    expect(await bo.call(planningApi.startPlan, { date })).toMatchObject({
      status: 422,
      body: { code: "planning.nothing" },
    });
    const other = await openDay(2);
    const going = [await begin(other.date, { seconds: 60 }), await begin(other.date, { seconds: 60 })];
    expect(await bo.call(planningApi.startPlan, { date: other.date })).toMatchObject({
      status: 503,
      body: { code: "planning.busy" },
    });
    for (const { id } of going) good(await bo.call(planningApi.cancelPlan, { id }));
    for (const { id } of going) await ended(id);
  });
});

test("why a courier does not have a delivery is answered on the day and in a plan", async () => {
  const { date, booked } = await openDay(2);
  const [held] = booked;
  if (!held) throw new Error("nothing booked");
  good(
    await edit(date, bo, {
      type: "assign",
      deliveryIds: [held.id],
      courierId: courierOf(carla),
      beforeTaskId: null,
    }),
  );
  const ask = async (who: typeof carla, more: object = {}) =>
    good(await bo.call(planningApi.askWhyNot, { id: held.id, courierId: courierOf(who), date, ...more }))
      .reasons;
  expect(await ask(carla)).toEqual([]);
  const [reason] = await ask(dmitri);
  expect(reason).toMatchObject({ kind: "costsMore", than: courierOf(carla) });
  const plan = await planned(date);
  const to = plan.outcome?.routes.find(({ after }) =>
    after.stops.some((stop) => stop.deliveryId === booked[1]?.id),
  );
  const inPlan = await bo.call(planningApi.askWhyNot, {
    id: booked[1]?.id ?? "",
    courierId: to?.courierId ?? "",
    date,
    planId: plan.id,
  });
  expect(good(inPlan).reasons).toEqual([]);
  expect(
    await bo.call(planningApi.askWhyNot, { id: randomUUID(), courierId: courierOf(kim), date }),
  ).toMatchObject({
    status: 409,
    body: { code: "planning.not-planned" },
  });
});

test("a courier makes, reads and publishes no plan", async () => {
  const { date } = await openDay(1);
  const plan = await planned(date);
  for (const answer of [
    await carla.call(planningApi.startPlan, { date }),
    await carla.call(planningApi.readPlan, { id: plan.id }),
    await carla.call(planningApi.publishPlan, { id: plan.id, seen: [] }),
    await carla.call(planningApi.undoPlan, { id: plan.id }),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: "accounts.forbidden" } });
});
