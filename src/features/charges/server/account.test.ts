import { expect, test } from "vitest";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { orderEntryApi } from "#features/order-entry/contract/api.ts";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";
import { eur } from "#test/support/paying/samples.ts";
import { book, codeOf, good, orderInput, quote } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";

/** An operator who takes cards, and lets known customers pay by invoice. */
const { world, crew, ada } = useWorld({
  runJobs: true,
  payWays: ["cash-collection", "cash-delivery", "invoice"],
  crew: true,
  people: { ada: ["Ada", "org-admin"] },
});

/** Entered by the office for a customer with an account: booked at once, on account. */
async function onAccount(): Promise<Delivery> {
  await book(world, crew.sam);
  const asked = {
    ...orderInput(await quote(world, crew.bo)),
    way: "invoice" as const,
    payerId: crew.sam.actor.userId ?? null,
  };
  const { order } = good(await crew.bo.call(orderEntryApi.enterOrder, asked));
  return crew.give(await crew.read(crew.bo, order.deliveryId ?? ""), crew.kim);
}

const readOwed = async ({ orderId }: Delivery) =>
  good(await crew.bo.call(receivablesApi.readReceivables, { id: orderId }));
const billed = async (one: Delivery) =>
  (await readOwed(one)).items.flatMap(({ kind, reason, state, outstanding }) =>
    reason === null ? [] : [[kind, reason, state, outstanding.minor]],
  );
const absent = { note: null, proofIds: [], reason: "recipient_absent" };
const missed = async (one: Delivery) =>
  good(
    await crew.step(
      crew.kim,
      good(await crew.step(crew.kim, one, "collect", "succeed", bare)),
      "deliver",
      "fail",
      absent,
    ),
  );

test("another try of an order on account is billed, though cards are taken: no card is asked for it", async () => {
  const again = await crew.give(good(await crew.handle(await missed(await onAccount()), "retry")), crew.kim);
  const done = good(await crew.handOver(again));
  await expect
    .poll(() => billed(done), { timeout: 20_000 })
    .toEqual([["invoice", "extra-attempt", "due", 292]]);
  const { number, items } = await readOwed(done);
  expect(number).toBe(good(await crew.bo.call(deliveriesApi.readOrder, { id: done.orderId })).number);
  expect(items.map(({ payBy }) => payBy)).toEqual([null, null]);
  expect(codeOf(await crew.bo.call(receivablesApi.sendPayLink, { id: done.orderId }))).toBe(
    "409 payments.nothing-owed",
  );
  const paymentId = items.find(({ reason }) => reason !== null)?.paymentId ?? "";
  good(await ada.call(receivablesApi.recordReceived, { id: paymentId, amount: eur(292) }));
  const listed = good(await crew.sam.call(receiptsApi.listMyPayments, { limit: 20 })).items;
  expect(listed.find(({ id }) => id === paymentId)).toMatchObject({
    reason: "extra-attempt",
    way: "invoice",
  });
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now))).toEqual([]);
  expect(good(await ada.call(moneyApi.readMoney, {})).isBalanced).toBe(true);
});

test("so is the way back", async () => {
  const sent = await crew.give(
    good(await crew.handle(await missed(await onAccount()), "send_back")),
    crew.kim,
  );
  const done = good(await crew.step(crew.kim, sent, "return", "succeed", bare));
  await expect.poll(() => billed(done), { timeout: 20_000 }).toEqual([["invoice", "return", "due", 583]]);
});
