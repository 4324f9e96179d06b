import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { good } from "#test/support/people/booking.ts";
import { booksOf } from "#test/support/paying/books.ts";
import { lostHold, mailsWith } from "#test/support/paying/lost-hold.ts";
import { expectSound, moneyAtRest } from "#test/support/paying/money-at-rest.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { paymentDepsOf, ended, held, type Held } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { moneyApi } from "#features/books/contract/money.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { receiptsApi } from "#features/receipts/contract/receipts.ts";
import { traceApi } from "#features/books/contract/trace.ts";
import { reconcilePayments } from "#features/books/server/findings/reconcile.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";

/** Less than any delivery costs. */
const LIMIT = 100;
const { world, sam, ada, olga } = useWorld({
  runJobs: true,
  refundLimits: { EUR: LIMIT },
  msApart: 20 * MINUTE_MS,
  shop: true,
  people: { sam: ["Sam", "sender"], ada: ["Ada", "org-admin"], olga: ["Olga", "org-admin"] },
});

const lost = (end?: "delivered") => lostHold(world, sam, end);

const pay = async ({ orderId }: Held, payer = sam) => {
  const { payment } = good(await payByCard(world, payer, orderId));
  good(await payer.call(paymentsApi.checkPayment, { id: orderId, paymentId: payment.id }));
  await moneyAtRest(world);
  return good(await payer.call(paymentsApi.readPayment, { id: orderId, paymentId: payment.id }));
};

const books = (orderId: string) => booksOf(world, orderId);

const sound = () => expectSound(world);

test("a lost hold is owed, its sender gets a link, pays once, and what was owed is cleared", async () => {
  const one = await lost();
  expect(await books(one.orderId)).toEqual({
    receivable: one.minor,
    revenue: one.taxMinor - one.minor,
    tax: -one.taxMinor,
  });
  expect((await mailsWith(world, `/book/pay/${one.orderId}`)).length).toBe(1);
  expect(good(await sam.call(paymentsApi.readPayment, { id: one.orderId }))).toMatchObject({
    purpose: "recovery",
    state: "created",
    amount: { minor: one.minor },
  });
  expect(await pay(one)).toMatchObject({ state: "captured", captured: { minor: one.minor } });
  expect(await books(one.orderId)).toEqual({
    provider: one.minor,
    revenue: one.taxMinor - one.minor,
    tax: -one.taxMinor,
  });
  const receipts = good(await sam.call(receiptsApi.listReceipts, { id: one.orderId })).items;
  expect(receipts.map(({ kind, total }) => [kind, total.minor])).toEqual([["receipt", one.minor]]);
  expect((await sam.call(paymentsApi.openPayment, { id: one.orderId })).body.code).toBe(
    "payments.order-closed",
  );
  await ended(world, one.orderId, "delivered");
  await sound();
});

test("the office lists what is owed with the state of its link; what was paid is owed no more", async () => {
  const listed = async (id: string, group: "owed" | "released") =>
    good(await ada.call(moneyApi.listPayments, { group, limit: 100 })).items.find((item) => item.id === id);
  const [open, given] = [await lost(), await lost()];
  const debt = (outstanding: number, writtenOff: number, state: string) => ({
    receivable: { kind: "lost-hold", state, outstanding: eur(outstanding), writtenOff: eur(writtenOff) },
  });
  expect(await listed(open.paymentId, "owed")).toMatchObject(debt(open.minor, 0, "due"));
  expect(await listed(open.paymentId, "released")).toBeUndefined();
  for (const who of [ada, olga])
    good(await who.call(receivablesApi.writeOff, { id: given.paymentId, agree: true }));
  await moneyAtRest(world);
  expect(await listed(given.paymentId, "owed")).toMatchObject(debt(0, given.minor, "nothing"));
  await pay(open);
  expect(await listed(open.paymentId, "owed")).toBeUndefined();
  expect(await listed(open.paymentId, "released")).toMatchObject(debt(0, 0, "received"));
});

test("a capture that came too late is owed too; two tabs pay the link once", async () => {
  const one = await lost("delivered");
  const { payment } = good(await payByCard(world, sam, one.orderId));
  const again = good(await sam.call(paymentsApi.openPayment, { id: one.orderId }));
  expect(again.payment.id).toBe(payment.id);
  await Promise.all([
    sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: payment.id }),
    sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: payment.id }),
    checkPayments(paymentDepsOf(world)),
    reconcilePayments(paymentDepsOf(world)),
  ]);
  await moneyAtRest(world);
  expect(await books(one.orderId)).toMatchObject({ provider: one.minor });
  await sound();
});

test("cancelled after it was paid again: what is too much goes back; before, nothing is owed and the link is dead", async () => {
  const [paid, unpaid] = [await lost(), await lost()];
  await pay(paid);
  await ended(world, paid.orderId, "cancelled", 300);
  await ended(world, unpaid.orderId, "cancelled", 0);
  await moneyAtRest(world);
  expect(await books(paid.orderId)).toMatchObject({ provider: 300 });
  expect(await books(unpaid.orderId)).toEqual({});
  expect((await sam.call(paymentsApi.openPayment, { id: unpaid.orderId })).body.code).toBe(
    "payments.order-closed",
  );
  await sound();
});

test("a link whose opening was in doubt while its debt fell away is released once it is known", async () => {
  const { orderId } = await lost();
  const { payment } = good(await sam.call(paymentsApi.openPayment, { id: orderId }));
  const know = (ref: ReturnType<typeof sql>, state: string) =>
    world.db.owner(async (tx) => {
      await sql`update payment set provider_ref = ${ref} where id = ${payment.id}`.execute(tx);
      await sql`update payment_op set state = ${state} where payment_id = ${payment.id} and kind = 'open'`.execute(
        tx,
      );
    });
  const stateNow = async () =>
    good(await sam.call(paymentsApi.readPayment, { id: orderId, paymentId: payment.id })).state;
  const ref = await world.one(
    sql<{ ref: string }>`select provider_ref as ref from payment where id = ${payment.id}`,
  );
  await know(sql`null`, "review");
  await ended(world, orderId, "cancelled", 0);
  await moneyAtRest(world);
  expect(await stateNow()).toBe("created");
  await know(sql`${ref?.ref}`, "done");
  await moneyAtRest(world);
  expect(await stateNow()).toBe("voided");
  await sound();
});

test("a link that nobody followed asks for less once the order's end calls for less; one that is open takes no more", async () => {
  const [unread, open] = [await lost(), await lost()];
  const { payment } = good(await sam.call(paymentsApi.openPayment, { id: open.orderId }));
  await ended(world, unread.orderId, "cancelled", 300);
  await ended(world, open.orderId, "cancelled", 300);
  await moneyAtRest(world);
  expect(good(await sam.call(paymentsApi.readPayment, { id: unread.orderId })).amount.minor).toBe(300);
  expect((await mailsWith(world, `/book/pay/${unread.orderId}`)).length).toBe(2);
  expect(await pay(unread)).toMatchObject({ state: "captured", captured: { minor: 300 } });
  expect(await pay(open)).toMatchObject({ id: payment.id, state: "captured", captured: { minor: 300 } });
  for (const { orderId } of [unread, open]) expect(await books(orderId)).toMatchObject({ provider: 300 });
  await sound();
});

test("what is not paid is written off, above the limit by two people; the link is dead then", async () => {
  const one = await lost();
  const { id: paymentId } = good(await sam.call(paymentsApi.readPayment, { id: one.orderId }));
  const first = await ada.call(receivablesApi.writeOff, { id: one.paymentId, agree: true });
  expect(good(first)).toMatchObject({
    kind: "lost-hold",
    state: "due",
    writeOff: "asked-by-me",
    payBy: paymentId,
  });
  const toOlga = good(await olga.call(traceApi.readTrace, { id: one.paymentId })).payment.receivable;
  expect(toOlga?.writeOff).toBe("asked");
  const toSam = good(await sam.call(receivablesApi.readReceivables, { id: one.orderId })).items;
  expect(toSam).toMatchObject([{ state: "due", outstanding: { minor: one.minor }, writeOff: null }]);
  expect((await ada.call(receivablesApi.writeOff, { id: one.paymentId, agree: true })).body.code).toBe(
    "payments.second-person",
  );
  good(await olga.call(receivablesApi.writeOff, { id: one.paymentId, agree: true }));
  await moneyAtRest(world);
  expect(await books(one.orderId)).toEqual({
    revenue: one.taxMinor - one.minor,
    tax: -one.taxMinor,
    writeoffs: one.minor,
  });
  expect(good(await ada.call(traceApi.readTrace, { id: one.paymentId })).payment.receivable).toMatchObject({
    state: "nothing",
    outstanding: { minor: 0 },
    writtenOff: { minor: one.minor },
  });
  expect((await ada.call(receivablesApi.sendPayLink, { id: one.orderId })).body.code).toBe(
    "payments.nothing-owed",
  );
  // The order's state is named only for a paid payment: a page takes it to mean that another tab was faster.
  const closed = (await sam.call(paymentsApi.openPayment, { id: one.orderId, paymentId })).body;
  expect(closed).toMatchObject({ code: "payments.order-closed" });
  expect(closed).not.toHaveProperty("facts.state");
  const paid = await lost();
  const { id } = await pay(paid);
  expect((await sam.call(paymentsApi.openPayment, { id: paid.orderId, paymentId: id })).body).toMatchObject({
    code: "payments.order-closed",
    facts: { state: "confirmed" },
  });
  await sound();
});

test("a surcharge is a payment of its own by link, with its own line on its receipt, asked for once", async () => {
  const one = await held(world, sam);
  const paymentId = newId(world.now);
  const asked = {
    id: one.orderId,
    paymentId,
    amount: eur(450),
    reason: "waiting" as const,
    note: "20 minutes at the door",
  };
  const [a, b] = await Promise.all([
    ada.call(receivablesApi.askSurcharge, asked),
    ada.call(receivablesApi.askSurcharge, asked),
  ]);
  expect(good(a)).toEqual(good(b));
  expect(good(a)).toMatchObject({ amount: { minor: 450 } });
  expect((await ada.call(receivablesApi.askSurcharge, { ...asked, amount: eur(460) })).body.code).toBe(
    "payments.refund-conflict",
  );
  expect(await pay(one)).toMatchObject({ id: paymentId, state: "captured", captured: { minor: 450 } });
  await ended(world, one.orderId, "delivered");
  const { items } = good(await sam.call(receiptsApi.listReceipts, { id: one.orderId }));
  expect(items.map(({ total }) => total.minor).toSorted((a, b) => a - b)).toEqual([450, one.minor]);
  const [content] = await world.run(sql<{ lines: { rule: string }[] }>`
      select content -> 'lines' as lines from receipt where payment_id = ${paymentId}`);
  expect(content?.lines.map(({ rule }) => rule)).toEqual(["waiting"]);
  await sound();
});

test("of a surcharge paid while the delivery is cancelled nothing is kept: it is refunded or released", async () => {
  const one = await held(world, sam);
  const paymentId = newId(world.now);
  const amount = eur(450);
  good(await ada.call(receivablesApi.askSurcharge, { id: one.orderId, paymentId, amount, reason: "other" }));
  good(await payByCard(world, sam, one.orderId));
  await Promise.all([
    sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId }),
    ended(world, one.orderId, "cancelled", 0),
  ]);
  await moneyAtRest(world);
  const { state } = good(await sam.call(paymentsApi.readPayment, { id: one.orderId, paymentId }));
  await sound();
  const given = good(await ada.call(traceApi.readTrace, { id: paymentId })).refunds;
  expect([state, ...given.map((refund) => `${refund.state} ${refund.amount.minor}`)]).toEqual(
    state === "voided" ? ["voided"] : ["captured", "succeeded 450"],
  );
  expect((await books(one.orderId))["provider"] ?? 0).toBe(0);
});

test("the office asks for no surcharge as if an address had changed: that is what an edit decides", async () => {
  const { orderId } = await held(world, sam);
  const asked = { id: orderId, paymentId: newId(world.now), amount: eur(300), reason: "changed" };
  const answer = await ada.call(receivablesApi.askSurcharge, asked as never);
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "http.bad-input", fields: [{ path: "reason" }] },
  });
  expect(good(await ada.call(receivablesApi.readReceivables, { id: orderId })).items).toEqual([]);
});
