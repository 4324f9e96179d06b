import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { courierOf, planDays, seenOf } from "#test/support/planner/plan-days.ts";
import { useWorld } from "#test/support/use-world.ts";
import { planningApi } from "../contract/api.ts";
import type { Plan } from "../contract/plans.ts";

const { world, ada, bo, carla, kim } = useWorld({
  people: {
    ada: ["Ada", "org-admin"],
    bo: ["Bo", "dispatcher"],
    carla: ["Carla", "courier"],
    kim: ["Kim", "courier"],
  },
});
const { openDay, boardOn, start, ended, planned, give } = planDays(world, bo);
const publish = (plan: Plan, key = randomUUID(), who = bo) =>
  who.call(planningApi.publishPlan, { id: plan.id, seen: seenOf(plan) }, { key });
const setStatus = (who: typeof carla, status: "active" | "suspended") =>
  world.run(sql`update person set status = ${status} where courier_id = ${courierOf(who)}`);
/** Puts a payment that waits for a person to the order of a delivery. */
const makeUnsafe = (id: string) =>
  world.run(sql`
    insert into payment (org_id, id, order_id, state, mismatch, provider, provider_ref, amount_minor, tax_minor, currency,
      authorized_minor, capture_before, created_at)
    select org_id, ${randomUUID()}, order_id, 'review', true, 'sandbox', ${`pi_${id}`}, 900, 0, 'EUR', 900,
      ${toIso(world.now + 7 * DAY_MS)}, ${toIso(world.now)}
    from delivery where id = ${id}`);

/** The server forgets what it answered, as where it stopped before it could keep the answer. */
const loseAnswers = () => world.run(sql`delete from idempotency`);

afterEach(async () => {
  for (const who of [carla, kim]) await setStatus(who, "active");
});

test("somebody who was suspended gets no work by a plan: it is refused whole, and names them", async () => {
  const { date } = await openDay(4);
  await setStatus(kim, "suspended");
  const plan = await planned(date);
  expect(plan.outcome?.routes.map(({ courierId }) => courierId)).toEqual([courierOf(carla)]);
  await setStatus(kim, "active");
  await setStatus(carla, "suspended");
  const before = await boardOn(date);
  expect(await publish(plan)).toMatchObject({
    status: 422,
    body: { code: "dispatch.courier-unknown", facts: { courierId: courierOf(carla), courier: "Carla" } },
  });
  expect(await boardOn(date)).toEqual(before);
  const other = await planned(date);
  expect(other.outcome?.routes.map(({ courierId }) => courierId)).toEqual([courierOf(kim)]);
  good(await publish(other));
  expect((await boardOn(date)).unassigned).toEqual([]);
});

test("an undo gives no work back to somebody who was suspended since", async () => {
  const { date, booked } = await openDay(1);
  const [one] = booked;
  if (!one) throw new Error("nothing booked");
  await give(date, [one.id], kim);
  const plan = await planned(date);
  // The plan as if it had moved the delivery.
  await world.run(sql`
    update plan_run set state = 'published', published_at = now(), undo = ${JSON.stringify({
      moves: [{ deliveryId: one.id, from: courierOf(carla), to: courierOf(kim) }],
      routes: [
        { courierId: courierOf(kim), revision: 1, taskIds: [] },
        { courierId: courierOf(carla), revision: 0, taskIds: [one.collect, one.deliver] },
      ],
      settled: [],
    })}::jsonb where id = ${plan.id}`);
  await setStatus(carla, "suspended");
  expect(await bo.call(planningApi.undoPlan, { id: plan.id })).toMatchObject({
    status: 422,
    body: { code: "dispatch.courier-unknown", facts: { courier: "Carla" } },
  });
});

test("a delivery whose money is not safe stays with who has it, and the rest of the plan is published", async () => {
  const { date, booked } = await openDay(6);
  const [held, ...rest] = booked;
  if (!held) throw new Error("nothing booked");
  await give(date, [held.id], kim);
  await makeUnsafe(held.id);
  const plan = await planned(date);
  expect(plan.outcome?.moves.map(({ deliveryId }) => deliveryId)).not.toContain(held.id);
  const [late] = rest;
  await makeUnsafe(late?.id ?? "");
  const { overtaken } = good(await publish(plan));
  expect(overtaken).toEqual([late?.id]);
  expect((await boardOn(date)).unassigned).toEqual([late?.id]);
});

test("a publish that is sent again hears of its own, a second one that it came too late", async () => {
  const { date, booked } = await openDay(3);
  const plan = await planned(date);
  await makeUnsafe(booked[0]?.id ?? "");
  const key = randomUUID();
  const first = good(await publish(plan, key));
  expect(first.overtaken).toEqual([booked[0]?.id]);
  await loseAnswers();
  expect(good(await publish(plan, key))).toEqual(first);
  expect(await publish(plan, randomUUID(), ada)).toMatchObject({
    status: 409,
    body: { code: "planning.not-draft", facts: { state: "published" } },
  });
  const undoKey = randomUUID();
  const undo = (who: typeof bo, under: string) =>
    who.call(planningApi.undoPlan, { id: plan.id }, { key: under });
  const undone = good(await undo(bo, undoKey));
  await loseAnswers();
  expect(good(await undo(bo, undoKey))).toEqual(undone);
  expect(await undo(ada, randomUUID())).toMatchObject({ body: { code: "planning.not-published" } });
});

test("a start that is sent again is answered with its run, though the day has nothing left to plan", async () => {
  const { date, booked } = await openDay(2);
  const key = randomUUID();
  const run = good(await start(date, {}, key));
  const plan = await ended(run.id);
  await world.run(
    sql`update task set state = 'cancelled' where delivery_id = any (${booked.map(({ id }) => id)}::uuid[])`,
  );
  await loseAnswers();
  expect(await start(date)).toMatchObject({ body: { code: "planning.nothing" } });
  expect(good(await start(date, {}, key))).toEqual(plan);
  expect(await bo.call(planningApi.startPlan, { date, seconds: 2 }, { key })).toMatchObject({
    body: { code: "http.idempotency-mismatch" },
  });
});
