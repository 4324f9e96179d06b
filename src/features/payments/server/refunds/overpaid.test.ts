import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { good } from "#test/support/people/booking.ts";
import { booksOf } from "#test/support/paying/books.ts";
import {
  bankOf,
  confirmAt,
  paymentDepsOf,
  disputeOf,
  ended,
  held,
  planFault,
  providerOf,
  refOf,
  taken,
} from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { expectBooks } from "#test/support/paying/money-at-rest.ts";
import { eur } from "#test/support/paying/samples.ts";
import { paymentsApi } from "../../contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { refundsApi } from "../../contract/refunds.ts";
import { traceApi } from "#features/books/contract/trace.ts";
import { readAndMerge, readRefundsAndDisputes } from "../merge/read-and-merge.ts";
import { readPayment } from "../base/payment-row.ts";
import { settlePayment } from "../settle.ts";
import { checkPayments } from "../check-payments.ts";
import { markRestored } from "../gate/gate-row.ts";

const GOOD = "4242424242424242";
const FRAUD = "4000000000000259";
const COMES_BACK = "4000000000005126";
const MORE = 450;
const { world, sam, ada, bob } = useShop({ refundLimits: { EUR: 200 }, daysApart: 7 });

interface Early {
  readonly orderId: string;
  readonly paymentId: string;
}

/** A surcharge that the card holds; nobody has asked the bank yet. */
async function paid(number = GOOD): Promise<Early> {
  const { orderId } = await held(world, sam);
  const paymentId = newId(world.now);
  const amount = eur(MORE);
  good(await ada.call(receivablesApi.askSurcharge, { id: orderId, paymentId, amount, reason: "waiting" }));
  const { clientSecret } = good(await sam.call(paymentsApi.openPayment, { id: orderId, paymentId }));
  expect(await confirmAt(world, clientSecret, number)).toBe(200);
  return { orderId, paymentId };
}

const check = ({ orderId, paymentId }: Early) =>
  sam.call(paymentsApi.checkPayment, { id: orderId, paymentId });

/** A surcharge that is taken while the delivery goes on. */
async function early(number?: string): Promise<Early> {
  const one = await paid(number);
  good(await check(one));
  await settlePayment(paymentDepsOf(world), world.orgId, one.paymentId);
  expect((await trace(one)).payment.state).toBe("captured");
  return one;
}

const trace = async ({ paymentId }: Early) => good(await ada.call(traceApi.readTrace, { id: paymentId }));
const refunds = async (one: Early) =>
  (await trace(one)).refunds.map(({ state, amount }) => `${state} ${amount.minor}`).toSorted();
const cancelled = ({ orderId }: Early, fee = 0) => ended(world, orderId, "cancelled", fee);
async function later(ms: number): Promise<void> {
  world.now += ms;
  await checkPayments(paymentDepsOf(world));
}

/** Minutes later nothing is under way, and the books say what the rows say. */
async function sound(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await later(MINUTE_MS);
  await expectBooks(world, 2 * DAY_MS);
}

async function rowOf({ paymentId }: Early) {
  const row = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, paymentId));
  if (!row) throw new Error("no payment");
  return row;
}

/** Takes in what the bank has of a payment's disputes. */
const hear = async (one: Early) =>
  readRefundsAndDisputes(paymentDepsOf(world), world.orgId, await rowOf(one));

async function judged(one: Early, verdict: "won" | "lost"): Promise<void> {
  await bankOf(world).judge(await disputeOf(world, one), verdict);
  world.now += MINUTE_MS;
  await hear(one);
}

test.each([
  ["cancelled", 300],
  ["cancelled", 600],
  ["lost", null],
] as const)(
  "a surcharge that was taken before the delivery is %s (fee %s) goes back whole",
  async (end, fee) => {
    const one = await early();
    await ended(world, one.orderId, end, fee);
    await sound();
    expect(await refunds(one)).toEqual([`succeeded ${MORE}`]);
    expect((await booksOf(world, one.orderId))["provider"] ?? 0).toBe(fee ?? 0);
  },
);

test.each(["cancelled", "lost"])(
  "a surcharge that is held when the delivery is %s is released",
  async (end) => {
    const one = await paid();
    await ended(world, one.orderId, end);
    await check(one);
    await sound();
    expect((await trace(one)).payment.state).toBe("voided");
    expect(await booksOf(world, one.orderId)).toEqual({});
  },
);

test.each(["delivered", "returned", "disposed"])(
  "a price that was lowered after the card paid goes back in part when the delivery is %s",
  async (end) => {
    const one = await taken(world, sam);
    await world.run(
      sql`update sales_order set total_minor = total_minor - 150, lowered = true where id = ${one.orderId}`,
    );
    await ended(world, one.orderId, end);
    await sound();
    expect(await refunds(one)).toEqual(["succeeded 150"]);
  },
);

test("a surcharge of a delivery that arrives stays", async () => {
  const one = await early();
  await ended(world, one.orderId, "delivered");
  await later(DAY_MS);
  expect(await refunds(one)).toEqual([]);
  await sound();
});

test("while the card's bank has it in dispute nothing is asked; won, it goes back", async () => {
  const one = await early(FRAUD);
  await hear(one);
  await cancelled(one);
  await later(2 * DAY_MS);
  expect(await refunds(one)).toEqual([]);
  await judged(one, "won");
  await sound();
  expect(await refunds(one)).toEqual([`succeeded ${MORE}`]);
});

test("what a lost dispute took is not refunded a second time", async () => {
  const one = await early(FRAUD);
  await hear(one);
  await cancelled(one);
  await judged(one, "lost");
  await later(2 * DAY_MS);
  expect(await refunds(one)).toEqual([]);
  await sound();
});

test("refused for a dispute that nobody told us of, a person decides once that is over", async () => {
  const one = await early(FRAUD);
  await cancelled(one);
  await later(HOUR_MS);
  const [refused] = (await trace(one)).refunds;
  expect(refused).toMatchObject({ state: "failed", code: "charge_disputed", askedBy: null });
  const returned = good(await bob.call(refundsApi.listRefunds, { group: "returned", limit: 100 }));
  expect(returned.items.map(({ id }) => id)).toContain(refused?.id);
  const close = (by: "bank" | "nobody") => bob.call(refundsApi.closeRefund, { id: refused?.id ?? "", by });
  expect((await close("bank")).body.code).toBe("payments.disputed");
  await judged(one, "won");
  await later(DAY_MS);
  expect(await refunds(one)).toEqual([`failed ${MORE}`]);
  expect(good(await close("bank")).state).toBe("by-bank");
  await sound();
});

test("what a person says is not owed may still be refunded as any money, above the limit by two people", async () => {
  const one = await early(FRAUD);
  await cancelled(one);
  await later(HOUR_MS);
  await judged(one, "won");
  const [refused] = (await trace(one)).refunds;
  good(await bob.call(refundsApi.closeRefund, { id: refused?.id ?? "", by: "nobody" }));
  const amount = eur(MORE);
  const asked = { paymentId: one.paymentId, id: randomUUID(), amount, reason: "other" as const };
  const { id, state } = good(await ada.call(refundsApi.askRefund, asked));
  expect(state).toBe("waiting");
  good(await bob.call(refundsApi.decideRefund, { id, agree: true }));
  expect(await refunds(one)).toEqual([`dropped ${MORE}`, `succeeded ${MORE}`]);
  await sound();
});

test("many sweeps and settlings at once ask for one refund", async () => {
  const one = await early();
  await cancelled(one);
  const deps = paymentDepsOf(world);
  const settle = () => settlePayment(deps, world.orgId, one.paymentId);
  await Promise.all([settle(), settle(), checkPayments(deps), settle()]);
  await sound();
  expect(await refunds(one)).toEqual([`succeeded ${MORE}`]);
});

test("what was refunded by hand before is left out, and what a second person declines is refunded too", async () => {
  const [given, waiting] = [await early(), await early()];
  const ask = (paymentId: string, minor: number) =>
    ada.call(refundsApi.askRefund, {
      paymentId,
      id: randomUUID(),
      amount: eur(minor),
      reason: "goodwill",
    });
  expect(good(await ask(given.paymentId, 100)).state).toBe("succeeded");
  const { id, state } = good(await ask(waiting.paymentId, 300));
  expect(state).toBe("waiting");
  await cancelled(given);
  await cancelled(waiting);
  await later(MINUTE_MS);
  expect(await refunds(given)).toEqual(["succeeded 100", "succeeded 350"]);
  expect(await refunds(waiting)).toEqual(["succeeded 150", "waiting 300"]);
  good(await bob.call(refundsApi.decideRefund, { id, agree: false }));
  await sound();
  expect(await refunds(waiting)).toEqual(["declined 300", "succeeded 150", "succeeded 300"]);
});

test("what came back from the card's bank and is said not to be owed is not sent again", async () => {
  const one = await early(COMES_BACK);
  await cancelled(one);
  world.now += 3 * DAY_MS;
  await readAndMerge(paymentDepsOf(world), world.orgId, await rowOf(one));
  const [back] = (await trace(one)).refunds;
  expect(back?.state).toBe("failed");
  await later(DAY_MS);
  good(await bob.call(refundsApi.closeRefund, { id: back?.id ?? "", by: "nobody" }));
  await later(DAY_MS);
  expect(await refunds(one)).toEqual([`dropped ${MORE}`]);
  await sound();
});

test("after a backup older than the refund is restored, a silent provider makes no second refund", async () => {
  const one = await taken(world, sam);
  const back = 150;
  expect(2 * back).toBeLessThan(one.minor);
  // The restored database does not hold the refund; the provider does.
  const ref = await refOf(world, one);
  const amount = eur(back);
  const first = await providerOf(world).refund({ key: randomUUID(), ref, opId: randomUUID(), amount });
  expect(first.kind).toBe("ok");
  await world.db.owner(markRestored);
  const isFrozen = () =>
    world.one(sql<{ frozen: boolean }>`select frozen_at is not null as frozen from payment_gate`);
  await planFault(world, "events", "drop_response", 2);
  await ended(world, one.orderId, "cancelled", one.minor - back);
  await settlePayment(paymentDepsOf(world), world.orgId, one.paymentId);
  expect(await isFrozen()).toEqual({ frozen: true });
  expect(await refunds(one)).toEqual([]);
  for (let n = 0; n < 4; n += 1) await later(HOUR_MS);
  expect(await isFrozen()).toEqual({ frozen: false });
  expect(await refunds(one)).toEqual([`succeeded ${back}`]);
  const listed = await providerOf(world).listRefunds(ref);
  expect(listed.kind === "ok" && listed.value.map(({ amountMinor }) => amountMinor)).toEqual([back]);
  await sound();
});

test("what the provider did between the backup and the first operation after its restore is adopted", async () => {
  const one = await taken(world, sam);
  const other = await held(world, sam);
  const ref = await refOf(world, one);
  const given = await providerOf(world).refund({
    key: randomUUID(),
    ref,
    opId: randomUUID(),
    amount: eur(150),
  });
  expect(given.kind).toBe("ok");
  await world.db.owner(markRestored);
  world.now += 3 * HOUR_MS;
  // Settling writes its operation before it reads the gate.
  await world.run(sql`update delivery set state_shown = 'delivered' where order_id = ${other.orderId}`);
  await settlePayment(paymentDepsOf(world), world.orgId, other.paymentId);
  for (let n = 0; n < 3; n += 1) await later(HOUR_MS);
  expect(await refunds(one)).toEqual(["succeeded 150"]);
  await sound();
});

test("an end that a comparison put off is refunded once both books agree", async () => {
  const one = await taken(world, sam);
  await world.db.owner(markRestored);
  await planFault(world, "events", "drop_response", 2);
  await ended(world, one.orderId, "cancelled", one.minor - 150);
  expect(await refunds(one)).toEqual([]);
  for (let n = 0; n < 3; n += 1) await later(MINUTE_MS);
  expect(await refunds(one)).toEqual(["succeeded 150"]);
  await sound();
});

test("refused for a dispute, it notifies the office and is not paid by bank before the dispute was read", async () => {
  const one = await early(FRAUD);
  await cancelled(one);
  const [refused] = (await trace(one)).refunds;
  expect(refused).toMatchObject({ state: "failed", code: "charge_disputed" });
  const open = good(await bob.call(refundsApi.listRefunds, { group: "open", limit: 100 }));
  expect(open.items.map(({ id }) => id)).toContain(refused?.id);
  const events = await world.run(
    sql`select from event where aggregate_id = ${one.paymentId} and type = 'payment.refund_failed'`,
  );
  expect(events).toHaveLength(1);
  const byBank = () => bob.call(refundsApi.closeRefund, { id: refused?.id ?? "", by: "bank" });
  expect((await rowOf(one)).disputedMinor).toBe(0);
  expect((await byBank()).body.code).toBe("payments.disputed");
  await later(MINUTE_MS);
  expect((await rowOf(one)).disputedMinor).toBe(MORE);
  expect((await byBank()).body.code).toBe("payments.disputed");
  await sound();
});
