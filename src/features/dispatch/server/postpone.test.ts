import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, fromIso, toIso } from "#kernel/instant.ts";
import { type Booked, bookMany } from "#test/support/people/book-many.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Answer } from "#test/support/world.ts";
import { dispatchApi, type BoardSheet, type PlanEdit } from "../contract/api.ts";
import { boardOf, type Board } from "../contract/board.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const DATE = "2026-06-17";
const TOMORROW = "2026-06-18";

type Rest<T> = T extends unknown ? Omit<T, "commandId" | "occurredAt" | "date"> : never;
const edit = (change: Rest<PlanEdit>, commandId: string = randomUUID()): Promise<Answer<BoardSheet>> =>
  crew.bo.call(dispatchApi.editPlan, {
    edit: { commandId, occurredAt: toIso(world.now), date: DATE, ...change },
  });
const board = async (date = DATE): Promise<Board> =>
  boardOf((await crew.bo.call(dispatchApi.readBoard, { date })).body);
const kimsRoute = async () => {
  const found = (await board()).couriers.find(({ id }) => id === crew.kim.actor.courierId);
  if (!found) throw new Error("Kim is not on the board");
  return found.route;
};
const seen = async () => [
  { courierId: crew.kim.actor.courierId ?? "", revision: (await kimsRoute()).revision },
];
const assign = async (booked: readonly Booked[]) =>
  edit({
    type: "assign",
    deliveryIds: booked.map((one) => one.id),
    courierId: crew.kim.actor.courierId ?? "",
    beforeTaskId: null,
    seen: await seen(),
  });
const read = (id: string): Promise<Delivery> => crew.read(crew.bo, id);

test("deliveries go to another day with the same hours, and are taken back whole", async () => {
  const booked = await bookMany(world, 3);
  const ids = booked.map((one) => one.id);
  await assign(booked.slice(0, 2));
  const before = await Promise.all(ids.map(read));
  const commandId = randomUUID();
  const toDate = "2026-06-22";
  const answer = await edit({ type: "postpone", deliveryIds: ids, toDate, seen: await seen() }, commandId);
  expect(answer.status).toBe(200);
  expect((await kimsRoute()).stops).toEqual([]);
  expect((await board()).unassigned.filter((id) => ids.includes(id))).toEqual([]);
  const there = await board(toDate);
  expect(new Set(there.unassigned.filter((id) => ids.includes(id)))).toEqual(new Set(ids));
  const moved = await Promise.all(ids.map(read));
  const days = (fromIso(`${toDate}T00:00:00.000Z`) - fromIso(`${DATE}T00:00:00.000Z`)) / DAY_MS;
  for (const [n, { window, courierId, pickupWindow }] of moved.entries()) {
    expect(courierId).toBeNull();
    expect(fromIso(window.start) - fromIso(before[n]?.window.start ?? "")).toBe(days * DAY_MS);
    expect(fromIso(pickupWindow.end)).toBeGreaterThan(fromIso(before[n]?.window.end ?? ""));
  }
  // The time promised before is over when it is undone.
  world.now += DAY_MS;
  const back = await edit({ type: "restore", deliveryIds: ids, undoes: commandId, seen: [] });
  expect(back.status).toBe(200);
  const restored = await Promise.all(ids.map(read));
  expect(restored.map(({ window, pickupWindow }) => ({ window, pickupWindow }))).toEqual(
    before.map(({ window, pickupWindow }) => ({ window, pickupWindow })),
  );
});

test("a postponement counts once; what was changed since is not taken back", async () => {
  const [a] = await bookMany(world, 1);
  if (!a) throw new Error("nothing booked");
  const commandId = randomUUID();
  const wish = { type: "postpone" as const, deliveryIds: [a.id], toDate: TOMORROW, seen: [] };
  expect((await edit(wish, commandId)).status).toBe(200);
  const once = await read(a.id);
  expect((await edit(wish, commandId)).status).toBe(200);
  expect((await read(a.id)).version).toBe(once.version);
  const { version } = once;
  const window = {
    start: toIso(fromIso(once.window.start) + DAY_MS),
    end: toIso(fromIso(once.window.end) + DAY_MS),
  };
  await crew.bo.call(deliveriesApi.editDelivery, { id: a.id, version, window });
  expect((await edit({ type: "restore", deliveryIds: [a.id], undoes: commandId, seen: [] })).status).toBe(
    200,
  );
  expect((await read(a.id)).window).toEqual(window);
});

test("nothing is postponed where one of them cannot be, or the day is over", async () => {
  const [a, b] = await bookMany(world, 2);
  if (!a || !b) throw new Error("nothing booked");
  await assign([a]);
  const collect = (await read(a.id)).tasks[0]?.id ?? "";
  const head = { commandId: randomUUID(), occurredAt: toIso(world.now), taskId: collect, offline: false };
  await crew.kim.call(deliveriesApi.performTask, { id: a.id, command: { ...head, type: "arrive" } });
  const both = { type: "postpone" as const, deliveryIds: [a.id, b.id], toDate: TOMORROW };
  const refused = await edit({ ...both, seen: await seen() });
  expect(refused).toMatchObject({ status: 409, body: { code: "deliveries.wrong-state" } });
  const past = await edit({ ...both, deliveryIds: [b.id], toDate: "2026-06-10", seen: [] });
  expect(past).toMatchObject({ status: 422, body: { code: "deliveries.window-past" } });
  const { window } = await read(b.id);
  expect(window.start.slice(0, 10)).toBe(DATE);
});

test("an undo takes nothing from a courier who has the work by now, and undoes no other command", async () => {
  const [a] = await bookMany(world, 1);
  if (!a) throw new Error("nothing booked");
  const commandId = randomUUID();
  const wish = { deliveryIds: [a.id], seen: [] };
  await edit({ ...wish, type: "postpone", toDate: TOMORROW }, commandId);
  const moved = await read(a.id);
  await crew.give(moved, crew.kim);
  const refused = await edit({ ...wish, type: "restore", undoes: commandId, seen: await seen() });
  expect(refused).toMatchObject({ status: 409, body: { code: "deliveries.wrong-state" } });
  expect(await read(a.id)).toMatchObject({
    window: moved.window,
    courierId: crew.kim.actor.courierId,
  });

  const [b] = await bookMany(world, 1);
  if (!b) throw new Error("nothing booked");
  const { version, window } = await read(b.id);
  const later = { start: toIso(fromIso(window.start) + DAY_MS), end: toIso(fromIso(window.end) + DAY_MS) };
  const key = randomUUID();
  await crew.bo.call(deliveriesApi.editDelivery, { id: b.id, version, window: later }, { key });
  await edit({ type: "restore", deliveryIds: [b.id], undoes: key, seen: [] });
  expect((await read(b.id)).window).toEqual(later);
});

test("a hundred are postponed, and taken back, in as many statements as one", async () => {
  const [one, many] = [await bookMany(world, 1), await bookMany(world, 100)];
  await assign([...one, ...many]);
  const counted = async (booked: readonly Booked[]) => {
    const [commandId, deliveryIds] = [randomUUID(), booked.map(({ id }) => id)];
    const saw = await seen();
    const there = await world.db.countStatements(() =>
      edit({ type: "postpone", deliveryIds, toDate: TOMORROW, seen: saw }, commandId),
    );
    const back = await world.db.countStatements(() =>
      edit({ type: "restore", deliveryIds, undoes: commandId, seen: [] }),
    );
    expect([there.result.status, back.result.status]).toEqual([200, 200]);
    return [there.statements, back.statements];
  };
  const few = await counted(one);
  expect(await counted(many)).toEqual(few);
});
