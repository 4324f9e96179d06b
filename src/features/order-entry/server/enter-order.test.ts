import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, fromIso } from "#kernel/instant.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { localeOf } from "#features/deliveries/server/public.ts";
import { codeOf, contact, good, order, orderInput, quote, withKey } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { orderEntryApi } from "../contract/api.ts";
import type { EntryWay } from "../contract/api.ts";

const { world, dora, sam, kim, lea } = useWorld({
  shop: true,
  eachTestAtTen: true,
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  people: {
    dora: ["Dora", "dispatcher"],
    sam: ["Sam", "sender"],
    kim: ["Kim", "courier"],
    lea: ["Lea", "sender"],
  },
});

const entry = async (way: EntryWay, more: { payerId?: string; phone?: string; name?: string } = {}) => ({
  ...orderInput(await quote(world, dora)),
  sender: contact(more.name ?? "Berta Baker", more.phone ?? "+49301112222"),
  way,
  payerId: more.payerId ?? null,
});
const enter = async (way: EntryWay, more?: Parameters<typeof entry>[1]) =>
  good(await dora.call(orderEntryApi.enterOrder, await entry(way, more)));

test("an order for cash is booked at once, and the courier takes the money at the collection", async () => {
  const { order: entered, payPath } = await enter("cash-collection");
  expect(entered).toMatchObject({ state: "confirmed", sender: { name: "Berta Baker" } });
  expect(entered.deliveryId).not.toBeNull();
  expect(payPath).toBeNull();
  const { items } = good(await dora.call(receivablesApi.readReceivables, { id: entered.id }));
  expect(items).toMatchObject([{ kind: "cash-collection", state: "promised", owed: entered.total }]);
});

test("a caller pays by the link, without an account and on their own phone", async () => {
  const { order: entered, payPath } = await enter("card-link");
  expect(entered).toMatchObject({ state: "pending_payment", deliveryId: null });
  const key = /#key=(.+)$/.exec(payPath ?? "")?.[1] ?? "none";
  const opened = await world.guest().call(paymentsApi.openPayment, { id: entered.id }, withKey(key));
  expect(good(opened).payment.amount).toEqual(entered.total);
  expect(codeOf(await world.guest().call(deliveriesApi.readOrder, { id: entered.id }))).toBe(
    "404 deliveries.not-found",
  );
});

test("an order that waits for its link ends when its window begins", async () => {
  const { order: entered } = await enter("card-link");
  expect(fromIso(entered.expiresAt ?? "")).toBe(Math.min(fromIso(entered.window.start), world.now + DAY_MS));
});

test("the same key is one order, and its link opens it each time", async () => {
  const key = randomUUID();
  const input = await entry("card-link");
  const first = good(await dora.call(orderEntryApi.enterOrder, input, { key }));
  const again = good(await dora.call(orderEntryApi.enterOrder, input, { key }));
  expect(again.order).toEqual(first.order);
  for (const { payPath } of [first, again]) {
    const linkKey = /#key=(.+)$/.exec(payPath ?? "")?.[1] ?? "none";
    good(await world.guest().call(deliveriesApi.readOrder, { id: first.order.id }, withKey(linkKey)));
  }
  expect(codeOf(await dora.call(orderEntryApi.enterOrder, { ...input, way: "cash-delivery" }, { key }))).toBe(
    "422 http.idempotency-mismatch",
  );
});

test("an account's order stands in its own list, and nobody else's", async () => {
  await order(world, sam);
  const payerId = sam.actor.userId;
  if (payerId === undefined) throw new Error("Sam has an account");
  const { order: entered } = await enter("invoice", { payerId, phone: "+4930123456" });
  const other = await entry("invoice", { payerId, phone: "+4930999" });
  expect(codeOf(await dora.call(orderEntryApi.enterOrder, other))).toBe("422 order-entry.unknown-account");
  const numbers = async (caller: typeof sam) =>
    good(await caller.call(deliveriesApi.listMyDeliveries, {})).items.map(({ number }) => number);
  expect(await numbers(sam)).toContain(entered.number);
  expect(await numbers(lea)).not.toContain(entered.number);
});

test("an invoice needs an account, and an account that has ordered here", async () => {
  const input = await entry("invoice");
  expect(codeOf(await dora.call(orderEntryApi.enterOrder, input))).toBe("409 payments.invoice-needs-account");
  const stranger = { ...input, payerId: randomUUID() };
  expect(codeOf(await dora.call(orderEntryApi.enterOrder, stranger))).toBe("422 order-entry.unknown-account");
});

test("a refused order leaves its quote open", async () => {
  const input = await entry("invoice");
  await dora.call(orderEntryApi.enterOrder, input);
  expect(
    good(await dora.call(orderEntryApi.enterOrder, { ...input, way: "cash-delivery" })).order.state,
  ).toBe("confirmed");
});

test("mails about an entered order do not go by the language of the office's page", async () => {
  await order(world, sam);
  const payerId = sam.actor.userId;
  const input = await entry("card-link");
  const inFrench = { headers: { "accept-language": "fr" } };
  const { order: ofGuest } = good(await dora.call(orderEntryApi.enterOrder, input, inFrench));
  const theirs = { ...(await entry("cash-delivery", { phone: "+4930123456" })), payerId: payerId ?? null };
  await world.run(sql`update person set locale = 'es' where name = 'Sam'`);
  const { order: ofSam } = good(await dora.call(orderEntryApi.enterOrder, theirs, inFrench));
  const languages = await world.db.as({ orgId: world.orgId }, async (tx) => [
    await localeOf(tx, ofGuest.id),
    await localeOf(tx, ofSam.id),
  ]);
  expect(languages).toEqual([null, "es"]);
});

test("the order of a quote that is taken is opened, with a link that opens it", async () => {
  const input = await entry("card-link");
  const { order: entered } = good(await dora.call(orderEntryApi.enterOrder, input));
  expect(codeOf(await dora.call(orderEntryApi.enterOrder, input))).toBe("409 quotes.already-accepted");
  const opened = good(await dora.call(orderEntryApi.openEntered, { quoteId: input.quoteId }));
  expect(opened.order).toEqual(entered);
  const key = /#key=(.+)$/.exec(opened.payPath ?? "")?.[1] ?? "none";
  good(await world.guest().call(deliveriesApi.readOrder, { id: entered.id }, withKey(key)));
});

test("only what the office entered is opened by its quote", async () => {
  const { quoteId } = await order(world, sam);
  for (const asked of [quoteId, (await entry("invoice")).quoteId, randomUUID()])
    expect(codeOf(await dora.call(orderEntryApi.openEntered, { quoteId: asked }))).toBe(
      "404 deliveries.not-found",
    );
});

test("an earlier order is read to be entered again, with its account, its notes and its level", async () => {
  const placed = await order(world, sam);
  const past = good(await dora.call(orderEntryApi.readPastEntry, { id: placed.id }));
  const { sender, recipient, pickup, dropoff, parcels, serviceLevel } = placed;
  expect(past).toMatchObject({ sender, recipient, pickup, dropoff, parcels, serviceLevel });
  expect(past.payerId).toBe(sam.actor.userId);
  expect(codeOf(await dora.call(orderEntryApi.readPastEntry, { id: randomUUID() }))).toBe(
    "404 deliveries.not-found",
  );
});

test("couriers and senders enter no orders and find no callers", async () => {
  const input = await entry("cash-delivery");
  for (const caller of [kim, sam, world.guest()]) {
    expect([401, 403]).toContain((await caller.call(orderEntryApi.enterOrder, input)).status);
    expect([401, 403]).toContain((await caller.call(orderEntryApi.findCallers, { q: "Berta" })).status);
    const { quoteId } = input;
    expect([401, 403]).toContain((await caller.call(orderEntryApi.openEntered, { quoteId })).status);
    expect([401, 403]).toContain((await caller.call(orderEntryApi.readPastEntry, { id: quoteId })).status);
  }
});

test("a caller is found by the last digits of their number, and by name", async () => {
  await enter("cash-delivery", { name: "Carla Carpenter", phone: "+493099887766" });
  await enter("cash-delivery", { name: "Carla Carpenter", phone: "+493099887766" });
  for (const q of ["7766", "030 9988 7766", "carpent carla"]) {
    const { callers } = good(await dora.call(orderEntryApi.findCallers, { q }));
    expect(callers).toMatchObject([
      { sender: { name: "Carla Carpenter" }, orders: 2, pickup: { label: "Lindenstraße 5" } },
    ]);
    expect(callers[0]?.last).toMatchObject([
      { recipient: { name: "Rita Ray" }, dropoff: { label: "Kanalstraße 3" } },
    ]);
  }
  // A recipient is no caller.
  expect(good(await dora.call(orderEntryApi.findCallers, { q: "Rita" })).callers).toEqual([]);
  expect(good(await dora.call(orderEntryApi.findCallers, { q: "00112233" })).callers).toEqual([]);
});
