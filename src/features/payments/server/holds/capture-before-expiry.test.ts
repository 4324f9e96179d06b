import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { paymentDepsOf, held, planFault } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { brokenInvariants } from "#features/books/server/invariants.ts";
import { settlePayment } from "../settle.ts";
import { checkPayments } from "../check-payments.ts";
import { captureBeforeExpiry } from "./capture-before-expiry.ts";
import { isHoldToWatch } from "./watch-holds.ts";

const { world, crew, olga } = useWorld({
  crew: true,
  daysApart: 20,
  people: { olga: ["Olga", "org-admin"] },
});

interface Carried {
  readonly delivery: Delivery;
  readonly paymentId: string;
  readonly minor: number;
}
/** Paid by card and collected; the hold ends in so long. */
async function collected(beforeEndMs: number): Promise<Carried> {
  const { orderId, paymentId, minor } = await held(world, crew.sam);
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  const given = await crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
  const delivery = good(await crew.step(crew.kim, given, "collect", "succeed", bare));
  world.now += 7 * DAY_MS - beforeEndMs;
  return { delivery, paymentId, minor };
}
const sweep = () => checkPayments(paymentDepsOf(world));
const stateOf = async ({ paymentId }: Carried) =>
  world.one(sql<{ state: string; captured: number }>`
        select state, captured_minor as captured from payment where id = ${paymentId}`);
const capturesOf = ({ paymentId }: Carried) =>
  world.run(sql<{ state: string; amount: number }>`
        select state, amount_minor as amount from payment_op where payment_id = ${paymentId} and kind = 'capture'`);
const kindsOf = async ({ paymentId }: Carried, group: "open" | "all"): Promise<string[]> =>
  good(await olga.call(findingsApi.listFindings, { group, limit: 50 }))
    .items.filter((one) => one.paymentId === paymentId)
    .map(({ kind }) => kind);
const soundBooks = async () =>
  expect(await world.db.as({ orgId: world.orgId }, (tx) => brokenInvariants(tx, world.now))).toEqual([]);

test("six hours before its hold ends, what is on its way is paid for; its delivery takes nothing more", async () => {
  const one = await collected(6 * HOUR_MS + 1);
  await sweep();
  expect(await stateOf(one)).toEqual({ state: "authorized", captured: 0 });
  world.now += 1;
  await sweep();
  expect(await stateOf(one)).toEqual({ state: "captured", captured: one.minor });
  world.now += 2 * DAY_MS;
  good(await crew.handOver(one.delivery));
  await settlePayment(paymentDepsOf(world), world.orgId, one.paymentId);
  await sweep();
  expect(await capturesOf(one)).toEqual([{ state: "done", amount: one.minor }]);
  expect((await kindsOf(one, "all")).toSorted()).toEqual(["hold-expiring", "taken-early"]);
  expect(await kindsOf(one, "open")).toEqual([]);
  await soundBooks();
});

test("what was taken early of parcels that are lost goes back, once and whole", async () => {
  const one = await collected(HOUR_MS);
  await sweep();
  good(await crew.handle(one.delivery, "lose"));
  await Promise.all([settlePayment(paymentDepsOf(world), world.orgId, one.paymentId), sweep()]);
  await sweep();
  const refunds = await world.run(sql<{ state: string; minor: number }>`
        select state, amount_minor as minor from refund_request where payment_id = ${one.paymentId}`);
  expect(refunds).toEqual([{ state: "succeeded", minor: one.minor }]);
  await soundBooks();
});

test.each([
  ["two processes sweep", () => [sweep(), sweep()]],
  [
    "the delivery ends in that moment",
    ({ delivery, paymentId }: Carried) => [
      crew.handOver(delivery).then(() => settlePayment(paymentDepsOf(world), world.orgId, paymentId)),
      sweep(),
    ],
  ],
  [
    "its end is met twice while it is settled",
    ({ paymentId }: Carried) => [
      captureBeforeExpiry(paymentDepsOf(world), world.orgId, { id: paymentId, act: "take" }),
      settlePayment(paymentDepsOf(world), world.orgId, paymentId),
      captureBeforeExpiry(paymentDepsOf(world), world.orgId, { id: paymentId, act: "take" }),
    ],
  ],
])("%s: it is taken once", async (_what, deeds) => {
  const one = await collected(HOUR_MS);
  await Promise.all(deeds(one));
  world.now += MINUTE_MS;
  await sweep();
  expect(await capturesOf(one)).toEqual([{ state: "done", amount: one.minor }]);
  expect(await stateOf(one)).toEqual({ state: "captured", captured: one.minor });
  await soundBooks();
});

test("a bank that does not answer is asked again; a hold that ended meanwhile is lost, and taken for nothing else", async () => {
  const one = await collected(HOUR_MS);
  await planFault(world, "capture", "drop_request");
  await sweep();
  expect(await stateOf(one)).toEqual({ state: "authorized", captured: 0 });
  world.now += 2 * HOUR_MS;
  await sweep();
  expect(await stateOf(one)).toEqual({ state: "expired", captured: 0 });
  expect(await capturesOf(one)).toMatchObject([{ state: "failed" }]);
  await soundBooks();
  // Nothing is left to watch of it: nobody is to be sent for what is with us.
  await sweep();
  expect(await world.db.as({ orgId: world.orgId }, (tx) => isHoldToWatch(tx, "sandbox", world.now))).toBe(
    false,
  );
});
