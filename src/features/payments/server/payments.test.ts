import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import {
  bookingKey,
  contact,
  good,
  guestOrder,
  head,
  order,
  withKey,
  codeOf,
} from "#test/support/people/booking.ts";
import { held, paymentDepsOf, planFault } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { movementsOf } from "#test/support/paying/movements.ts";
import { paymentsApi } from "../contract/api.ts";
import { checkPayments } from "./check-payments.ts";

const { world, sam } = useShop({ runJobs: true, msApart: MINUTE_MS });

const sweep = () => checkPayments(paymentDepsOf(world));
const toBank = async (secret: string, what: string, body: object) => {
  const answer = await world.server.app.inject({
    method: "POST",
    url: `/sandbox-bank/v1/intents/${secret.split("_secret_")[0]}/${what}`,
    headers: { "content-type": "application/json", "x-sandbox-secret": secret },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const card = (number = "4242424242424242") => ({ number, month: 12, year: 2030, cvc: "123" });
const open = async (id: string, who = sam) => good(await who.call(paymentsApi.openPayment, { id }));
const check = async (id: string, who = sam) => good(await who.call(paymentsApi.checkPayment, { id }));
const readOrder = async (id: string) => good(await sam.call(deliveriesApi.readOrder, { id }));
const plan = (call: string, kind: string, times?: number) => planFault(world, call, kind, times);
const movements = (paymentId: string) => movementsOf(world, paymentId);
const operations = (paymentId: string) =>
  world.run(sql<{ kind: string; state: string; sends: number; attempt: number }>`
        select kind, state, sends, attempt from payment_op where payment_id = ${paymentId} order by created_at, kind desc`);

const paid = () => held(world, sam);
const endsAs = (orderId: string, state: string, fee: number | null = null) =>
  world.run(
    sql`update delivery set state_shown = ${state}, cancel_fee_minor = ${fee} where order_id = ${orderId}`,
  );

test("a card that the bank holds confirms the order, once, and the delivery exists", async () => {
  const placed = await order(world, sam);
  const session = await open(placed.id);
  expect(session).toMatchObject({
    provider: "sandbox",
    scriptUrl: "/sandbox-bank/endive/stripe.js",
    global: "Stripe",
    payment: { state: "created", amount: placed.total, triesLeft: 5, decline: null },
  });
  expect(await check(placed.id)).toMatchObject({ state: "created" });
  const answer = await toBank(session.clientSecret, "confirm", card());
  expect(answer).toMatchObject({ status: 200, body: { intent: { status: "requires_capture" } } });
  expect(JSON.stringify(answer.body)).not.toContain("secret");
  expect(await check(placed.id)).toMatchObject({ state: "authorized" });
  expect(await check(placed.id)).toMatchObject({ state: "authorized" });
  const confirmed = await readOrder(placed.id);
  expect(confirmed).toMatchObject({ state: "confirmed", expiresAt: null });
  expect(confirmed.deliveryId).not.toBeNull();
  expect(good(await sam.call(paymentsApi.readPayment, { id: placed.id }))).toMatchObject({
    state: "authorized",
  });
  expect(codeOf(await sam.call(paymentsApi.openPayment, { id: placed.id }))).toBe(
    "409 payments.order-closed",
  );
});

test("opening again, twice at once and with two keys, gives the same payment and the same intent", async () => {
  const placed = await order(world, sam);
  const sessions = await Promise.all([open(placed.id), open(placed.id), open(placed.id)]);
  const again = await open(placed.id);
  expect(new Set([...sessions, again].map((one) => one.clientSecret)).size).toBe(1);
  expect(new Set([...sessions, again].map((one) => one.payment.id)).size).toBe(1);
});

test("a decline is told in a word, lost and stolen cards without a hint, and the same intent takes another card", async () => {
  const placed = await order(world, sam);
  const { clientSecret, payment } = await open(placed.id);
  expect((await toBank(clientSecret, "confirm", card("4000000000009995"))).status).toBe(402);
  expect(await check(placed.id)).toMatchObject({
    state: "failed",
    decline: "pay.insufficient-funds",
    triesLeft: 4,
  });
  await toBank(clientSecret, "confirm", card("4000000000009987"));
  expect(await check(placed.id)).toMatchObject({ decline: "pay.declined", triesLeft: 3 });
  expect((await open(placed.id)).clientSecret).toBe(clientSecret);
  await toBank(clientSecret, "confirm", card());
  expect(await check(placed.id)).toMatchObject({ state: "authorized" });
  expect(await movements(payment.id)).toEqual([`hold ${placed.total.minor}`]);
});

test("the card's bank may ask: approve holds, decline and closing the window do not", async () => {
  const placed = await order(world, sam);
  const { clientSecret } = await open(placed.id);
  const ask = () => toBank(clientSecret, "confirm", card("4000002760003184"));
  expect(await ask()).toMatchObject({ status: 200, body: { intent: { status: "requires_action" } } });
  expect(await check(placed.id)).toMatchObject({ state: "action_required", asks: true });
  const other = await sam.call(paymentsApi.openPayment, { id: placed.id });
  expect(other.body.code).toBe("payments.paying-elsewhere");
  const here = good(await sam.call(paymentsApi.openPayment, { id: placed.id, here: true }));
  expect(here.clientSecret).toBe(clientSecret);
  expect(await toBank(clientSecret, "answer", { choice: "cancel" })).toMatchObject({
    body: { error: { code: "confirmation_cancelled" } },
  });
  expect(await check(placed.id)).not.toHaveProperty("asks");
  expect((await open(placed.id)).clientSecret).toBe(clientSecret);
  await ask();
  await toBank(clientSecret, "answer", { choice: "decline" });
  expect(await check(placed.id)).toMatchObject({ state: "failed", decline: "sca.failed" });
  await ask();
  await toBank(clientSecret, "answer", { choice: "approve" });
  expect(await check(placed.id)).toMatchObject({ state: "authorized" });
});

test("after five declines the payment is over and the bank takes no sixth card", async () => {
  const placed = await order(world, sam);
  const { clientSecret } = await open(placed.id);
  for (let n = 0; n < 5; n += 1) await toBank(clientSecret, "confirm", card("4000000000000002"));
  expect(await check(placed.id)).toMatchObject({ state: "failed_final", triesLeft: 0 });
  await world.settled();
  expect(codeOf(await sam.call(paymentsApi.openPayment, { id: placed.id }))).toBe(
    "409 payments.too-many-tries",
  );
  expect((await toBank(clientSecret, "confirm", card())).status).toBe(400);
});

test("a payment belongs to whoever placed the order: others see nothing, a guest needs the booking key", async () => {
  const key = bookingKey();
  const guest = world.guest();
  const placed = await guestOrder(world, key, contact("Rita"));
  const input = { id: placed.id };
  const other = await world.person("Olga", "sender");
  for (const who of [guest, other]) {
    for (const api of [paymentsApi.openPayment, paymentsApi.checkPayment, paymentsApi.readPayment])
      expect(codeOf(await who.call(api, input))).toBe("404 deliveries.not-found");
  }
  expect(codeOf(await guest.call(paymentsApi.readPayment, input, withKey(key)))).toBe("404 payments.none");
  const session = good(await guest.call(paymentsApi.openPayment, input, withKey(key)));
  await toBank(session.clientSecret, "confirm", card());
  expect(await guest.call(paymentsApi.checkPayment, input, withKey(key))).toMatchObject({
    body: { state: "authorized" },
  });
});

test("delivered takes the whole amount, once, however often the news comes", async () => {
  const { orderId, paymentId, minor } = await paid();
  await endsAs(orderId, "delivered");
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  expect(await movements(paymentId)).toEqual([`hold ${minor}`, `capture ${minor}`]);
  expect(good(await sam.call(paymentsApi.readPayment, { id: orderId }))).toMatchObject({
    state: "captured",
    captured: { minor },
  });
  expect(await operations(paymentId)).toEqual([
    { kind: "open", state: "done", sends: 1, attempt: 1 },
    { kind: "capture", state: "done", sends: expect.any(Number), attempt: 1 },
  ]);
});

test("cancelling before anybody rides releases the hold through its event, without the sweeper", async () => {
  const { orderId, paymentId, minor } = await paid();
  const [id, fee] = [(await readOrder(orderId)).deliveryId ?? "", eur(0)];
  good(await sam.call(deliveriesApi.cancelDelivery, { ...head(world), id, fee, note: null }));
  await world.settled();
  expect(await movements(paymentId)).toEqual([`hold ${minor}`, `release ${minor}`]);
  expect(good(await sam.call(paymentsApi.readPayment, { id: orderId }))).toMatchObject({ state: "voided" });
});

test("a late cancellation takes the fee that was told and releases the rest", async () => {
  const { orderId, paymentId, minor } = await paid();
  await endsAs(orderId, "cancelled", 300);
  await sweep();
  expect(await movements(paymentId)).toEqual([`hold ${minor}`, "capture 300", `release ${minor - 300}`]);
});

test("an unpaid order expires only after the bank can hold nothing for it any more", async () => {
  const placed = await order(world, sam);
  const { clientSecret, payment } = await open(placed.id);
  world.now += 14 * MINUTE_MS;
  await sweep();
  world.now += 2 * MINUTE_MS;
  await plan("cancel", "drop_request");
  await sweep();
  expect(await readOrder(placed.id)).toMatchObject({ state: "pending_payment" });
  world.now += MINUTE_MS;
  await sweep();
  await sweep();
  expect(await readOrder(placed.id)).toMatchObject({ state: "expired" });
  expect((await toBank(clientSecret, "confirm", card())).status).toBe(400);
  expect(await movements(payment.id)).toEqual([]);
});

test("a hold that we did not know of wins over the expiry", async () => {
  const placed = await order(world, sam);
  const { clientSecret, payment } = await open(placed.id);
  await toBank(clientSecret, "confirm", card());
  world.now += 20 * MINUTE_MS;
  await sweep();
  expect(await readOrder(placed.id)).toMatchObject({ state: "confirmed" });
  expect(await movements(payment.id)).toEqual([`hold ${placed.total.minor}`]);
});

test("a hold that arrives after the order was given up is released at once", async () => {
  const placed = await order(world, sam);
  const { clientSecret, payment } = await open(placed.id);
  await plan("cancel", "drop_request");
  good(await sam.call(deliveriesApi.abandonOrder, { id: placed.id }));
  await world.settled();
  await toBank(clientSecret, "confirm", card());
  // A payer who pressed "Pay" reads that it pays for nothing, also before the release went through.
  expect(await check(placed.id)).toMatchObject({ state: "voided" });
  expect(await readOrder(placed.id)).toMatchObject({ state: "cancelled", deliveryId: null });
  world.now += MINUTE_MS;
  await sweep();
  expect(await movements(payment.id)).toEqual([
    `hold ${placed.total.minor}`,
    `release ${placed.total.minor}`,
  ]);
});

test.each(["drop_request", "drop_response", "error_after", "throttle"])(
  "%s at opening, capturing and reading loses and doubles nothing",
  async (kind) => {
    const placed = await order(world, sam);
    await plan("open", kind);
    expect(codeOf(await sam.call(paymentsApi.openPayment, { id: placed.id }))).toBe(
      "503 payments.provider-silent",
    );
    let session = await sam.call(paymentsApi.openPayment, { id: placed.id });
    for (let n = 0; n < 4 && session.status !== 200; n += 1) {
      world.now += 6 * MINUTE_MS;
      if (n === 0) world.now -= 5 * MINUTE_MS;
      await sweep();
      session = await sam.call(paymentsApi.openPayment, { id: placed.id });
    }
    const { clientSecret, payment } = good(session);
    await toBank(clientSecret, "confirm", card());
    await plan("get", "drop_response");
    expect((await sam.call(paymentsApi.checkPayment, { id: placed.id })).status).toBe(503);
    expect(await check(placed.id)).toMatchObject({ state: "authorized" });
    const { total } = placed;
    await endsAs(placed.id, "delivered");
    await plan("capture", kind);
    for (let n = 0; n < 5; n += 1) {
      await sweep();
      world.now += 6 * MINUTE_MS;
    }
    expect(await movements(payment.id)).toEqual([`hold ${total.minor}`, `capture ${total.minor}`]);
    const intents = await world.run(
      sql<{ id: string }>`select id from sandbox_bank.intent where payment_id = ${payment.id}`,
    );
    expect(intents).toHaveLength(1);
    expect((await operations(payment.id)).map((op) => op.state)).toEqual(["done", "done"]);
  },
);

test("a stored error without the deed gets a new key only a quarter of an hour after the last send", async () => {
  const { orderId, paymentId, minor } = await paid();
  await endsAs(orderId, "delivered");
  await plan("capture", "error_before");
  await sweep();
  for (let n = 0; n < 14; n += 1) {
    world.now += MINUTE_MS;
    await sweep();
  }
  expect(await movements(paymentId)).toEqual([`hold ${minor}`]);
  expect(await operations(paymentId)).toMatchObject([{}, { state: "sent", sends: 1, attempt: 1 }]);
  world.now += 2 * MINUTE_MS;
  await sweep();
  expect(await movements(paymentId)).toEqual([`hold ${minor}`, `capture ${minor}`]);
  expect(await operations(paymentId)).toMatchObject([{}, { state: "done", attempt: 2 }]);
});

test("no card number reaches our tables", async () => {
  const { orderId } = await paid();
  await check(orderId).catch(() => undefined);
  const found = await world.run(sql<{ n: number }>`select count(*)::int as n from (
        select row_to_json(p)::text as t from payment p union all select row_to_json(o)::text from payment_op o
        union all select row_to_json(e)::text from event e union all select row_to_json(i)::text from idempotency i
        union all select row_to_json(s)::text from sandbox_bank.intent s) x where t like '%4242424242424242%'`);
  expect(found[0]?.n).toBe(0);
});
