import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { levelsApi } from "#features/quotes/contract/levels.ts";
import { shiftsApi } from "#features/shifts/contract/api.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { good } from "#test/support/people/booking.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, ada, bo, carla, dmitri } = useWorld({
  people: {
    ada: ["Ada", "org-admin"],
    bo: ["Bo", "dispatcher"],
    carla: ["Carla", "courier"],
    dmitri: ["Dmitri", "courier"],
  },
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

const revisions = async () =>
  boardOf(good(await bo.call(dispatchApi.readBoard, { date: TOMORROW }))).couriers.map(({ id, route }) => ({
    courierId: id,
    revision: route.revision,
  }));

test("a delivery that a courier has and has not begun is quoted as if nobody had it, and moved as its quote says", async () => {
  const { held, open } = await heldAndOpen();
  good(await assign(held.id, { seen: await revisions() }));
  good(await assign(open.id, { seen: await revisions(), courierId: dmitri.actor.courierId ?? "" }));
  const [hers, his] = [await quoted(open.id, carla), await quoted(open.id, dmitri)];
  // She comes by both places for the other one, and he drives for this one alone.
  expect(hers.addedMetres).toBeLessThan(his.addedMetres);
  expect(hers.quotes[0]?.courierId).toBe(carla.actor.courierId);
  const { places } = hers;
  const board = boardOf(good(await assign(open.id, { places, seen: await revisions() })));
  const stopsOf = (who: typeof carla) =>
    board.couriers.find(({ id }) => id === who.actor.courierId)?.route.stops.map(({ taskId }) => taskId) ??
    [];
  expect(stopsOf(dmitri).filter((id) => places.some(({ taskId }) => taskId === id))).toEqual([]);
  for (const { taskId, beforeTaskId } of places) {
    const after = stopsOf(carla).slice(stopsOf(carla).indexOf(taskId) + 1);
    expect(after.find((id) => !places.some((own) => own.taskId === id)) ?? null).toBe(beforeTaskId);
  }
  // The one who has it is quoted as well: its best place is asked for when it is dropped on its own courier.
  expect((await quoted(open.id, carla)).addedMetres).toBe(hers.addedMetres);
});

test("a delivery goes to the end of a route where that is its best place", async () => {
  const { held, open } = await heldAndOpen();
  good(await assign(held.id, { seen: await revisions() }));
  const { courierId, places } = await quoted(open.id, dmitri);
  expect(places.map(({ beforeTaskId }) => beforeTaskId)).toEqual([null, null]);
  const board = boardOf(good(await assign(open.id, { courierId, places, seen: await revisions() })));
  const stops = board.couriers.find(({ id }) => id === courierId)?.route.stops ?? [];
  expect(stops.slice(-2).map(({ taskId }) => taskId)).toEqual(places.map(({ taskId }) => taskId));
});

test("where somebody cannot end their route in time, a quote still names places of the route as it is", async () => {
  const start = world.now + 2 * DAY_MS;
  const [date, courierId] = ["2026-06-19", dmitri.actor.courierId ?? ""];
  const [first, open, second] = await bookMany(world, 3, { start });
  if (!first || !open || !second) throw new Error("nothing booked");
  // Too short for two trips; in one trip, as the planner lays it, both would arrive.
  const [from, to] = [start - HOUR_MS, start + 15 * MINUTE_MS].map((at) => localAt(at, "Europe/Berlin").time);
  const shift = { from: from ?? "", to: to ?? "", breaks: [], vehicleId: null };
  const cells = [{ courierId, date, shifts: [shift], seen: [] }];
  good(await bo.call(shiftsApi.planShifts, { cells }, { key: randomUUID() }));
  for (const [revision, { id }] of [first, second].entries())
    good(await assign(id, { date, courierId, seen: [{ courierId, revision }] }));
  const { quotes } = good(await bo.call(dispatchApi.quoteDelivery, { id: open.id, date }));
  const places = quotes.find((one) => one.courierId === courierId)?.places;
  const given = await assign(open.id, { date, courierId, places, seen: [{ courierId, revision: 2 }] });
  const route = boardOf(good(given)).couriers.find(({ id }) => id === courierId)?.route;
  const trips = [first, open, second].flatMap(({ collect, deliver }) => [collect, deliver]);
  expect(route?.stops.map(({ taskId }) => taskId)).toEqual(trips);
});

test("a delivery that is pinned or not there is not quoted", async () => {
  const { held } = await heldAndOpen();
  good(await assign(held.id, { seen: await revisions() }));
  good(await bo.call(dispatchApi.pinDelivery, { id: held.id, pinned: true }));
  for (const id of [held.id, randomUUID()])
    expect(await bo.call(dispatchApi.quoteDelivery, { id, date: TOMORROW })).toMatchObject({
      status: 409,
      body: { code: "planning.not-open" },
    });
});

test("a service level's skill is offered among the couriers' own, and who lacks it is not proposed", async () => {
  const { open } = await heldAndOpen();
  const { levels, version } = good(await ada.call(levelsApi.readServiceLevels, {}));
  const cold = levels.map((level) => ({ ...level, skills: [" cold chain "] }));
  good(await ada.call(levelsApi.editServiceLevels, { version, levels: cold }));
  const { skills } = good(await bo.call(shiftsApi.readShiftWeek, { date: TOMORROW }));
  expect(skills).toEqual(["cold chain"]);
  const proposed = async () => {
    const { quotes } = good(await bo.call(dispatchApi.quoteDelivery, { id: open.id, date: TOMORROW }));
    return quotes.map(({ courierId }) => courierId);
  };
  expect(await proposed()).toEqual([]);
  const means = { id: dmitri.actor.courierId ?? "", vehicleId: null, skills, version: 0 };
  good(await bo.call(shiftsApi.editMeans, means));
  expect(await proposed()).toEqual([dmitri.actor.courierId]);
});
