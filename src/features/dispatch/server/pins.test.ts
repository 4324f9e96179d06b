import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { brokenStories } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { dispatchApi } from "../contract/api.ts";
import { boardOf } from "../contract/board.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada", "org-admin"] },
});

const pin = (id: string, pinned = true, { who = crew.bo, key = randomUUID() } = {}) =>
  who.call(dispatchApi.pinDelivery, { id, pinned }, { key });
const board = async () => boardOf(good(await crew.bo.call(dispatchApi.readBoard, {})));
const isPinned = async (id: string) =>
  (await board()).deliveries.find((one) => one.id === id)?.pinned ?? false;
const seen = async () =>
  (await board()).couriers.map((one) => ({ courierId: one.id, revision: one.route.revision }));
const give = async (id: string, to: Caller) =>
  good(
    await crew.bo.call(dispatchApi.editPlan, {
      edit: {
        type: "assign",
        commandId: randomUUID(),
        occurredAt: toIso(world.now),
        date: (await board()).date,
        deliveryIds: [id],
        courierId: to.actor.courierId ?? "",
        beforeTaskId: null,
        seen: await seen(),
      },
    }),
  );
const history = async (id: string, who = crew.bo) =>
  (await crew.read(who, id)).timeline.map(({ type, actor }) => `${type} ${actor.name}`);
const newsOf = (id: string) =>
  world.db.owner((tx) =>
    rows(
      tx,
      sql<{ type: string; audience: unknown }>`
        select type, audience from event where aggregate_id = ${id} and type like '%pinned' order by seq`,
    ),
  );

test("a pin is on the board and in the history, told to staff alone, once for a key and taken off again", async () => {
  const { id } = await crew.assigned();
  const key = randomUUID();
  const courierId = crew.kim.actor.courierId;
  expect(good(await pin(id, true, { key }))).toEqual({ deliveryId: id, courierId });
  expect(good(await pin(id, true, { key }))).toEqual({ deliveryId: id, courierId });
  expect(good(await pin(id, true, { who: ada }))).toEqual({ deliveryId: id, courierId });
  expect(await isPinned(id)).toBe(true);
  const stops = (await board()).couriers.flatMap(({ route }) => route.stops);
  for (const stop of stops.filter(({ deliveryId }) => deliveryId === id)) expect(stop.pinned).toBe(true);
  expect(await newsOf(id)).toEqual([{ type: "delivery.pinned", audience: { staff: true } }]);
  expect((await history(id)).at(-1)).toBe("delivery.pinned Bo Board");
  expect((await history(id, crew.kim)).some((line) => line.includes("pinned"))).toBe(false);

  expect(await pin(id, false, { key })).toMatchObject({
    status: 422,
    body: { code: "http.idempotency-mismatch" },
  });
  expect(good(await pin(id, false))).toEqual({ deliveryId: id, courierId: null });
  expect(good(await pin(id, false))).toEqual({ deliveryId: id, courierId: null });
  expect(await isPinned(id)).toBe(false);
  expect((await newsOf(id)).map(({ type }) => type)).toEqual(["delivery.pinned", "delivery.unpinned"]);
  expect(await brokenStories(world)).toEqual([]);
});

test("only what one courier has can be pinned, and only by who plans", async () => {
  const delivered = await crew.delivered();
  expect(await pin(delivered.id)).toMatchObject({ status: 409, body: { code: "dispatch.pin-over" } });
  const open = await crew.read(crew.bo, (await crew.assigned()).id);
  good(
    await crew.bo.call(dispatchApi.editPlan, {
      edit: {
        type: "unassign",
        commandId: randomUUID(),
        occurredAt: toIso(world.now),
        date: (await board()).date,
        deliveryIds: [open.id],
        seen: await seen(),
      },
    }),
  );
  expect(await pin(open.id)).toMatchObject({
    status: 409,
    body: { code: "dispatch.pin-open", facts: { number: open.number } },
  });
  expect(await pin(randomUUID())).toMatchObject({ status: 404, body: { code: "deliveries.not-found" } });
  expect(await pin(open.id, true, { who: crew.kim })).toMatchObject({ status: 403 });
  expect(await pin(open.id, true, { who: crew.sam })).toMatchObject({ status: 403 });
});

test("a pin falls where somebody gives the delivery to another courier, and does not come back with it", async () => {
  const { id } = await crew.assigned();
  good(await pin(id));
  await give(id, crew.kim);
  expect(await isPinned(id)).toBe(true);
  await give(id, crew.lee);
  expect(await isPinned(id)).toBe(false);
  expect((await newsOf(id)).map(({ type }) => type)).toEqual(["delivery.pinned", "delivery.unpinned"]);
  await give(id, crew.kim);
  expect(await isPinned(id)).toBe(false);
  // The board's undo gives it back, then pins it again.
  good(await pin(id));
  expect(await isPinned(id)).toBe(true);
  expect((await newsOf(id)).at(-1)).toEqual({ type: "delivery.pinned", audience: { staff: true } });
  expect(await brokenStories(world)).toEqual([]);
});

test("a pin ends with its delivery", async () => {
  const collected = await crew.collected();
  good(await pin(collected.id));
  expect(await isPinned(collected.id)).toBe(true);
  good(await crew.handOver(collected));
  expect((await crew.read(crew.bo, collected.id)).state).toBe("delivered");
  expect(await isPinned(collected.id)).toBe(false);
});
