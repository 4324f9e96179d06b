import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { courierOf, planDays } from "#test/support/planner/plan-days.ts";
import { useWorld } from "#test/support/use-world.ts";
import { planningApi } from "../contract/api.ts";

const { world, bo, carla, dmitri } = useWorld({
  people: {
    bo: ["Bo", "dispatcher"],
    carla: ["Carla", "courier"],
    dmitri: ["Dmitri", "courier"],
  },
});
const { openDay, boardOn, give, planned } = planDays(world, bo);
const seenOn = async (date: string) =>
  (await boardOn(date)).couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }));
const stopsOf = async (date: string, who: typeof carla) =>
  (await boardOn(date)).couriers.find(({ id }) => id === courierOf(who))?.route.stops ?? [];
const assign = async (date: string, more: object) =>
  good(
    await bo.call(dispatchApi.editPlan, {
      edit: {
        commandId: randomUUID(),
        occurredAt: toIso(world.now),
        type: "assign",
        date,
        courierId: courierOf(carla),
        beforeTaskId: null,
        seen: await seenOn(date),
        ...more,
      } as never,
    }),
  );

test("several deliveries are quoted together and put where their quote says", async () => {
  const { date, booked } = await openDay(4);
  const [held, ...open] = booked.map(({ id }) => id);
  if (held === undefined) throw new Error("nothing booked");
  await give(date, [held], carla);
  const { quotes, because, left, travel } = good(
    await bo.call(planningApi.quoteGroup, { deliveryIds: open, date }),
  );
  expect({ because, left, travel }).toEqual({ because: [], left: [], travel: "estimated" });
  expect(quotes.map(({ courierId }) => courierId)).toEqual([courierOf(carla), courierOf(dmitri)]);
  const [best, other] = quotes;
  // She comes by all places anyway; he drives there for these alone.
  expect(best?.addedMetres).toBeLessThan(other?.addedMetres ?? 0);
  expect(best?.places).toHaveLength(6);
  const places = best?.places.map(({ taskId, beforeTaskId }) => ({ taskId, beforeTaskId })) ?? [];
  await assign(date, { deliveryIds: open, places });
  const order = (await stopsOf(date, carla)).map(({ taskId }) => taskId);
  const own = new Set(places.map(({ taskId }) => taskId));
  expect(order.filter((id) => own.has(id))).toEqual(places.map(({ taskId }) => taskId));
  for (const { taskId, beforeTaskId } of places)
    expect(order.slice(order.indexOf(taskId)).find((id) => !own.has(id)) ?? null).toBe(beforeTaskId);
});

test("what keeps its courier is named and in no figure", async () => {
  const { date, booked } = await openDay(2);
  const [pinned = "", open = ""] = booked.map(({ id }) => id);
  await give(date, [pinned], carla);
  good(await bo.call(dispatchApi.pinDelivery, { id: pinned, pinned: true }));
  const stranger = randomUUID();
  const both = good(await bo.call(planningApi.quoteGroup, { deliveryIds: [pinned, open, stranger], date }));
  expect(both.left.toSorted()).toEqual([pinned, stranger].toSorted());
  const alone = good(await bo.call(planningApi.quoteGroup, { deliveryIds: [open], date }));
  expect(both.quotes).toEqual(alone.quotes);
  expect(good(await bo.call(planningApi.quoteGroup, { deliveryIds: [pinned], date }))).toMatchObject({
    quotes: [],
    left: [pinned],
  });
});

test("more deliveries than are quoted together are refused", async () => {
  const deliveryIds = Array.from({ length: 31 }, () => randomUUID());
  for (const asked of [
    bo.call(planningApi.quoteGroup, { deliveryIds }),
    bo.call(planningApi.quoteGaps, { deliveryIds, courierId: courierOf(carla) }),
  ])
    expect(await asked).toMatchObject({
      status: 422,
      body: { code: "planning.too-many", facts: { n: 31, most: 30 } },
    });
});

test("every place of a route has its cost, and the stops stand at the one that is taken", async () => {
  const { date, booked } = await openDay(2);
  const [held = "", open = ""] = booked.map(({ id }) => id);
  await give(date, [held], carla);
  const before = (await stopsOf(date, carla)).map(({ taskId }) => taskId);
  const asked = { deliveryIds: [open], courierId: courierOf(carla), date };
  const { gaps, revision } = good(await bo.call(planningApi.quoteGaps, asked));
  expect(revision).toBe(1);
  expect(gaps.map(({ beforeTaskId }) => beforeTaskId)).toEqual([...before, null]);
  for (const { added, reasons } of gaps) {
    expect(reasons).toEqual([]);
    expect(added?.addedSeconds).toBeGreaterThanOrEqual(0);
  }
  await assign(date, { deliveryIds: [open], beforeTaskId: before[1] });
  const after = await stopsOf(date, carla);
  expect(after.map(({ deliveryId }) => deliveryId)).toEqual([held, open, open, held]);
  good(await bo.call(dispatchApi.pinDelivery, { id: open, pinned: true }));
  expect(await bo.call(planningApi.quoteGaps, asked)).toMatchObject({
    status: 409,
    body: { code: "planning.not-open" },
  });
});

test("a plan keeps why each delivery comes to its courier", async () => {
  const { date, booked } = await openDay(4);
  const [his = "", open = "", ...hers] = booked.map(({ id }) => id);
  await give(date, [his], dmitri);
  await give(date, hers, carla);
  const { outcome } = await planned(date);
  const reasons = new Map(outcome?.moves.map(({ deliveryId, because }) => [deliveryId, because?.kind]));
  expect(reasons.get(open)).toBe("open");
  // How far a search of a second comes is up to the machine: what it moved has a reason.
  const known: readonly (string | undefined)[] = ["cannot", "late", "saves", "together"];
  expect([his, ...hers].filter((id) => reasons.has(id) && !known.includes(reasons.get(id)))).toEqual([]);
});
