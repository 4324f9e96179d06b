import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import {
  book,
  bookingKey,
  good,
  guestOrder,
  head,
  order,
  pay,
  withKey,
} from "#test/support/people/booking.ts";
import { assign } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";
import { readDeliveries, readOrderRecord, runCommand } from "./public.ts";

const { world, sam, eve, bo, kim, lee } = useWorld({
  shop: true,
  people: {
    sam: ["Sam Sender", "sender"],
    eve: ["Eve Else", "sender"],
    bo: ["Bo Board", "dispatcher"],
    kim: ["Kim Kurier", "courier"],
    lee: ["Lee Later", "courier"],
  },
  eachTestAtTen: true,
});

const give = (delivery: Delivery, courier: Caller) =>
  assign(
    world,
    bo,
    delivery,
    courier,
    delivery.tasks.map((task) => task.id),
  );
const read = (caller: Caller, id: string) => caller.call(deliveriesApi.readDelivery, { id });

describe("a delivery is seen", () => {
  test("by its courier without what it costs, also once it is cancelled for a fee", async () => {
    const booked = await book(world, sam);
    await give(booked, kim);
    const fee = good(await sam.call(deliveriesApi.previewCancellation, { id: booked.id })).fee;
    good(await sam.call(deliveriesApi.cancelDelivery, { id: booked.id, ...head(world), fee, note: null }));
    const [seen, own] = [good(await read(kim, booked.id)), good(await read(sam, booked.id))];
    expect(seen).toMatchObject({ state: "cancelled", total: null, price: null });
    expect(JSON.stringify(seen)).not.toMatch(/minor|currency/i);
    expect(own.timeline.at(-1)?.data).toMatchObject({ feeMinor: fee.minor, currency: "EUR" });
    expect(own.price?.total).toEqual(booked.total);
  });

  test("by its sender and by staff, not by another sender or a courier without work there", async () => {
    const { id } = await book(world, sam);
    expect([await read(sam, id), await read(bo, id)].map((answer) => answer.status)).toEqual([200, 200]);
    for (const caller of [eve, kim])
      expect(await read(caller, id)).toMatchObject({ status: 404, body: { code: "deliveries.not-found" } });
    expect((await read(world.guest(), id)).status).toBe(401);
  });

  test("by its courier until a day after the work, with telephone but without e-mail", async () => {
    const delivery = await book(world, sam);
    await give(delivery, kim);
    const seen = good(await read(kim, delivery.id));
    expect(seen.recipient).toMatchObject({ phone: "+4930123456", email: null });
    expect(seen).toMatchObject({ courierId: kim.actor.courierId, courierName: "Kim Kurier" });
    expect(seen.actions).toEqual(["start", "arrive", "succeed", "fail"]);
    world.now += DAY_MS * 3;
    expect((await read(kim, delivery.id)).status).toBe(200);
    await give(delivery, lee);
    const lost = good(await read(kim, delivery.id));
    expect(lost.recipient).toMatchObject({ phone: null, email: null });
    expect(lost.actions).toEqual(["start", "arrive", "succeed", "fail"]);
    world.now += DAY_MS;
    expect((await read(kim, delivery.id)).status).toBe(404);
    expect((await read(lee, delivery.id)).status).toBe(200);
  });

  test("with names of staff for staff only, and a courier's first name for the sender", async () => {
    const delivery = await book(world, sam);
    await give(delivery, kim);
    const forStaff = good(await read(bo, delivery.id));
    expect(forStaff.timeline.at(-1)).toMatchObject({
      actor: { name: "Bo Board" },
      data: { courierId: expect.any(String) },
    });
    const forSender = good(await read(sam, delivery.id));
    expect(forSender).toMatchObject({ courierId: null, courierName: "Kim" });
    expect(forSender.tasks[0]).toMatchObject({ courierId: null, courierName: "Kim" });
    const last = forSender.timeline.at(-1);
    expect(last?.actor).toEqual({ kind: "person", name: null });
    expect(last?.data).not.toHaveProperty("courierId");
    expect(forSender.actions).toEqual(["cancel"]);
    expect(forStaff.actions).toContain("cancel");
  });

  test("a guest's delivery belongs to nobody's list, and to no courier either", async () => {
    const key = bookingKey();
    const guest = world.guest();
    const placed = await guestOrder(world, key);
    const id = await pay(world, placed.id);
    expect((await read(sam, id)).status).toBe(404);
    expect((await read(bo, id)).status).toBe(200);
    const again = good(await guest.call(deliveriesApi.readOrder, { id: placed.id }, withKey(key)));
    expect(again.deliveryId).toBe(id);
  });
});

/** Every table that holds an organisation's rows, as the catalogue of the database says. */
async function fencedTables(): Promise<string[]> {
  const found = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{ name: string }>`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'org_id'
        order by 1`,
    ),
  );
  return found.map((row) => row.name);
}

describe("another organisation", () => {
  test("never sees or touches a row, even with its raw id", async () => {
    const delivery = await book(world, sam);
    const placed = await order(world, sam);
    const orgId = newId(world.now);
    await world.db.owner((tx) =>
      sql`insert into organization (id, kind, name, currency, timezone, created_at)
          values (${orgId}, 'carrier', 'Others', 'EUR', 'Europe/Berlin', ${toIso(world.now)})`.execute(tx),
    );
    const boss = { kind: "person" as const, orgId, userId: randomUUID(), roles: ["dispatcher" as const] };
    await world.db.as(boss, async (tx) => {
      expect(await readDeliveries(tx, [delivery.id])).toEqual([]);
      expect(await readOrderRecord(tx, placed.id)).toBeUndefined();
      for (const name of await fencedTables())
        expect([name, await rows(tx, sql`select 1 from ${sql.table(name)}`)]).toEqual([name, []]);
      expect(await rows(tx, sql`select deliveries_like(array['linden'], 10)`)).toEqual([]);
      expect(await rows(tx, sql`select orders_by_sender(array['%'], 10)`)).toEqual([]);
      const { numAffectedRows } = await sql`update delivery set state_shown = 'lost'`.execute(tx);
      expect(numAffectedRows).toBe(0n);
      await expect(
        runCommand(
          tx,
          { actor: { ...boss, orgId: world.orgId }, scope: "org", now: world.now },
          {
            deliveryId: delivery.id,
            command: { type: "lose", commandId: randomUUID(), occurredAt: world.now, note: null },
          },
        ),
      ).rejects.toThrow("deliveries.not-found");
    });
    const refusedWrite = world.db.as(boss, (tx) =>
      sql`update organization set name = 'x'`.execute(tx).then(() => undefined),
    );
    await expect(refusedWrite).rejects.toThrow("permission denied");
    const planted = world.db.as(boss, (tx) =>
      sql`insert into price_list (org_id, version, rules, published_at)
          values (${world.orgId}, 99, '[]', ${toIso(world.now)})`.execute(tx),
    );
    await expect(planted).rejects.toThrow("row-level security");
  });
});

describe("what couriers may not do through dispatch's door", () => {
  test("handling is for dispatchers, listing too", async () => {
    const delivery = await book(world, sam);
    await give(delivery, kim);
    const command = { ...head(world), type: "to_hub" as const, note: null };
    expect((await kim.call(deliveriesApi.handleDelivery, { id: delivery.id, command })).status).toBe(403);
    expect((await kim.call(deliveriesApi.listDeliveries, {})).status).toBe(403);
    expect((await sam.call(deliveriesApi.countStates, {})).status).toBe(403);
    world.now += HOUR_MS;
    expect((await sam.call(deliveriesApi.handleDelivery, { id: delivery.id, command })).status).toBe(403);
  });
});
