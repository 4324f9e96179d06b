import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { HOUR_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { good, codeOf } from "#test/support/people/booking.ts";
import { paymentDepsOf, ended, held, planFault, type Held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { expectBooks } from "#test/support/paying/money-at-rest.ts";
import { eur } from "#test/support/paying/samples.ts";
import { findingsApi, type Finding } from "../../contract/findings.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { traceApi } from "../../contract/trace.ts";
import { readAndMerge } from "#features/payments/server/merge/read-and-merge.ts";
import { readPayment } from "#features/payments/server/base/payment-row.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { recheckPayment } from "./recheck.ts";
import { reconcileOrganisation } from "./reconcile.ts";

const LIMIT = 300;
const { world, sam, ada, bob } = useShop({ refundLimits: { EUR: LIMIT }, daysApart: 20 });

/** The bank says another amount from now on. */
const bend = (paymentId: string, by: number) =>
  world.run(sql`update sandbox_bank.intent set amount_minor = amount_minor + ${by}, held_minor = held_minor + ${by}
        where payment_id = ${paymentId}`);
const paymentOf = async (id: string) =>
  (await world.one(sql<{ state: string }>`select state from payment where id = ${id}`))?.state;
const pullNow = async (id: string): Promise<void> => {
  const payment = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, id));
  if (payment) await readAndMerge(paymentDepsOf(world), world.orgId, payment);
};
const openOf = async (one: Held): Promise<Finding | undefined> =>
  good(await ada.call(traceApi.readTrace, { id: one.paymentId })).findings[0];
const recheck = (finding: Finding | undefined, who = ada) =>
  who.call(findingsApi.resolveFinding, { id: finding?.id ?? "", fix: "recheck" });
const release = (one: Held, who = ada) =>
  who.call(refundsApi.askRefund, {
    paymentId: one.paymentId,
    id: randomUUID(),
    amount: eur(one.minor),
    reason: "other",
  });
const allIsWell = async (): Promise<void> => {
  await expectBooks(world);
};

/** Held, and then the bank said another amount. */
async function doubted(): Promise<Held> {
  const one = await held(world, sam);
  await bend(one.paymentId, 5);
  await pullNow(one.paymentId);
  expect(await paymentOf(one.paymentId)).toBe("review");
  return one;
}

test("a doubt is a finding at once; while the bank repeats it nothing changes, and what fits ends it", async () => {
  const one = await doubted();
  const finding = await openOf(one);
  expect(finding).toMatchObject({
    kind: "payment-review",
    paymentId: one.paymentId,
    orderNumber: one.orderNumber,
    fixes: ["recheck"],
  });
  expect(codeOf(await recheck(finding))).toBe("409 payments.still-in-doubt");
  expect(await paymentOf(one.paymentId)).toBe("review");
  await bend(one.paymentId, -5);
  expect(good(await recheck(finding))).toMatchObject({
    resolution: "rechecked",
    resolvedBy: "Ada",
    fixes: [],
  });
  expect(await paymentOf(one.paymentId)).toBe("authorized");
  expect((await recheck(finding)).body).toMatchObject({ code: "payments.finding-closed" });
  await ended(world, one.orderId, "delivered");
  expect(await paymentOf(one.paymentId)).toBe("captured");
  await allIsWell();
});

test("the pass over the books finds a doubt that nobody noted, and closes it when it is gone", async () => {
  const one = await doubted();
  await world.run(sql`delete from payment_finding where payment_id = ${one.paymentId}`);
  world.now += 2 * HOUR_MS;
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  expect(await openOf(one)).toMatchObject({ kind: "payment-review", about: one.paymentId });
  await bend(one.paymentId, -5);
  await recheckPayment(paymentDepsOf(world), world.orgId, one.paymentId);
  world.now += 2 * HOUR_MS;
  await reconcileOrganisation(paymentDepsOf(world), world.orgId);
  expect(await openOf(one)).toBeUndefined();
});

test("a capture that the bank refused is tried again once the doubt is over", async () => {
  const one = await held(world, sam);
  await bend(one.paymentId, -5);
  await ended(world, one.orderId, "delivered");
  expect(await paymentOf(one.paymentId)).toBe("review");
  await bend(one.paymentId, 5);
  good(await recheck(await openOf(one)));
  for (let n = 0; n < 3; n += 1) {
    world.now += HOUR_MS;
    await checkPayments(paymentDepsOf(world));
  }
  expect(await paymentOf(one.paymentId)).toBe("captured");
  await allIsWell();
});

test("a look while a release is under way does not take the money that was refused before", async () => {
  const one = await held(world, sam);
  await bend(one.paymentId, -5);
  await ended(world, one.orderId, "delivered");
  await bend(one.paymentId, 5);
  const finding = await openOf(one);
  const asked = good(await release(one));
  await planFault(world, "cancel", "drop_request");
  good(await bob.call(refundsApi.decideRefund, { id: asked.id, agree: true }));
  expect(await paymentOf(one.paymentId)).toBe("review");
  good(await recheck(finding));
  for (let n = 0; n < 3; n += 1) {
    world.now += HOUR_MS;
    await checkPayments(paymentDepsOf(world));
  }
  expect(await paymentOf(one.paymentId)).toBe("voided");
  await allIsWell();
});

test("above the limit a second person agrees to the release, and the doubt ends with the hold", async () => {
  const one = await doubted();
  const asked = good(await release(one));
  expect(asked).toMatchObject({ state: "release-waiting" });
  expect(await paymentOf(one.paymentId)).toBe("review");
  const own = await ada.call(refundsApi.decideRefund, { id: asked.id, agree: true });
  expect(own.body).toMatchObject({ code: "payments.second-person" });
  const { items } = good(await bob.call(refundsApi.listRefunds, { group: "waiting" }));
  expect(items.map(({ id }) => id)).toContain(asked.id);
  const agreed = { id: asked.id, agree: true };
  const both = await Promise.all([1, 2].map(() => bob.call(refundsApi.decideRefund, agreed)));
  for (const answer of both) expect(good(answer)).toMatchObject({ state: "released" });
  expect(await paymentOf(one.paymentId)).toBe("voided");
  const trace = good(await ada.call(traceApi.readTrace, { id: one.paymentId }));
  expect(trace).toMatchObject({ held: { minor: 0 }, findings: [], refunds: [{ state: "released" }] });
  expect(trace.operations.filter(({ kind }) => kind === "cancel")).toHaveLength(1);
  // A late word of the bank, whose amount still differs, is about nothing any more.
  await pullNow(one.paymentId);
  expect(await paymentOf(one.paymentId)).toBe("voided");
  await allIsWell();
});

test("a release may be declined, and one that comes after the capture is refused", async () => {
  const one = await held(world, sam);
  const first = good(await release(one));
  expect(first).toMatchObject({ state: "release-waiting" });
  expect(good(await bob.call(refundsApi.decideRefund, { id: first.id, agree: false }))).toMatchObject({
    state: "declined",
  });
  const late = good(await release(one));
  await ended(world, one.orderId, "delivered");
  const answer = await bob.call(refundsApi.decideRefund, { id: late.id, agree: true });
  expect(answer).toMatchObject({ status: 409, body: { code: "payments.release-late" } });
  const trace = good(await ada.call(traceApi.readTrace, { id: one.paymentId }));
  expect(trace.remaining.minor).toBe(one.minor);
  await allIsWell();
});

test("two people look again at once: it is decided once, and both read the same end", async () => {
  const one = await doubted();
  const finding = await openOf(one);
  await bend(one.paymentId, -5);
  const both = await Promise.all([recheck(finding, ada), recheck(finding, bob)]);
  for (const answer of both)
    expect(answer.status === 200 || answer.body.code === "payments.finding-closed").toBe(true);
  expect(both.some(({ status }) => status === 200)).toBe(true);
  expect(await paymentOf(one.paymentId)).toBe("authorized");
  await allIsWell();
});

test("news that are taken in while somebody looks make it look again", async () => {
  const one = await doubted();
  await bend(one.paymentId, -5);
  const deps = paymentDepsOf(world);
  const { provider } = deps;
  let reads = 0;
  const getIntent: typeof provider.getIntent = async (ref) => {
    const answer = await provider.getIntent(ref);
    reads += 1;
    if (reads === 1) {
      // The bank releases the hold, and its webhook is followed before the read's answer is written.
      await provider.cancel({ key: randomUUID(), ref });
      await pullNow(one.paymentId);
    }
    return answer;
  };
  await recheckPayment({ ...deps, provider: { ...provider, getIntent } }, world.orgId, one.paymentId);
  expect(reads).toBe(2);
  // The delivery goes on and nobody here released it: the hold is lost.
  expect(await paymentOf(one.paymentId)).toBe("expired");
  await allIsWell();
});

test("a bank that is silent decides nothing", async () => {
  const one = await doubted();
  await planFault(world, "get", "drop_response");
  const asked = recheckPayment(paymentDepsOf(world), world.orgId, one.paymentId);
  await expect(asked).rejects.toMatchObject({ code: "payments.provider-silent" });
  await expect(asked).rejects.toBeInstanceOf(Refusal);
  expect(await paymentOf(one.paymentId)).toBe("review");
});

test("nobody without the role looks again or lets go", async () => {
  const one = await doubted();
  const finding = await openOf(one);
  const dora = await world.person("Dora", "dispatcher");
  for (const who of [sam, dora]) {
    expect((await recheck(finding, who)).status).toBe(403);
    expect((await release(one, who)).status).toBe(403);
  }
});
