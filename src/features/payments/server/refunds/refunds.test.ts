import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { InputOf } from "#contract/endpoint.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { good, codeOf } from "#test/support/people/booking.ts";
import { paymentDepsOf, held, planFault, providerOf, refOf, taken } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { expectBooks } from "#test/support/paying/money-at-rest.ts";
import { eur } from "#test/support/paying/samples.ts";
import { movementsOf } from "#test/support/paying/movements.ts";
import { refundsApi } from "../../contract/refunds.ts";
import { traceApi, type PaymentTrace } from "#features/books/contract/trace.ts";
import { readAndMerge } from "../merge/read-and-merge.ts";
import { readPayment } from "../base/payment-row.ts";
import { checkPayments } from "../check-payments.ts";

const { world, sam, ada, bob } = useShop({ msApart: MINUTE_MS });

type Asked = InputOf<typeof refundsApi.askRefund>;
const request = (paymentId: string, minor: number, more: Partial<Asked> = {}): Asked => ({
  paymentId,
  id: randomUUID(),
  amount: eur(minor),
  reason: "late",
  ...more,
});
const ask = (asked: Asked, who = ada) => who.call(refundsApi.askRefund, asked);
const trace = async (id: string) => good(await ada.call(traceApi.readTrace, { id }));
const operationIn = ({ operations }: PaymentTrace) => operations.find(({ kind }) => kind === "refund");
const sweep = () => checkPayments(paymentDepsOf(world));
const plan = (call: string, kind: string, times?: number) => planFault(world, call, kind, times);
const movements = async (paymentId: string) =>
  (await movementsOf(world, paymentId)).filter((one) => one.startsWith("refund"));
const noDrift = () => expectBooks(world);
test("a part goes back: at the bank, on the payment, in the books and in the trace", async () => {
  const { paymentId, minor } = await taken(world, sam);
  const given = good(await ask(request(paymentId, 500, { note: "came an hour late" })));
  expect(given).toMatchObject({
    amount: eur(500),
    state: "succeeded",
    note: "came an hour late",
    askedBy: { name: "Ada" },
    decidedBy: null,
  });
  expect(await movements(paymentId)).toEqual(["refund 500"]);
  const seen = await trace(paymentId);
  expect(seen.remaining).toEqual(eur(minor - 500));
  expect(seen.payment).toMatchObject({ state: "captured", refunded: eur(500) });
  expect(seen.operations.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
    "capture done",
    "open done",
    "refund done",
  ]);
  expect(seen.entries[0]?.lines.map(({ account }) => account)).toEqual(["provider", "refunds", "tax"]);
  expect(seen.refunds).toEqual([given]);
  await noDrift();
});

test("a double click is one request: the same answer, and money moves once", async () => {
  const { paymentId } = await taken(world, sam);
  const asked = request(paymentId, 500);
  const both = await Promise.all([ask(asked), ask(asked)]);
  const again = good(await ask(asked));
  for (const one of both) expect(good(one)).toMatchObject({ id: asked.id, amount: eur(500) });
  expect(again.state).toBe("succeeded");
  expect(await movements(paymentId)).toEqual(["refund 500"]);
});

test("the same id with another content is a conflict", async () => {
  const { paymentId } = await taken(world, sam);
  const other = await taken(world, sam);
  const asked = request(paymentId, 500);
  good(await ask(asked));
  const others: Partial<Asked>[] = [
    { amount: eur(501) },
    { reason: "other" },
    { note: "x" },
    { paymentId: other.paymentId },
  ];
  for (const changed of others)
    expect(codeOf(await ask({ ...asked, ...changed }))).toBe("409 payments.refund-conflict");
  expect(await movements(paymentId)).toEqual(["refund 500"]);
});

test("two people at once cannot give back more than was taken", async () => {
  const { paymentId, minor } = await taken(world, sam);
  const part = Math.floor(minor / 2) + 1;
  const answers = await Promise.all([
    ask(request(paymentId, part), ada),
    ask(request(paymentId, part), bob),
    ask(request(paymentId, part), ada),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: "payments.refund-exceeds",
    facts: { remainingMinor: minor - part, currency: "EUR" },
  });
  expect(await movements(paymentId)).toEqual([`refund ${part}`]);
});

test("many small ones add up to the whole, and not to one cent more", async () => {
  const { paymentId, minor } = await taken(world, sam);
  for (let left = minor; left > 0; left -= Math.min(left, 400))
    good(await ask(request(paymentId, Math.min(left, 400))));
  expect(await ask(request(paymentId, 1))).toMatchObject({
    status: 409,
    body: { facts: { remainingMinor: 0 } },
  });
  expect((await trace(paymentId)).remaining).toEqual(eur(0));
  await noDrift();
});

test("before anything was taken, the whole hold is released; a part of it is refused", async () => {
  const { paymentId, minor } = await held(world, sam);
  expect(codeOf(await ask(request(paymentId, minor - 1)))).toBe("409 payments.not-captured");
  const asked = request(paymentId, minor);
  expect(good(await ask(asked))).toMatchObject({ state: "released" });
  expect(good(await ask(asked))).toMatchObject({ state: "released" });
  expect((await trace(paymentId)).payment).toMatchObject({ state: "voided", captured: eur(0) });
  expect(await movements(paymentId)).toEqual([]);
  await noDrift();
});

test.each(["drop_request", "drop_response", "throttle"])(
  "a refund whose answer does not come (%s) stays set aside and is brought to its end with the same key",
  async (fault) => {
    const { paymentId, minor } = await taken(world, sam);
    await plan("refund", fault);
    const asked = request(paymentId, 500);
    expect(good(await ask(asked))).toMatchObject({ state: "sending" });
    expect((await trace(paymentId)).remaining).toEqual(eur(minor - 500));
    world.now += MINUTE_MS;
    await sweep();
    const seen = await trace(paymentId);
    expect(seen.refunds).toMatchObject([{ state: "succeeded" }]);
    expect(operationIn(seen)).toMatchObject({ kind: "refund", state: "done", attempt: 1 });
    expect(await movements(paymentId)).toEqual(["refund 500"]);
    await noDrift();
  },
);

test.each([
  ["after the deed", "error_after", 1],
  ["before the deed", "error_before", 2],
])("an error stored %s is never asked again: the list decides", async (_says, fault, attempt) => {
  const { paymentId } = await taken(world, sam);
  await plan("refund", fault);
  expect(good(await ask(request(paymentId, 500)))).toMatchObject({ state: "sending" });
  for (let n = 0; n < 6; n += 1) {
    world.now += 10 * MINUTE_MS;
    await sweep();
  }
  const seen = await trace(paymentId);
  expect(seen.refunds).toMatchObject([{ state: "succeeded" }]);
  expect(operationIn(seen)).toMatchObject({ kind: "refund", state: "done", attempt });
  expect(await movements(paymentId)).toEqual(["refund 500"]);
});

test("after a day without an answer the list is read before anything is sent again", async () => {
  const { paymentId } = await taken(world, sam);
  await plan("refund", "drop_response");
  good(await ask(request(paymentId, 500)));
  await world.run(sql`delete from sandbox_bank.answered`);
  world.now += 23 * HOUR_MS;
  await sweep();
  expect((await trace(paymentId)).refunds).toMatchObject([{ state: "succeeded" }]);
  expect(await movements(paymentId)).toEqual(["refund 500"]);
});

test("the provider's no frees what was set aside, and says why", async () => {
  const { paymentId, minor } = await taken(world, sam);
  const ref = await refOf(world, { paymentId });
  const elsewhere = providerOf(world, "elsewhere");
  await elsewhere.refund({ key: "elsewhere", ref, opId: "not ours", amount: eur(minor) });
  const refused = good(await ask(request(paymentId, 500)));
  expect(refused).toMatchObject({ state: "refused", code: "charge_already_refunded" });
  expect(operationIn(await trace(paymentId))).toMatchObject({ kind: "refund", state: "failed" });
  await noDrift();
});

test("what was refunded at the provider's own dashboard counts like ours", async () => {
  const { paymentId, minor } = await taken(world, sam, "4000000000007726");
  good(await ask(request(paymentId, 100)));
  const ref = await refOf(world, { paymentId });
  await providerOf(world, "elsewhere").refund({ key: "desk", ref, opId: "", amount: eur(300) });
  world.now += 2 * HOUR_MS;
  await sweep();
  const seen = await trace(paymentId);
  expect(seen.payment.refunded).toEqual(eur(400));
  expect(seen.remaining).toEqual(eur(minor - 400));
  expect(seen.refunds).toContainEqual(expect.objectContaining({ reason: "elsewhere", askedBy: null }));
  await noDrift();
});

test("a refund on its way arrives days later without anybody telling us", async () => {
  const { paymentId } = await taken(world, sam, "4000000000007726");
  expect(good(await ask(request(paymentId, 500)))).toMatchObject({ state: "pending" });
  expect((await trace(paymentId)).payment.refunded).toEqual(eur(500));
  world.now += 3 * DAY_MS;
  await sweep();
  expect((await trace(paymentId)).refunds).toMatchObject([{ state: "succeeded" }]);
  await noDrift();
});

test("a refund that comes back is booked back and waits for somebody; it stays set aside until then", async () => {
  const { paymentId, minor } = await taken(world, sam, "4000000000005126");
  const asked = good(await ask(request(paymentId, 500)));
  world.now += 3 * DAY_MS;
  await comesBack(paymentId);
  const back = await trace(paymentId);
  expect(back.refunds).toMatchObject([{ state: "failed", code: "lost_or_stolen_card" }]);
  expect(back.payment.refunded).toEqual(eur(0));
  expect(back.remaining).toEqual(eur(minor - 500));
  for (const group of ["returned", "open"] as const) {
    const listed = good(await bob.call(refundsApi.listRefunds, { group }));
    expect(listed.items.map(({ id }) => id)).toContain(asked.id);
  }
  await noDrift();
  const closed = good(await bob.call(refundsApi.closeRefund, { id: asked.id, by: "bank" }));
  expect(closed.state).toBe("by-bank");
  const left = good(await bob.call(refundsApi.listRefunds, { group: "open" }));
  expect(left.items.map(({ id }) => id)).not.toContain(asked.id);
  expect(good(await bob.call(refundsApi.closeRefund, { id: asked.id, by: "bank" })).state).toBe("by-bank");
  expect(codeOf(await bob.call(refundsApi.closeRefund, { id: asked.id, by: "nobody" }))).toBe(
    "409 payments.refund-decided",
  );
  const paid = await trace(paymentId);
  expect(paid.payment.refunded).toEqual(eur(500));
  expect(paid.entries[0]?.lines).toContainEqual({ account: "bank", amount: eur(-500) });
  await comesBack(paymentId);
  expect((await trace(paymentId)).payment.refunded).toEqual(eur(500));
  await noDrift();
});

test("what came back and is not owed after all may be given again", async () => {
  const { paymentId, minor } = await taken(world, sam, "4000000000005126");
  const asked = good(await ask(request(paymentId, 500)));
  world.now += 3 * DAY_MS;
  await comesBack(paymentId);
  good(await ada.call(refundsApi.closeRefund, { id: asked.id, by: "nobody" }));
  expect((await trace(paymentId)).remaining).toEqual(eur(minor));
  expect(good(await ask(request(paymentId, minor)))).toMatchObject({ state: "succeeded" });
  await noDrift();
});

/** As a hint of the provider does it. */
async function comesBack(paymentId: string): Promise<void> {
  const payment = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, paymentId));
  if (!payment) throw new Error("no payment");
  await readAndMerge(paymentDepsOf(world), world.orgId, payment);
}
