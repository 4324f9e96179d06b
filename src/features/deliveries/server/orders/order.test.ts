import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { parseHumanNumber } from "#kernel/human-number.ts";
import { rows } from "#server/db/db.ts";
import {
  book,
  bookingKey,
  good,
  order,
  orderInput,
  pay,
  quote,
  request,
  systemOf,
  withKey,
} from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { deliveriesApi } from "../../contract/api.ts";
import { expireOrder, overdueOrders } from "../public.ts";
import { writeContext } from "#server/db/tx-context.ts";

const { world, sam, bo } = useWorld({
  shop: true,
  people: { sam: ["Sam Sender", "sender"], bo: ["Bo Board", "dispatcher"] },
  eachTestAtTen: true,
});

const count = async (table: string): Promise<number> => {
  const [row] = await world.db.owner((tx) =>
    rows(tx, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`),
  );
  return row?.n ?? 0;
};

describe("placing an order", () => {
  test("an accepted quote becomes an order that waits 15 minutes for its payment", async () => {
    const quoted = await quote(world, sam);
    const placed = good(await sam.call(deliveriesApi.placeOrder, orderInput(quoted)));
    expect(placed).toMatchObject({ state: "pending_payment", deliveryId: null, total: quoted.price.total });
    expect(parseHumanNumber(placed.number)).toBe(placed.number);
    expect(Date.parse(placed.expiresAt ?? "") - world.now).toBe(15 * MINUTE_MS);
    expect((await sam.call(quotesApi.readQuote, { id: quoted.id })).body.state).toBe("accepted");
  });

  test("of ten tabs that accept one quote, one wins", async () => {
    const before = await count("sales_order");
    const quoted = await quote(world, sam);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sam.call(deliveriesApi.placeOrder, orderInput(quoted))),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const codes = answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.code);
    expect(codes).toEqual(Array.from({ length: 9 }, () => "quotes.already-accepted"));
    expect(await count("sales_order")).toBe(before + 1);
  });

  test("the same key is the same order, also after the kept reply was lost, and also ten times at once", async () => {
    const quoted = await quote(world, sam);
    const key = randomUUID();
    const first = good(await sam.call(deliveriesApi.placeOrder, orderInput(quoted), { key }));
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    const again = good(await sam.call(deliveriesApi.placeOrder, orderInput(quoted), { key }));
    expect(again).toEqual(first);
    const other = await quote(world, sam);
    const key2 = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sam.call(deliveriesApi.placeOrder, orderInput(other), { key: key2 })),
    );
    const placed = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.id);
    expect(new Set(placed).size).toBe(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.body.code).toBe("http.idempotency-running");
  });

  test("a quote that is over, changed, unknown or somebody else's is refused", async () => {
    const quoted = await quote(world, sam);
    const asked = orderInput(quoted);
    const refused = async (caller: Caller, input: typeof asked) =>
      (await caller.call(deliveriesApi.placeOrder, input)).body.code;
    expect(await refused(sam, { ...asked, requestHash: "other" })).toBe("quotes.changed");
    expect(await refused(sam, { ...asked, quoteId: randomUUID() })).toBe("quotes.not-found");
    expect(await refused(await world.person("Eve", "sender"), asked)).toBe("quotes.not-found");
    world.now += 15 * MINUTE_MS;
    expect(await refused(sam, asked)).toBe("quotes.expired");
  });

  test("another's key shows nothing of what it made, neither quote nor order", async () => {
    const eve = await world.person("Eve Else", "sender");
    const key = randomUUID();
    const asked = request(world);
    const quoted = good(await sam.call(quotesApi.makeQuote, asked, { key }));
    expect(await eve.call(quotesApi.makeQuote, asked, { key })).toMatchObject({
      status: 422,
      body: { code: "http.idempotency-mismatch" },
    });
    const placing = { key: randomUUID() };
    good(await sam.call(deliveriesApi.placeOrder, orderInput(quoted), placing));
    expect(await eve.call(deliveriesApi.placeOrder, orderInput(quoted), placing)).toMatchObject({
      status: 422,
      body: { code: "http.idempotency-mismatch" },
    });
  });

  test("a key used for another order is refused", async () => {
    const key = randomUUID();
    good(await sam.call(deliveriesApi.placeOrder, orderInput(await quote(world, sam)), { key }));
    await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
    const other = orderInput(await quote(world, sam));
    expect((await sam.call(deliveriesApi.placeOrder, other, { key })).body.code).toBe(
      "http.idempotency-mismatch",
    );
  });
});

describe("guests", () => {
  test("book with a key of their own and see the order only with it", async () => {
    const guest = world.guest();
    const key = bookingKey();
    const asked = orderInput(await quote(world, guest, {}, withKey(key)));
    expect((await guest.call(deliveriesApi.placeOrder, asked)).body.code).toBe(
      "deliveries.booking-key-missing",
    );
    expect((await guest.call(deliveriesApi.placeOrder, asked, withKey("short"))).body.code).toBe(
      "deliveries.booking-key-missing",
    );
    const placed = good(await guest.call(deliveriesApi.placeOrder, asked, withKey(key)));
    expect(good(await guest.call(deliveriesApi.readOrder, { id: placed.id }, withKey(key)))).toEqual(placed);
    for (const headers of [{}, withKey(bookingKey())])
      expect(await guest.call(deliveriesApi.readOrder, { id: placed.id }, headers)).toMatchObject({
        status: 404,
        body: { code: "deliveries.not-found" },
      });
    expect((await sam.call(deliveriesApi.readOrder, { id: placed.id })).status).toBe(404);
    expect((await bo.call(deliveriesApi.readOrder, { id: placed.id })).status).toBe(200);
    const stored = await world.db.owner((tx) =>
      rows(tx, sql<{ all: string }>`select o::text as all from sales_order o`),
    );
    expect(stored.some((row) => row.all.includes(key))).toBe(false);
  });
});

describe("ending unpaid", () => {
  test("a sender gives up, twice is once, and a paid order cannot be given up", async () => {
    const placed = await order(world, sam);
    const [a, b] = [
      await sam.call(deliveriesApi.abandonOrder, { id: placed.id }),
      await sam.call(deliveriesApi.abandonOrder, { id: placed.id }),
    ];
    expect([a.body.state, b.body.state]).toEqual(["cancelled", "cancelled"]);
    await expect(pay(world, placed.id)).rejects.toThrow("deliveries.wrong-state");
    const paid = await order(world, sam);
    await pay(world, paid.id);
    expect((await sam.call(deliveriesApi.abandonOrder, { id: paid.id })).body.code).toBe(
      "deliveries.wrong-state",
    );
    const eve = await world.person("Eve", "sender");
    expect((await eve.call(deliveriesApi.abandonOrder, { id: paid.id })).status).toBe(404);
  });

  test("payments may expire an order the moment its time is over, and nobody else does", async () => {
    const [first, second] = [await order(world, sam), await order(world, sam)];
    const actor = systemOf(world.orgId);
    const end = (id: string) =>
      world.db.as(actor, (tx) => expireOrder(writeContext(tx, { actor, now: world.now }), id));
    expect(await end(first.id)).toBe(false);
    world.now += 15 * MINUTE_MS;
    const overdue = await world.db.as(actor, (tx) =>
      overdueOrders(writeContext(tx, { actor, now: world.now }), 1000),
    );
    expect(overdue).toEqual(expect.arrayContaining([first.id, second.id]));
    expect([await end(first.id), await end(first.id)]).toEqual([true, false]);
    expect((await sam.call(deliveriesApi.readOrder, { id: first.id })).body.state).toBe("expired");
    expect((await sam.call(deliveriesApi.readOrder, { id: second.id })).body.state).toBe("pending_payment");
    await expect(pay(world, first.id)).rejects.toThrow("deliveries.wrong-state");
  });
});

describe("confirming", () => {
  test("makes one delivery with the order's number and its two tasks, however often it is told", async () => {
    const placed = await order(world, sam);
    const ids = await Promise.all(Array.from({ length: 5 }, () => pay(world, placed.id)));
    expect(new Set(ids).size).toBe(1);
    const delivery = good(await sam.call(deliveriesApi.readDelivery, { id: ids[0] ?? "" }));
    expect(delivery).toMatchObject({
      number: placed.number,
      state: "created",
      version: 1,
      custody: "sender",
    });
    expect(delivery.tasks.map((task) => [task.kind, task.tryNo, task.state])).toEqual([
      ["collect", 1, "open"],
      ["deliver", 1, "open"],
    ]);
    expect(delivery.timeline.map((entry) => entry.type)).toEqual(["delivery.created"]);
    expect((await sam.call(deliveriesApi.readOrder, { id: placed.id })).body).toMatchObject({
      state: "confirmed",
      deliveryId: delivery.id,
      expiresAt: null,
    });
    await expect(pay(world, randomUUID())).rejects.toThrow("deliveries.not-found");
  });

  test("an abandoning and a payment at once: one of them wins whole", async () => {
    for (let round = 0; round < 5; round += 1) {
      const placed = await order(world, sam);
      const [abandoned, paid] = await Promise.allSettled([
        sam.call(deliveriesApi.abandonOrder, { id: placed.id }),
        pay(world, placed.id),
      ]);
      const after = good(await sam.call(deliveriesApi.readOrder, { id: placed.id }));
      const won = paid.status === "fulfilled";
      expect([after.state, after.deliveryId !== null]).toEqual([won ? "confirmed" : "cancelled", won]);
      expect(abandoned.status).toBe("fulfilled");
    }
  });

  test("booked is found in my deliveries", async () => {
    world.now += MINUTE_MS;
    const booked = await book(world, sam);
    const mine = good(await sam.call(deliveriesApi.listMyDeliveries, { limit: 1 }));
    expect(mine.items[0]?.id).toBe(booked.id);
  });
});
