import { expect, test } from "vitest";
import type { PayWay } from "#features/payments/domain/due.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { head, bookingKey, good, guestOrder, order, withKey, codeOf } from "#test/support/people/booking.ts";
import { bare, openCrew } from "#test/support/people/crew.ts";
import { openWorld, type Caller } from "#test/support/world.ts";
import { useWorld } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";

const { world, crew, ada } = useWorld({
  runJobs: true,
  payment: "none",
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  crew: true,
  people: { ada: ["Ada", "org-admin"] },
});

/** Booked and to be paid so, with the delivery that was made at once. */
async function booked(way: PayWay) {
  world.now += MINUTE_MS;
  const placed = await order(world, crew.sam);
  const due = good(await crew.sam.call(receivablesApi.chooseWay, { id: placed.id, way }));
  const { deliveryId, state } = good(await crew.sam.call(deliveriesApi.readOrder, { id: placed.id }));
  expect(state).toBe("confirmed");
  const delivery = await crew.read(crew.sam, deliveryId ?? "");
  return { placed, due, delivery, minor: placed.total.minor };
}

/** Differences of the ledger's accounts since then, those that moved. */
async function books(before: Record<string, number> = {}): Promise<Record<string, number>> {
  const { accounts, isBalanced } = good(await ada.call(moneyApi.readMoney, {}));
  expect(isBalanced).toBe(true);
  const moved = accounts.map((one) => [one.account, one.balance.minor - (before[one.account] ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, minor]) => minor !== 0));
}
const readDue = async (orderId: string) =>
  good(await crew.sam.call(receivablesApi.readReceivables, { id: orderId })).items[0];
const paymentOfOrder = async (orderId: string) =>
  good(await ada.call(moneyApi.listPayments, {})).items.find((one) => one.orderId === orderId);
const taxOf = ({ placed }: Awaited<ReturnType<typeof booked>>) =>
  placed.price.taxes.reduce((all, one) => all + one.amount.minor, 0);

test("cash at the recipient's door: booked at once, taken once by its courier, vouched for, earned when delivered", async () => {
  const one = await booked("cash-delivery");
  const { placed, due, delivery, minor } = one;
  const { sam, kim, lee } = crew;
  const cash = (who: Caller, amount = minor) =>
    who.call(receivablesApi.recordCash, { id: delivery.id, amount: eur(amount) });
  expect(due).toMatchObject({ owedBy: "recipient", state: "promised", owed: eur(minor), receivedAt: null });
  expect(good(await sam.call(receivablesApi.chooseWay, { id: placed.id, way: "cash-delivery" }))).toEqual(
    due,
  );
  expect(codeOf(await sam.call(receivablesApi.chooseWay, { id: placed.id, way: "invoice" }))).toBe(
    "409 payments.order-closed",
  );

  expect(codeOf(await cash(kim))).toBe("404 deliveries.not-found");
  await crew.give(delivery, kim);
  expect(codeOf(await cash(lee))).toBe("404 deliveries.not-found");
  const wrong = await cash(kim, minor - 1);
  expect([codeOf(wrong), wrong.body.facts]).toEqual(["409 payments.due-changed", { dueMinor: minor }]);
  const before = await books();
  const twice = await Promise.all([cash(kim), cash(kim)]);
  expect(twice.map(({ body }) => body.code ?? body.state).toSorted()).toEqual([
    "payments.already-received",
    "received",
  ]);
  expect(await books(before)).toEqual({ received: minor, receivable: -minor });
  const { items } = good(await sam.call(receiptsApi.listReceipts, { id: placed.id }));
  expect(items.map(({ kind, total }) => [kind, total.minor])).toEqual([["receipt", minor]]);

  const collected = good(await crew.step(kim, delivery, "collect", "succeed", bare));
  good(await crew.handOver(collected));
  await world.settled();
  const tax = taxOf(one);
  expect(await books(before)).toEqual({
    received: minor,
    revenue: tax - minor,
    ...(tax > 0 && { tax: -tax }),
  });
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now + HOUR_MS))).toEqual([]);
});

test("an invoice is owed by the sender once delivered, and the office writes down that it was paid", async () => {
  const one = await booked("invoice");
  const { placed, delivery, minor } = one;
  const before = await books();
  await crew.give(delivery, crew.kim);
  const cash = await crew.kim.call(receivablesApi.recordCash, { id: delivery.id, amount: eur(minor) });
  expect(codeOf(cash)).toBe("409 payments.not-cash");
  good(await crew.handOver(good(await crew.step(crew.kim, delivery, "collect", "succeed", bare))));
  await world.settled();
  expect(await readDue(placed.id)).toMatchObject({ state: "due", owedBy: "sender", outstanding: eur(minor) });
  expect((await books(before))["receivable"]).toBe(minor);
  const listed = await paymentOfOrder(placed.id);
  expect(listed).toMatchObject({ way: "invoice", receivable: { outstanding: eur(minor) }, state: "created" });

  const id = listed?.id ?? "";
  expect(codeOf(await crew.bo.call(receivablesApi.recordReceived, { id, amount: eur(minor) }))).toBe(
    "403 accounts.forbidden",
  );
  expect(good(await ada.call(receivablesApi.recordReceived, { id, amount: eur(minor) })).state).toBe(
    "received",
  );
  expect(codeOf(await ada.call(receivablesApi.recordReceived, { id, amount: eur(minor) }))).toBe(
    "409 payments.already-received",
  );
  expect(await books(before)).toMatchObject({ received: minor });
  expect(await paymentOfOrder(placed.id)).toMatchObject({
    receivable: { outstanding: eur(0) },
    state: "captured",
  });
});

test("what is cancelled for free owes nothing, and nobody can take cash for it", async () => {
  const { placed, delivery, minor } = await booked("cash-collection");
  const { fee } = good(await crew.sam.call(deliveriesApi.previewCancellation, { id: delivery.id }));
  expect(fee.minor).toBe(0);
  good(
    await crew.sam.call(deliveriesApi.cancelDelivery, { id: delivery.id, ...head(world), fee, note: null }),
  );
  await world.settled();
  expect(await readDue(placed.id)).toMatchObject({ state: "nothing", outstanding: eur(0) });
  const late = await crew.bo.call(receivablesApi.recordCash, { id: delivery.id, amount: eur(minor) });
  expect(codeOf(late)).toBe("409 payments.nothing-owed");
  expect(await paymentOfOrder(placed.id)).toMatchObject({ state: "voided", way: "cash-collection" });
});

test("a guest pays in cash with the booking key, and may not have an invoice; a stranger may choose nothing", async () => {
  const guest = world.guest();
  const key = bookingKey();
  const placed = await guestOrder(world, key);
  const choose = (way: PayWay, headers = withKey(key)) =>
    guest.call(receivablesApi.chooseWay, { id: placed.id, way }, headers);
  expect(codeOf(await choose("cash-collection", withKey(bookingKey())))).toBe("404 deliveries.not-found");
  expect(codeOf(await choose("invoice"))).toBe("409 payments.invoice-needs-account");
  const both = await Promise.all([choose("cash-collection"), choose("cash-delivery")]);
  expect(both.map((one) => one.body.code ?? "booked").toSorted()).toEqual([
    "booked",
    "payments.order-closed",
  ]);
  const read = await guest.call(receivablesApi.readReceivables, { id: placed.id }, withKey(key));
  expect(good(read).items).toMatchObject([{ state: "promised", payBy: null }]);
});

test("an order whose time is over cannot be booked any more", async () => {
  const placed = await order(world, crew.sam);
  world.now += HOUR_MS;
  const late = await crew.sam.call(receivablesApi.chooseWay, { id: placed.id, way: "cash-collection" });
  expect([codeOf(late), late.body.facts]).toEqual(["409 payments.order-closed", { state: "expired" }]);
});

test("only what the operator allows can be chosen, and nothing of it where cards are taken", async () => {
  const worlds = [
    await openWorld({ payment: "none", payWays: ["cash-delivery"] }),
    await openWorld({ payment: "sandbox" }),
  ];
  const answers: string[] = [];
  for (const other of worlds) {
    const { sam } = await openCrew(other);
    const placed = await order(other, sam);
    answers.push(codeOf(await sam.call(receivablesApi.chooseWay, { id: placed.id, way: "cash-collection" })));
    expect(good(await sam.call(receivablesApi.readReceivables, { id: placed.id })).items).toEqual([]);
    await other.close();
  }
  expect(answers).toEqual(["409 payments.way-not-offered", "409 payments.way-not-offered"]);
});
