import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { good, order } from "#test/support/people/booking.ts";
import { confirmAt, paymentDepsOf, planFault } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "../contract/api.ts";
import { expireOverdue, expireUnpaid } from "./expire.ts";
import { openGate, stopGate } from "./gate/gate-row.ts";
import { overdueToAsk } from "./base/payment-lists.ts";
import { checkPayments } from "./check-payments.ts";

const { world, sam } = useShop({ daysApart: 1 });

const stateOf = async (id: string) => good(await sam.call(deliveriesApi.readOrder, { id })).state;
const paymentState = async (id: string) => good(await sam.call(paymentsApi.readPayment, { id })).state;
const plan = (call: string, kind: string, times?: number) => planFault(world, call, kind, times);
const speakAgain = () => world.run(sql`delete from sandbox_bank.fault`);
/** Both checks that the clock starts. */
const runBothChecks = async () => {
  await checkPayments(paymentDepsOf(world));
  await expireOverdue(paymentDepsOf(world), world.orgId);
};
const ops = (orderId: string) =>
  world.run(sql<{ text: string }>`select k.kind || ' ' || k.state as text from payment_op k
        join payment p on p.id = k.payment_id where p.order_id = ${orderId} order by text`);

test("an order that nobody began to pay is over the moment its time is", async () => {
  const { id } = await order(world, sam);
  await expireOverdue(paymentDepsOf(world), world.orgId);
  expect(await stateOf(id)).toBe("pending_payment");
  world.now += 15 * MINUTE_MS;
  await expireOverdue(paymentDepsOf(world), world.orgId);
  expect(await stateOf(id)).toBe("expired");
});

test("an order that cannot be ended keeps no other one", async () => {
  const [bad, next] = [await order(world, sam), await order(world, sam)];
  await world.db.owner(async (tx) => {
    await sql`create function break_one() returns trigger language plpgsql as
              $$ begin raise exception 'this one is broken'; end $$`.execute(tx);
    await sql`create trigger break_one before update on sales_order for each row
              when (old.id = ${sql.lit(bad.id)}) execute function break_one()`.execute(tx);
  });
  world.now += 20 * MINUTE_MS;
  await expireOverdue(paymentDepsOf(world), world.orgId);
  expect([await stateOf(bad.id), await stateOf(next.id)]).toEqual(["pending_payment", "expired"]);
  await world.run(sql`drop trigger break_one on sales_order`);
  await expireOverdue(paymentDepsOf(world), world.orgId);
  expect(await stateOf(bad.id)).toBe("expired");
});

test("orders in doubt keep no place of those behind them, in neither check", async () => {
  const doubtful = [await order(world, sam), await order(world, sam)];
  for (const { id } of doubtful) good(await sam.call(paymentsApi.openPayment, { id }));
  const unpaid = await order(world, sam);
  await plan("get", "silent", 1000);
  world.now += 20 * MINUTE_MS;
  await expireOverdue(paymentDepsOf(world), world.orgId, 1);
  expect(await stateOf(unpaid.id)).toBe("expired");
  const asks = () => world.db.as({ orgId: world.orgId }, (tx) => overdueToAsk(tx, world.now, 1));
  const asked = await asks();
  for (const id of asked) await expireUnpaid(paymentDepsOf(world), world.orgId, id);
  expect([...asked, ...(await asks())].toSorted()).toEqual(doubtful.map(({ id }) => id).toSorted());
  await speakAgain();
  await runBothChecks();
});

test.each(["get", "cancel"] as const)(
  "a card may be held while the bank is silent (%s): the order waits for its answer, however long",
  async (call) => {
    const [held, unpaid] = [await order(world, sam), await order(world, sam)];
    const sessions = [held, unpaid].map(({ id }) => sam.call(paymentsApi.openPayment, { id }));
    const [first] = await Promise.all(sessions);
    if (!first) throw new Error("no session");
    await confirmAt(world, good(first).clientSecret);
    await plan(call, "silent", 1000);
    for (const after of [16, 22, 60]) {
      world.now += after * MINUTE_MS;
      await runBothChecks();
      expect(await stateOf(unpaid.id)).toBe("pending_payment");
    }
    await speakAgain();
    for (let n = 0; n < 3; n += 1) {
      world.now += HOUR_MS;
      await runBothChecks();
    }
    expect([await stateOf(held.id), await stateOf(unpaid.id)]).toEqual(["confirmed", "expired"]);
    expect(await paymentState(unpaid.id)).toBe("voided");
  },
);

test("an opening without an answer keeps the order; once the bank says what became of it, it is over", async () => {
  const { id } = await order(world, sam);
  await plan("open", "drop_response");
  await plan("open", "silent", 1000);
  expect((await sam.call(paymentsApi.openPayment, { id })).status).toBe(503);
  world.now += HOUR_MS;
  await runBothChecks();
  expect(await stateOf(id)).toBe("pending_payment");
  await speakAgain();
  for (let n = 0; n < 3; n += 1) {
    world.now += HOUR_MS;
    await runBothChecks();
  }
  expect([await stateOf(id), await paymentState(id)]).toEqual(["expired", "voided"]);
});

test("an opening that never left is dropped with its order, and is not sent later", async () => {
  const { id } = await order(world, sam);
  const gate = <T>(work: (tx: Parameters<typeof stopGate>[0]["tx"]) => Promise<T>) =>
    world.db.as({ orgId: world.orgId }, work);
  await gate((tx) => stopGate({ tx, now: world.now }, "sandbox", "api_key_expired"));
  // The check asks whether the key is accepted again.
  for (const call of ["account", "find"]) await plan(call, "bad_key", 1000);
  expect((await sam.call(paymentsApi.openPayment, { id })).status).toBe(503);
  world.now += 20 * MINUTE_MS;
  await runBothChecks();
  expect([await stateOf(id), await paymentState(id)]).toEqual(["expired", "voided"]);
  await speakAgain();
  await gate((tx) => openGate(tx, "sandbox", world.now, { account: null, isLive: false }));
  await runBothChecks();
  expect((await ops(id)).map(({ text }) => text)).toEqual(["open failed"]);
  const { id: paymentId } = good(await sam.call(paymentsApi.readPayment, { id }));
  expect(await paymentDepsOf(world).provider.findIntents(paymentId)).toMatchObject({ kind: "ok", value: [] });
});

test("what was taken is an order: money that somebody took at the provider's own dashboard books it, late or not", async () => {
  const { id } = await order(world, sam);
  const { clientSecret, payment } = good(await sam.call(paymentsApi.openPayment, { id }));
  await confirmAt(world, clientSecret);
  const taken = await paymentDepsOf(world).provider.capture({
    key: "by hand",
    ref: clientSecret.split("_secret_")[0] ?? "",
    amount: payment.amount,
  });
  expect(taken.kind).toBe("ok");
  world.now += HOUR_MS;
  await runBothChecks();
  expect([await stateOf(id), await paymentState(id)]).toEqual(["confirmed", "captured"]);
});

test("money that is known of keeps its order, whatever else does not fit", async () => {
  const { id } = await order(world, sam);
  const { clientSecret } = good(await sam.call(paymentsApi.openPayment, { id }));
  await confirmAt(world, clientSecret);
  const write = (facts: ReturnType<typeof sql>) =>
    world.run(sql`update payment set ${facts} where order_id = ${id}`);
  await write(sql`state = 'review', mismatch = true, settled_at = now(), authorized_minor = amount_minor`);
  world.now += HOUR_MS;
  await runBothChecks();
  expect(await stateOf(id)).toBe("pending_payment");
  await write(sql`state = 'created', mismatch = false, settled_at = null, authorized_minor = 0`);
  await runBothChecks();
  expect(await stateOf(id)).toBe("confirmed");
});
