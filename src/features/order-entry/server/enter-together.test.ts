import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { codeOf, contact, good, head, order, quote, withKey } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { orderEntryApi } from "../contract/api.ts";
import type { EntryWay } from "../contract/api.ts";

const { world, dora, sam, kim } = useWorld({
  shop: true,
  eachTestAtTen: true,
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  people: { dora: ["Dora", "dispatcher"], sam: ["Sam", "sender"], kim: ["Kim", "courier"] },
});

/** Three drops of one pickup, priced one by one. */
async function entry(way: EntryWay, names: readonly string[] = ["Rita", "Rosa", "Rolf"]) {
  const drops = [];
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one caller prices one drop after the other
    const { id, requestHash } = await quote(world, dora);
    drops.push({ quoteId: id, requestHash, recipient: contact(name, "+4930555") });
  }
  return { sender: contact("Berta Baker", "+49301112222"), way, payerId: null, drops };
}
const ordersNow = async () =>
  Number(
    (
      await world.db.as({ orgId: world.orgId }, (tx) =>
        sql<{ n: number }>`select count(*)::int as n from sales_order`.execute(tx),
      )
    ).rows[0]?.n,
  );

test("three drops are three deliveries of one press, each owed by itself", async () => {
  const made = good(await dora.call(orderEntryApi.enterTogether, await entry("cash-collection")));
  expect(made.orders.map(({ order: one }) => one.recipient.name)).toEqual(["Rita", "Rosa", "Rolf"]);
  expect(made.total.minor).toBe(made.orders.reduce((all, { order: one }) => all + one.total.minor, 0));
  expect(made.reference).toBe(made.orders[0]?.order.number);
  for (const { order: one, payPath } of made.orders) {
    expect(one.deliveryId).not.toBeNull();
    expect(payPath).toBeNull();
    // oxlint-disable-next-line no-await-in-loop
    const { items } = good(await dora.call(receivablesApi.readReceivables, { id: one.id }));
    expect(items).toMatchObject([{ state: "promised", owed: one.total }]);
  }
});

test("each of them names the others as they stand now, and one on its own names nobody", async () => {
  const made = good(await dora.call(orderEntryApi.enterTogether, await entry("cash-delivery")));
  const second = made.orders[1]?.order;
  const seen = good(await dora.call(orderEntryApi.readTogether, { id: second?.id ?? "" }));
  expect(seen).toMatchObject({ reference: made.reference, total: made.total });
  expect(seen.orders.map(({ number }) => number)).toEqual(made.orders.map(({ order: one }) => one.number));
  const alone = await order(world, sam);
  expect(good(await dora.call(orderEntryApi.readTogether, { id: alone.id })).orders).toEqual([]);
});

test("one drop is cancelled without the others", async () => {
  const made = good(await dora.call(orderEntryApi.enterTogether, await entry("cash-delivery")));
  const [first, ...others] = made.orders.map(({ order: one }) => one);
  const id = first?.deliveryId ?? "";
  const { fee } = good(await dora.call(deliveriesApi.previewCancellation, { id }));
  good(await dora.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null }));
  const seen = good(await dora.call(orderEntryApi.readTogether, { id: first?.id ?? "" }));
  expect(seen.orders.map(({ deliveryState }) => deliveryState)).toEqual(["cancelled", "created", "created"]);
  expect(others).toHaveLength(2);
});

test("the same key enters them once", async () => {
  const key = randomUUID();
  const input = await entry("cash-delivery");
  const first = good(await dora.call(orderEntryApi.enterTogether, input, { key }));
  const before = await ordersNow();
  expect(good(await dora.call(orderEntryApi.enterTogether, input, { key }))).toEqual(first);
  expect(await ordersNow()).toBe(before);
});

test("where one drop is refused none is entered", async () => {
  const input = await entry("cash-delivery");
  const [one, two] = input.drops;
  const before = await ordersNow();
  const twice = { ...input, drops: [one, two, one].flatMap((drop) => drop ?? []) };
  expect(codeOf(await dora.call(orderEntryApi.enterTogether, twice))).toBe("409 quotes.already-accepted");
  const changed = {
    ...input,
    drops: input.drops.map((drop, at) => (at === 2 ? { ...drop, requestHash: "no" } : drop)),
  };
  expect(codeOf(await dora.call(orderEntryApi.enterTogether, changed))).toBe("409 quotes.changed");
  expect(await ordersNow()).toBe(before);
  good(await dora.call(orderEntryApi.enterTogether, input));
});

test("each link pays its own drop, and the press whose answer was lost is opened by a quote of it", async () => {
  const input = await entry("card-link");
  good(await dora.call(orderEntryApi.enterTogether, input));
  const quoteId = input.drops[1]?.quoteId ?? "";
  const opened = good(await dora.call(orderEntryApi.openTogether, { quoteId }));
  expect(opened.orders).toHaveLength(3);
  for (const { order: one, payPath } of opened.orders) {
    const key = /#key=(.+)$/.exec(payPath ?? "")?.[1] ?? "none";
    // oxlint-disable-next-line no-await-in-loop
    const reply = await world.guest().call(paymentsApi.openPayment, { id: one.id }, withKey(key));
    expect(good(reply).payment.amount).toEqual(one.total);
  }
  const alone = await order(world, sam);
  expect(codeOf(await dora.call(orderEntryApi.openTogether, { quoteId: alone.quoteId }))).toBe(
    "404 deliveries.not-found",
  );
});

test("drops with another pickup are not entered together", async () => {
  const input = await entry("cash-delivery", ["Rita"]);
  const elsewhere = await quote(world, dora, {
    pickup: { ...(await order(world, sam)).dropoff, pinConfirmed: true },
    dropoff: { ...(await order(world, sam)).pickup, pinConfirmed: true },
  });
  const other = {
    quoteId: elsewhere.id,
    requestHash: elsewhere.requestHash,
    recipient: contact("Rosa", "+4930555"),
  };
  expect(
    codeOf(await dora.call(orderEntryApi.enterTogether, { ...input, drops: [...input.drops, other] })),
  ).toBe("422 order-entry.other-pickup");
});

test("couriers and senders enter nothing together", async () => {
  const input = await entry("cash-delivery");
  for (const caller of [kim, sam, world.guest()]) {
    const { quoteId = "" } = input.drops[0] ?? {};
    // oxlint-disable-next-line no-await-in-loop
    const asked = await Promise.all([
      caller.call(orderEntryApi.enterTogether, input),
      caller.call(orderEntryApi.openTogether, { quoteId }),
      caller.call(orderEntryApi.readTogether, { id: quoteId }),
    ]);
    for (const { status } of asked) expect([401, 403]).toContain(status);
  }
});
