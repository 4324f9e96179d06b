import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { deskHandoverApi } from "#features/desk-handover/contract/api.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { type DeskCommand, historyApi } from "../contract/api.ts";

const { world, crew, dora } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { dora: ["Dora Desk", "dispatcher"] },
});

const DATE = "2026-06-17";
const board = async () => boardOf(good(await crew.bo.call(dispatchApi.readBoard, { date: DATE })));
async function assign(ids: readonly string[], to: Caller, by: Caller = crew.bo): Promise<string> {
  const key = randomUUID();
  const seen = (await board()).couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }));
  const courierId = to.actor.courierId ?? "";
  const head = { commandId: key, occurredAt: toIso(world.now), date: DATE, seen };
  const edit = { ...head, type: "assign" as const, deliveryIds: [...ids], courierId, beforeTaskId: null };
  good(await by.call(dispatchApi.editPlan, { edit }, { key }));
  return key;
}
const undo = (id: string, by: Caller = crew.bo, key: string = randomUUID()) =>
  by.call(historyApi.undoCommand, { id }, { key });
const lines = async (filter: object = {}) =>
  good(await crew.bo.call(historyApi.listHistory, { limit: 100, ...filter })).items;
const line = async (id: string): Promise<DeskCommand | undefined> =>
  (await lines()).find((one) => one.id === id);
const holderOf = async (id: string) => (await crew.read(crew.bo, id)).courierId;

test("a command stands in the history with who did what to which deliveries, and its undo", async () => {
  const booked = await bookMany(world, 4);
  const key = await assign(
    booked.map(({ id }) => id),
    crew.kim,
  );
  expect(await line(key)).toMatchObject({
    kind: "plan.assign",
    by: { id: crew.bo.actor.userId, name: "Bo Board" },
    courier: "Kim Kurier",
    count: 4,
    deliveries: booked
      .map(({ id, number }) => ({ id, number }))
      .toSorted((a, b) => (a.number < b.number ? -1 : 1))
      .slice(0, 3),
    undo: { state: "possible" },
  });
});

test("an undo is a command of the history itself, counts once for its key, and has no undo", async () => {
  const [one] = await bookMany(world, 1);
  const key = await assign([one?.id ?? ""], crew.kim);
  const undoKey = randomUUID();
  for (let time = 0; time < 2; time += 1)
    expect(good(await undo(key, dora, undoKey))).toEqual({ id: key, kind: "plan.assign" });
  expect(await holderOf(one?.id ?? "")).toBeNull();
  expect((await line(key))?.undo).toMatchObject({ state: "done", by: "Dora Desk" });
  expect(await line(undoKey)).toMatchObject({
    kind: "undo",
    undid: "plan.assign",
    undo: { state: "none", why: "undo" },
  });
  const again = await undo(key);
  expect(again.body).toMatchObject({ code: "history.undone", facts: { by: "Dora Desk" } });
  expect(codeOf(await undo(undoKey))).toBe("409 history.not-possible");
  expect(codeOf(await undo(randomUUID()))).toBe("404 history.not-found");
});

test("where somebody changed the same delivery since, nothing is undone, and it is said who did what", async () => {
  const booked = await bookMany(world, 2);
  const ids = booked.map(({ id }) => id);
  const key = await assign(ids, crew.kim);
  await assign(ids.slice(0, 1), crew.lee, dora);
  const refused = await undo(key);
  expect(refused.body).toMatchObject({
    code: "history.moved-on",
    facts: { by: "Dora Desk", number: booked[0]?.number, kind: "plan.assign" },
  });
  expect(await Promise.all(ids.map(holderOf))).toEqual(
    [crew.lee, crew.kim].map(({ actor }) => actor.courierId),
  );
  expect((await line(key))?.undo).toMatchObject({
    state: "moved-on",
    since: { by: "Dora Desk", kind: "plan.assign" },
  });
});

test("work that a colleague gave to the same courier meanwhile stays where it is", async () => {
  const [mine, theirs] = await bookMany(world, 2);
  const key = await assign([mine?.id ?? ""], crew.kim);
  await assign([theirs?.id ?? ""], crew.kim, dora);
  good(await undo(key));
  expect(await holderOf(mine?.id ?? "")).toBeNull();
  expect(await holderOf(theirs?.id ?? "")).toBe(crew.kim.actor.courierId);
});

test("a courier who began is the world that moved on", async () => {
  const [one] = await bookMany(world, 1);
  const id = one?.id ?? "";
  const key = await assign([id], crew.kim);
  good(await crew.step(crew.kim, await crew.read(crew.bo, id), "collect", "start"));
  expect((await undo(key)).body).toMatchObject({
    code: "history.moved-on",
    facts: { by: "Kim Kurier", kind: "" },
  });
});

test("a stop that was moved since keeps its place, and it is said who moved it", async () => {
  const booked = await bookMany(world, 2);
  const key = await assign(
    booked.map(({ id }) => id),
    crew.kim,
  );
  const route = (await board()).couriers.find(({ id }) => id === crew.kim.actor.courierId)?.route;
  const commandId = randomUUID();
  const edit = {
    type: "move" as const,
    commandId,
    occurredAt: toIso(world.now),
    date: DATE,
    seen: [{ courierId: crew.kim.actor.courierId ?? "", revision: route?.revision ?? 0 }],
    courierId: crew.kim.actor.courierId ?? "",
    taskId: booked[1]?.collect ?? "",
    beforeTaskId: booked[0]?.collect ?? "",
  };
  good(await dora.call(dispatchApi.editPlan, { edit }, { key: commandId }));
  expect((await undo(key)).body).toMatchObject({
    code: "dispatch.conflict",
    facts: { by: "Dora Desk", change: "move" },
  });
  good(await undo(commandId));
  good(await undo(key));
});

test("another try and the way back are taken out of the plan again", async () => {
  for (const type of ["retry", "send_back"]) {
    const failed = good(
      await crew.step(crew.kim, await crew.collected(), "deliver", "fail", {
        reason: "recipient_absent",
        note: null,
        proofIds: [],
      }),
    );
    const done = await crew.handle(failed, type);
    expect(codeOf(done)).not.toMatch(/^4/);
    // Both were done at the same instant: the order of the list says nothing here.
    const noted = (await lines({ group: "delivery" })).find(({ kind }) => kind === `delivery.${type}`);
    expect(noted?.undo).toEqual({ state: "possible" });
    good(await undo(noted?.id ?? ""));
    expect((await crew.read(crew.bo, failed.id)).state).toBe("attempt_failed");
  }
});

test("a handover that the desk orders stands there with the courier who has the parcels now", async () => {
  const { id } = await crew.collected();
  const { version } = await crew.read(crew.bo, id);
  const courierId = crew.lee.actor.courierId ?? "";
  const key = randomUUID();
  good(
    await crew.bo.call(deskHandoverApi.handOver, { id, version, courierId, note: "At the market." }, { key }),
  );
  expect(await line(key)).toMatchObject({
    kind: "delivery.hand-over",
    courier: "Lee Later",
    deliveries: [{ id }],
    undo: { state: "none", why: "parcel" },
  });
});

test("what cannot be undone says why: parcels that moved, money", async () => {
  good(await crew.handle(await crew.collected(), "to_hub"));
  expect((await lines()).find(({ kind }) => kind === "delivery.to_hub")).toMatchObject({
    kind: "delivery.to_hub",
    undo: { state: "none", why: "parcel" },
  });
  const [one] = await bookMany(world, 1);
  const key = randomUUID();
  const fee = good(await crew.bo.call(deliveriesApi.previewCancellation, { id: one?.id ?? "" })).fee;
  const head = { commandId: key, occurredAt: toIso(world.now) };
  good(
    await crew.bo.call(
      deliveriesApi.cancelDelivery,
      { id: one?.id ?? "", ...head, fee, note: null },
      { key },
    ),
  );
  expect((await line(key))?.undo).toEqual({ state: "none", why: "money" });
});

test("a message is taken back until it was seen", async () => {
  const key = randomUUID();
  const courierIds = [crew.kim.actor.courierId ?? ""];
  good(
    await crew.bo.call(
      messagesApi.sendMessage,
      { text: "Call in", toAll: false, courierIds, deliveryId: null },
      { key },
    ),
  );
  good(await undo(key));
  const message = await world.one<{ at: unknown }>(
    sql`select withdrawn_at as at from message where id = ${key}`,
  );
  expect(message?.at).not.toBeNull();
});

test("commands of couriers and senders are no commands of the desk, and refused or empty ones leave no line", async () => {
  const before = (await lines()).length;
  const { id } = await crew.delivered();
  expect(codeOf(await crew.handle(await crew.read(crew.bo, id), "retry"))).toBe("409 deliveries.wrong-state");
  const office = new Set([crew.bo, dora].map(({ actor }) => actor.userId));
  expect((await lines()).filter(({ by }) => !office.has(by.id ?? ""))).toEqual([]);
  expect((await lines()).length).toBe(before);
  expect(codeOf(await crew.kim.call(historyApi.listHistory, { limit: 10 }))).toBe("403 accounts.forbidden");
  expect(codeOf(await undo(randomUUID(), crew.sam))).toBe("403 accounts.forbidden");
});

test("yesterday's commands are listed by their day, and undone no more", async () => {
  const [one] = await bookMany(world, 1);
  const key = await assign([one?.id ?? ""], crew.kim);
  world.now += DAY_MS;
  expect(await line(key)).toBeUndefined();
  expect((await lines({ date: DATE })).find(({ id }) => id === key)?.undo).toEqual({ state: "day-over" });
  expect(codeOf(await undo(key))).toBe("409 history.day-over");
});

test("the list is filtered by person and kind, and goes on page by page", async () => {
  expect((await lines({ personId: dora.actor.userId })).every(({ by }) => by.name === "Dora Desk")).toBe(
    true,
  );
  expect(new Set((await lines({ group: "undo" })).map(({ kind }) => kind))).toEqual(new Set(["undo"]));
  const all = await lines();
  const first = good(await crew.bo.call(historyApi.listHistory, { limit: 3 }));
  const rest = good(await crew.bo.call(historyApi.listHistory, { limit: 100, cursor: first.next ?? "" }));
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});

test("two undos at once: one is done, the other hears of it", async () => {
  const [one] = await bookMany(world, 1);
  const key = await assign([one?.id ?? ""], crew.kim);
  const answers = await Promise.all([undo(key), undo(key, dora)]);
  expect(answers.map(codeOf).filter((code) => code.includes("history.undone"))).toHaveLength(1);
});

test("no name, address or note stands in a stored command", async () => {
  const { id, version, recipient } = await crew.assigned();
  const input = {
    id,
    version,
    recipient: { ...recipient, phone: recipient.phone ?? "", name: "Rosa Secret", note: "Ring twice" },
  };
  good(await crew.bo.call(deliveriesApi.editDelivery, input));
  const stored = await world.one<{ all: string }>(
    sql`select string_agg(c::text, ' ') as all from desk_command c`,
  );
  for (const part of ["Rosa", "twice", recipient.name]) expect(stored?.all).not.toContain(part);
});
