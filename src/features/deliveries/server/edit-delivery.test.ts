import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { HOUR_MS, fromIso, toIso } from "#kernel/instant.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { HEADERS } from "#contract/endpoint.ts";
import { rows } from "#server/db/db.ts";
import { book, codeOf, contact, good } from "#test/support/people/booking.ts";
import { newId } from "#server/ids.ts";
import { contextOf } from "#test/support/context-of.ts";
import { brokenStories } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller, CallOptions } from "#test/support/world.ts";
import { deliveriesApi } from "../contract/api.ts";
import { editDelivery } from "./edit-delivery.ts";
import type { Delivery } from "../contract/shapes.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

type Parts = Partial<Pick<Delivery, "window">> &
  Partial<Record<"sender" | "recipient", ReturnType<typeof contact>>>;
const edit = ({ id, version }: Delivery, parts: Parts, caller: Caller = crew.bo, options: CallOptions = {}) =>
  caller.call(deliveriesApi.editDelivery, { id, version, ...parts }, options);
const rita = contact("Rita Ray", "+4930777777");
const later = ({ window }: Delivery, hours = 2) => ({
  start: toIso(fromIso(window.start) + hours * HOUR_MS),
  end: toIso(fromIso(window.end) + hours * HOUR_MS),
});
const historyOf = ({ timeline }: Delivery) => timeline.findLast(({ type }) => type === "delivery.edited");

describe("an edit of the office", () => {
  test("stands in the delivery, its order, its stops, the search, and with the old values in the history", async () => {
    const before = await crew.assigned();
    const window = later(before);
    const recipient = { ...rita, name: "Zoe Zander", note: "second yard" };
    const after = good(await edit(before, { recipient, window }));
    expect(after).toMatchObject({ recipient, window, version: before.version + 1, sender: before.sender });
    expect(after.tasks.find(({ kind }) => kind === "deliver")?.window).toEqual(window);
    expect(after.tasks.find(({ kind }) => kind === "collect")?.window).toEqual(after.pickupWindow);
    expect(after.pickupWindow.end).toBe(window.start);
    expect(historyOf(after)).toMatchObject({
      actor: { name: "Bo Board" },
      changes: [
        { field: "pickup-window" },
        { field: "recipient-name", from: "Rita Ray", to: "Zoe Zander" },
        { field: "recipient-note", from: "ring twice", to: "second yard" },
        { field: "recipient-phone", from: "+4930123456", to: "+4930777777" },
        { field: "window", from: `${before.window.start}/${before.window.end}` },
      ],
    });
    const order = good(await crew.sam.call(deliveriesApi.readOrder, { id: before.orderId }));
    expect(order).toMatchObject({ recipient, window });
    const found = good(await crew.bo.call(deliveriesApi.listDeliveries, { search: "zander", limit: 5 }));
    expect(found.items.map(({ id }) => id)).toContain(before.id);
    expect(await brokenStories(world)).toEqual([]);
  });

  test("is on the courier's phone with what changed, and its old values are nowhere else", async () => {
    const [before, untouched] = [await crew.assigned(), await crew.assigned()];
    good(await edit(before, { recipient: rita, sender: contact("Sam Sender", "+4930888888") }));
    const day = good(await crew.kim.call(courierApi.readDay, {}));
    const stops = day.stops.filter(({ deliveryId }) => deliveryId === before.id);
    expect(stops.map(({ kind, contactPhone, changed }) => [kind, contactPhone, changed?.fields])).toEqual([
      ["collect", "+4930888888", ["sender-phone"]],
      ["deliver", "+4930777777", ["recipient-phone"]],
    ]);
    const other = day.stops.filter(({ deliveryId }) => deliveryId === untouched.id);
    expect(other).toHaveLength(2);
    expect(other.every(({ changed }) => changed === undefined)).toBe(true);
    for (const caller of [crew.kim, crew.sam])
      expect(historyOf(await crew.read(caller, before.id))?.changes).toBeUndefined();
    const told = await world.db.owner((tx) =>
      rows(
        tx,
        sql<{ said: string }>`select data::text as said from event
          where type = 'delivery.edited' and aggregate_id = ${before.id}`,
      ),
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.said).not.toContain("+49");
  });

  test("of nothing changes nothing, and the same press counts once", async () => {
    const before = await crew.assigned();
    const same = good(await edit(before, { window: before.window }));
    expect(same.version).toBe(before.version);
    const options = { key: randomUUID() };
    const first = good(await edit(before, { recipient: rita }, crew.bo, options));
    const again = good(await edit(before, { recipient: rita }, crew.bo, options));
    expect(again.version).toBe(first.version);
    const other = await edit(before, { recipient: contact("Other") }, crew.bo, options);
    expect(codeOf(other)).toMatch(/^4\d\d http\.idempotency-mismatch$/);
  });
});

test("the recipient's page follows an edit and does not tell of it", async () => {
  const before = await crew.assigned();
  const { path } = good(await crew.bo.call(trackingApi.shareDelivery, { id: before.id }));
  const options = { headers: { [HEADERS.trackingToken]: path.split("/").at(-1) ?? "" } };
  const seen = async () => good(await world.guest().call(trackingApi.track, {}, options));
  const { timeline } = await seen();
  const window = later(before);
  good(await edit(before, { window }));
  expect(await seen()).toMatchObject({ window, timeline });
});

describe("an edit is refused", () => {
  test("when the delivery changed since it was read: of two at once one wins", async () => {
    const before = await crew.assigned();
    const both = await Promise.all([
      edit(before, { recipient: rita }),
      edit(before, { window: later(before) }),
    ]);
    expect(both.map(codeOf).toSorted()).toEqual(["200", "409 deliveries.changed-meanwhile"]);
    const now = await crew.read(crew.bo, before.id);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      facts: { version: now.version },
    });
    expect(codeOf(await edit(now, { window: later(before, 3) }))).toBe("200");
  });

  test("when it is too late for that part, part by part", async () => {
    const taken = await crew.collected();
    expect((await edit(taken, { sender: contact("Late") })).body).toMatchObject({
      code: "deliveries.too-late-to-edit",
      facts: { part: "sender", why: "collected" },
    });
    const arrived = good(await crew.step(crew.kim, taken, "deliver", "arrive"));
    expect((await edit(arrived, { window: later(arrived) })).body).toMatchObject({
      facts: { part: "window", why: "at-door" },
    });
    const edited = good(await edit(arrived, { recipient: rita }));
    const done = good(await crew.handOver(edited));
    expect((await edit(done, { recipient: contact("Too Late") })).body).toMatchObject({
      facts: { part: "recipient", why: "ended" },
    });
  });

  test("with a window that is over or impossible", async () => {
    const before = await crew.assigned();
    const past = later(before, -24);
    expect(codeOf(await edit(before, { window: past }))).toBe("422 deliveries.window-past");
    const empty = { start: before.window.start, end: before.window.start };
    expect(codeOf(await edit(before, { window: empty }))).toBe("422 deliveries.window-wrong");
  });

  test("to couriers, senders and guests, and to another organisation's dispatcher", async () => {
    const before = await crew.assigned();
    for (const caller of [crew.kim, crew.sam])
      expect(codeOf(await edit(before, { recipient: rita }, caller))).toBe("403 accounts.forbidden");
    expect((await edit(before, { recipient: rita }, world.guest())).status).toBe(401);
    const orgId = newId(world.now);
    await world.db.owner((tx) =>
      sql`insert into organization (id, kind, name, currency, timezone, created_at)
          values (${orgId}, 'carrier', 'Others', 'EUR', 'Europe/Berlin', ${toIso(world.now)})`.execute(tx),
    );
    const actor = { ...crew.bo.actor, orgId };
    const foreign = { ...contextOf(world, { actor }), scope: "org" as const, key: randomUUID() };
    const input = { id: before.id, version: before.version, recipient: rita };
    await expect(editDelivery(input, foreign)).rejects.toMatchObject({ code: "deliveries.not-found" });
    expect((await crew.read(crew.bo, before.id)).version).toBe(before.version);
  });
});

test("a failed pickup's window can be moved before another try is planned", async () => {
  const booked = await crew.give(await book(world, crew.sam), crew.kim);
  const fail = { reason: "pickup_closed", note: "closed" };
  const { id } = good(await crew.keepPhoto(booked, booked.tasks[0]?.id));
  const failed = good(await crew.step(crew.kim, booked, "collect", "fail", { ...fail, proofIds: [id] }));
  expect(failed.state).toBe("pickup_failed");
  const edited = good(await edit(failed, { window: later(failed, 5) }));
  expect(good(await crew.handle(edited, "retry")).tasks.at(-1)?.window).toEqual(edited.pickupWindow);
});
