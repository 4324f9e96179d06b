import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { good } from "#test/support/people/booking.ts";
import { booksOf } from "#test/support/paying/books.ts";
import { lostHold } from "#test/support/paying/lost-hold.ts";
import { expectSound } from "#test/support/paying/money-at-rest.ts";
import { payByCard } from "#test/support/paying/pay-by-card.ts";
import { confirmAt, paymentDepsOf, ended, held, planFault } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { receivablesApi } from "../contract/receivables.ts";
import { reconcilePayments } from "#features/books/server/findings/reconcile.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";

const { world, sam, ada } = useShop({ runJobs: true, msApart: 20 * MINUTE_MS });

const lost = () => lostHold(world, sam);

async function surcharge(orderId: string, minor = 450): Promise<string> {
  const paymentId = newId(world.now);
  const amount = eur(minor);
  good(await ada.call(receivablesApi.askSurcharge, { id: orderId, paymentId, amount, reason: "waiting" }));
  return paymentId;
}

const open = (id: string, paymentId: string) => sam.call(paymentsApi.openPayment, { id, paymentId });
const stateOf = async (id: string, paymentId: string) =>
  good(await sam.call(paymentsApi.readPayment, { id, paymentId })).state;

const sound = () => expectSound(world);

test("written off while it is being paid: it is paid or given up, never both", async () => {
  const one = await lost();
  const { payment } = good(await payByCard(world, sam, one.orderId));
  const [, given] = await Promise.all([
    sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: payment.id }),
    ada.call(receivablesApi.writeOff, { id: one.paymentId, agree: true }),
    checkPayments(paymentDepsOf(world)),
  ]);
  await sound();
  const isGivenUp = given.status === 200;
  expect([undefined, "payments.being-paid", "payments.nothing-owed"]).toContain(given.body.code);
  const { provider = 0, writeoffs = 0, receivable = 0 } = await booksOf(world, one.orderId);
  expect({ provider, writeoffs, receivable }).toEqual({
    provider: isGivenUp ? 0 : one.minor,
    writeoffs: isGivenUp ? one.minor : 0,
    receivable: 0,
  });
  expect(await stateOf(one.orderId, payment.id)).toBe(isGivenUp ? "voided" : "captured");
});

test("asked for from all sides at once, a recovery is taken once", async () => {
  const one = await lost();
  const { payment } = good(await payByCard(world, sam, one.orderId));
  const deps = paymentDepsOf(world);
  await Promise.all([
    sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: payment.id }),
    sam.call(paymentsApi.checkPayment, { id: one.orderId }),
    settlePayment(deps, world.orgId, payment.id),
    settlePayment(deps, world.orgId, payment.id),
    reconcilePayments(deps),
    checkPayments(deps),
  ]);
  await sound();
  expect((await booksOf(world, one.orderId))["provider"]).toBe(one.minor);
});

test("two links pressed and a debt given up at once are one payment to make, or none", async () => {
  const one = await lost();
  await Promise.all([
    ada.call(receivablesApi.sendPayLink, { id: one.orderId }),
    ada.call(receivablesApi.writeOff, { id: one.paymentId, agree: true }),
    ada.call(receivablesApi.sendPayLink, { id: one.orderId }),
  ]);
  await sound();
  expect(await booksOf(world, one.orderId)).toMatchObject({ writeoffs: one.minor });
  expect((await sam.call(paymentsApi.openPayment, { id: one.orderId })).body.code).toBe(
    "payments.order-closed",
  );
});

test("each tab pays what it shows: a recovery and a surcharge of one order are opened by name", async () => {
  const one = await lost();
  const recovery = good(await sam.call(paymentsApi.readPayment, { id: one.orderId })).id;
  const more = await surcharge(one.orderId);
  const [a, b] = [good(await open(one.orderId, recovery)), good(await open(one.orderId, more))];
  expect([a, b].map(({ payment }) => [payment.id, payment.amount.minor])).toEqual([
    [recovery, one.minor],
    [more, 450],
  ]);
  await Promise.all([confirmAt(world, a.clientSecret), confirmAt(world, b.clientSecret)]);
  await Promise.all(
    [recovery, more].map((paymentId) => sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId })),
  );
  await sound();
  expect((await booksOf(world, one.orderId))["provider"]).toBe(one.minor + 450);
  // The second tab still shows what the first one paid: nothing else is opened in its place.
  expect((await open(one.orderId, recovery)).body.code).toBe("payments.order-closed");
  const other = await held(world, sam);
  expect((await open(one.orderId, other.paymentId)).body.code).toBe("payments.none");
});

test("a cancelled order's fee is taken once: a surcharge that is held or only asked for is released", async () => {
  const one = await held(world, sam);
  const [asked, paid] = [await surcharge(one.orderId), await surcharge(one.orderId, 500)];
  const { clientSecret } = good(await open(one.orderId, paid));
  await confirmAt(world, clientSecret);
  await ended(world, one.orderId, "cancelled", 300);
  await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: paid });
  await sound();
  expect((await booksOf(world, one.orderId))["provider"]).toBe(300);
  expect([await stateOf(one.orderId, asked), await stateOf(one.orderId, paid)]).toEqual(["voided", "voided"]);
});

test("a surcharge whose hold is lost is paid again by a payment of its own", async () => {
  const one = await held(world, sam);
  const more = await surcharge(one.orderId);
  const { clientSecret } = good(await open(one.orderId, more));
  await planFault(world, "capture", "drop_request");
  await confirmAt(world, clientSecret);
  await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: more });
  await world.settled();
  await world.run(sql`delete from sandbox_bank.fault`);
  world.now += 8 * DAY_MS;
  await reconcilePayments(paymentDepsOf(world));
  await sound();
  expect(await stateOf(one.orderId, more)).toBe("expired");
  const again =
    (await world.one(sql<{ id: string }>`select id from payment where for_payment_id = ${more}`))?.id ?? "";
  const session = good(await open(one.orderId, again));
  await confirmAt(world, session.clientSecret);
  await sam.call(paymentsApi.checkPayment, { id: one.orderId, paymentId: again });
  await sound();
  expect(await stateOf(one.orderId, again)).toBe("captured");
});
