import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { ALONE_MS, checkHandovers } from "#features/custody/server/alone.ts";
import { codeOfHash, termsText } from "#features/custody/domain/handover-code.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { sha256 } from "#server/db/hash.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { book, codeOf, good } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { deskHandoverApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });
let held: Delivery;
beforeEach(async () => {
  held = await crew.collected();
});

const idOf = ({ actor }: Caller): string => actor.courierId ?? "";
const SAID = "Kim hands the parcels over to Lee.";
const handOver = async (
  delivery: Delivery,
  to: string,
  { key = randomUUID(), by = crew.bo, version = 0 } = {},
) =>
  by.call(
    deskHandoverApi.handOver,
    {
      id: delivery.id,
      version: version || (await crew.read(crew.bo, delivery.id)).version,
      courierId: to,
      note: SAID,
    },
    { key },
  );
const dayOf = async (who: Caller) => good(await who.call(courierApi.readDay, {}));
const stopsOf = async (who: Caller) => (await dayOf(who)).stops.map(({ taskId }) => taskId);
const revisionOf = async (who: Caller) => (await dayOf(who)).route?.revision ?? 0;
const notesOf = async ({ id }: Delivery) =>
  good(await crew.bo.call(messagesApi.listMessages, { deliveryId: id, limit: 10 })).items;
const eventsOf = ({ id }: Delivery) =>
  world.run(
    sql<{ type: string; handover: boolean }>`
      select type, data ->> 'handover' = 'true' as handover from event
      where aggregate = 'delivery' and aggregate_id = ${id} order by seq desc limit 2`,
  );

test("the stop leaves the giver's day for the taker's, both get the note, and the history says that it was a handover", async () => {
  const taskId = taskIdOf(held, "deliver");
  const before = { kim: await revisionOf(crew.kim), lee: await revisionOf(crew.lee) };
  const after = good(await handOver(held, idOf(crew.lee)));
  expect(after).toMatchObject({ state: "collected", custody: "courier", courierName: "Lee Later" });
  expect(await stopsOf(crew.kim)).not.toContain(taskId);
  expect((await stopsOf(crew.lee)).at(-1)).toBe(taskId);
  expect(await revisionOf(crew.kim)).toBeGreaterThan(before.kim);
  expect(await revisionOf(crew.lee)).toBeGreaterThan(before.lee);
  expect(await eventsOf(held)).toEqual([
    { type: "delivery.assigned", handover: true },
    { type: "delivery.unassigned", handover: true },
  ]);
  const [note] = await notesOf(held);
  expect(note).toMatchObject({ text: SAID, recipients: [{ name: "Kim Kurier" }, { name: "Lee Later" }] });
  for (const who of [crew.kim, crew.lee])
    expect((await dayOf(who)).messages?.some(({ id }) => id === note?.id)).toBe(true);
  good(await crew.step(crew.lee, held, "deliver", "start"));
});

test("given once for the call's key, however often it is sent", async () => {
  const key = randomUUID();
  const { version } = await crew.read(crew.bo, held.id);
  const [first, again] = [
    good(await handOver(held, idOf(crew.lee), { key, version })),
    good(await handOver(held, idOf(crew.lee), { key, version })),
  ];
  expect(again.version).toBe(first.version);
  expect(await notesOf(held)).toHaveLength(1);
});

test("of two dispatchers at once one hands it over, the other hears that it changed", async () => {
  const max = await world.person("Max Meister", "courier");
  const { version } = await crew.read(crew.bo, held.id);
  const answers = await Promise.all([crew.lee, max].map((to) => handOver(held, idOf(to), { version })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.map(codeOf)).toContain("409 deliveries.changed-meanwhile");
  expect(await notesOf(held)).toHaveLength(1);
});

test("a stop on the board's route goes to the end of the other one", async () => {
  const delivery = await book(world, crew.sam);
  const planned = await crew.read(crew.bo, delivery.id);
  const { timezone } = await dayOf(crew.kim);
  const date = localAt(Date.parse(planned.window.start), timezone).date;
  const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, { date })));
  const revision = board.couriers.find(({ id }) => id === idOf(crew.kim))?.route.revision ?? 0;
  const head = { commandId: randomUUID(), occurredAt: toIso(world.now), date };
  const seen = [{ courierId: idOf(crew.kim), revision }];
  const edit = { ...head, type: "assign" as const, deliveryIds: [delivery.id], seen, beforeTaskId: null };
  good(await crew.bo.call(dispatchApi.editPlan, { edit: { ...edit, courierId: idOf(crew.kim) } }));
  good(await crew.step(crew.kim, planned, "collect", "succeed", bare));
  good(await handOver(delivery, idOf(crew.lee)));
  const after = boardOf(good(await crew.bo.call(dispatchApi.readBoard, { date })));
  const routeOf = (who: Caller) =>
    after.couriers.find(({ id }) => id === idOf(who))?.route.stops.map(({ taskId }) => taskId) ?? [];
  const taskId = taskIdOf(planned, "deliver");
  expect(routeOf(crew.kim)).not.toContain(taskId);
  expect(routeOf(crew.lee).at(-1)).toBe(taskId);
});

test("the sheet names who has the parcels and everybody else, those on duty first", async () => {
  const on = { commandId: randomUUID(), occurredAt: toIso(world.now), onDuty: true };
  good(await crew.lee.call(courierApi.keepShift, on));
  const sheet = good(await crew.bo.call(deskHandoverApi.readHandOver, { id: held.id }));
  expect(sheet.from).toEqual({ id: idOf(crew.kim), name: "Kim Kurier" });
  expect(sheet.couriers[0]).toEqual({ id: idOf(crew.lee), name: "Lee Later", onDuty: true });
  expect(sheet.couriers.map(({ id }) => id)).not.toContain(idOf(crew.kim));
  good(await crew.lee.call(courierApi.keepShift, { ...on, commandId: randomUUID(), onDuty: false }));
});

test.each([
  ["before they are collected", () => crew.assigned()],
  ["at the hub", async () => good(await crew.handle(held, "to_hub"))],
  ["at the door", async () => good(await crew.step(crew.kim, held, "deliver", "arrive"))],
  ["delivered", () => crew.delivered()],
])("parcels that no courier has on the way are not handed over: %s", async (_when, made) => {
  const delivery = await made();
  expect(codeOf(await handOver(delivery, idOf(crew.lee)))).toBe("409 custody.not-held");
  const sheet = await crew.bo.call(deskHandoverApi.readHandOver, { id: delivery.id });
  expect(codeOf(sheet)).toBe("409 custody.not-held");
  expect(await notesOf(delivery)).toEqual([]);
});

test("not to the same courier, nor to somebody who is none, nor by a stale page, nor by whoever may not", async () => {
  const to = idOf(crew.lee);
  expect(codeOf(await handOver(held, idOf(crew.kim)))).toBe("422 custody.own-code");
  expect(codeOf(await handOver(held, randomUUID()))).toBe("422 dispatch.courier-unknown");
  expect(codeOf(await handOver(held, to, { version: 1 }))).toBe("409 deliveries.changed-meanwhile");
  expect((await handOver(held, to, { by: crew.kim })).status).toBe(403);
  expect((await handOver(held, to, { by: crew.sam })).status).toBe(403);
  const { version } = await crew.read(crew.bo, held.id);
  expect(codeOf(await handOver({ ...held, id: randomUUID() }, to, { version }))).toBe(
    "404 deliveries.not-found",
  );
  expect(await notesOf(held)).toEqual([]);
});

test("the taker's lone word is settled by it, and the giver's, when it comes, contradicts nothing", async () => {
  const [kim, lee] = [openPhone(world, crew.kim), openPhone(world, crew.lee)];
  const door = { deliveryId: held.id, taskId: taskIdOf(held, "deliver") };
  const terms = { secret: randomUUID(), at: world.now, deliveryIds: [held.id] };
  const code = codeOfHash(sha256(termsText(terms)));
  lee.tap("taken_over", { ...door, code, stop: { label: "read by the phone alone" } });
  good(await lee.send());
  world.now += ALONE_MS + MINUTE_MS;
  await checkHandovers(world.db, world.now);
  const open = () =>
    world.run(
      sql<{ kind: string }>`select kind from exception
        where delivery_id = ${held.id} and resolved_at is null and kind <> 'late'`,
    );
  expect(await open()).toEqual([{ kind: "handover_taken" }]);
  good(await handOver(held, idOf(crew.lee)));
  expect(await open()).toEqual([]);
  kim.tap("handed_over", { ...door, ...terms, code });
  expect(good(await kim.send()).results.map(({ verdict }) => verdict)).toEqual(["accepted"]);
  expect(await open()).toEqual([]);
});
