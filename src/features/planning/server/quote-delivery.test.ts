import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, bo, carla, dmitri } = useWorld({
  people: { bo: ["Bo", "dispatcher"], carla: ["Carla", "courier"], dmitri: ["Dmitri", "courier"] },
});
const TOMORROW = "2026-06-18";

const assign = (deliveryId: string, more: object = {}) =>
  bo.call(dispatchApi.editPlan, {
    edit: {
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      type: "assign",
      date: TOMORROW,
      deliveryIds: [deliveryId],
      courierId: carla.actor.courierId ?? "",
      beforeTaskId: null,
      seen: [],
      ...more,
    },
  });
async function heldAndOpen() {
  const [held, open] = await bookMany(world, 2, { start: world.now + DAY_MS });
  if (!held || !open) throw new Error("nothing booked");
  return { held, open };
}
const quoted = async (id: string, who: typeof carla) => {
  const quotes = good(await bo.call(dispatchApi.quoteDelivery, { id, date: TOMORROW }));
  const found = quotes.quotes.find(({ courierId }) => courierId === who.actor.courierId);
  if (!found) throw new Error("nobody takes it");
  return { ...found, ...quotes };
};

test("an open delivery is quoted over all couriers of a day, and put where its quote says", async () => {
  const { held, open } = await heldAndOpen();
  good(await assign(held.id));
  const [near, far] = [await quoted(open.id, carla), await quoted(open.id, dmitri)];
  // She comes by both places anyway; he drives from one to the other for this delivery alone.
  expect(near.addedMetres).toBeLessThan(far.addedMetres);
  expect(far.addedMetres).toBeGreaterThan(1000);
  expect(near).toMatchObject({ travel: "estimated", because: [], eta: expect.stringContaining(TOMORROW) });
  const { places, revision, courierId } = near;
  const board = boardOf(good(await assign(open.id, { places, seen: [{ courierId, revision }] })));
  const stops = board.couriers.find(({ id }) => id === courierId)?.route.stops ?? [];
  const order = stops.map(({ taskId }) => taskId);
  const own = new Set(places.map(({ taskId }) => taskId));
  const next = places.map(({ taskId }) => ({
    taskId,
    beforeTaskId: order.slice(order.indexOf(taskId)).find((id) => !own.has(id)) ?? null,
  }));
  expect(next).toEqual(places);
  // Both parcels wait at neighbouring doors: they are collected before either is brought.
  expect(stops.map(({ kind }) => kind)).toEqual(["collect", "collect", "deliver", "deliver"]);
});

test("a delivery that somebody has, or that is not there, is not quoted", async () => {
  const { held } = await heldAndOpen();
  const seen = boardOf(good(await bo.call(dispatchApi.readBoard, { date: TOMORROW }))).couriers.map(
    ({ id, route }) => ({ courierId: id, revision: route.revision }),
  );
  good(await assign(held.id, { seen }));
  for (const id of [held.id, randomUUID()])
    expect(await bo.call(dispatchApi.quoteDelivery, { id, date: TOMORROW })).toMatchObject({
      status: 409,
      body: { code: "planning.not-open" },
    });
});
