import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";

import { good, openShop, withKey } from "#test/support/booking.ts";
import { booksOf } from "#test/support/books.ts";
import { mailsWith } from "#test/support/lost-hold.ts";
import { expectSound } from "#test/support/money-at-rest.ts";
import { confirmAt, deskOf, ended, held } from "#test/support/paying.ts";
import { askedAgain, confirmAgain, holdsOf } from "#test/support/renewal.ts";
import { WEDNESDAY_TEN, openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { findingsApi } from "../../contract/findings.ts";
import { owedApi } from "../../contract/owed.ts";
import { receiptsApi } from "../../contract/receipts.ts";
import { reconcilePayments } from "../findings/reconcile.ts";
import { sweepPayments } from "../sweep.ts";

let world: World;
let sam: Caller;
let ada: Caller;
beforeAll(async () => {
  world = await openWorld();
  await openShop(world);
  sam = await world.person("Sam", "sender");
  ada = await world.person("Ada", "org-admin");
});
afterAll(() => world.close());
let mornings = 0;
beforeEach(() => {
  mornings += 1;
  world.now = WEDNESDAY_TEN + mornings * 40 * DAY_MS;
});

const sweep = async () => {
  await sweepPayments(deskOf(world));
  await world.settled();
};
const mailsOf = (orderId: string) => mailsWith(world, `/book/pay/${orderId}`);
const open = (id: string, paymentId: string) => sam.call(paymentsApi.openPayment, { id, paymentId });
const check = (id: string, paymentId: string) => sam.call(paymentsApi.checkPayment, { id, paymentId });

test("a day before its hold ends the sender is asked once; the office may ask again", async () => {
  const one = await held(world, sam);
  world.now += 6 * DAY_MS - MINUTE_MS;
  await sweep();
  expect(await mailsOf(one.orderId)).toEqual([]);
  expect((await ada.call(owedApi.sendPayLink, { id: one.orderId })).body.code).toBe("payments.nothing-owed");
  world.now += MINUTE_MS;
  await sweep();
  world.now += MINUTE_MS;
  await sweep();
  expect(await mailsOf(one.orderId)).toHaveLength(1);
  const asked = good(await sam.call(paymentsApi.readPayment, { id: one.orderId }));
  expect(asked).toMatchObject({ purpose: "renewal", state: "created", amount: { minor: one.minor } });
  expect(Date.parse(asked.until ?? "")).toBeGreaterThan(world.now + 23 * HOUR_MS);
  const again = good(await ada.call(owedApi.sendPayLink, { id: one.orderId }));
  expect(again).toMatchObject({ mailed: true, amount: { minor: one.minor } });
  await world.settled();
  expect(await mailsOf(one.orderId)).toHaveLength(2);
  expect(await holdsOf(world, one.orderId)).toEqual([
    `booking authorized held ${one.minor} taken 0`,
    "renewal created held 0 taken 0",
  ]);
});

test("the new hold takes the old one's place, is renewed in its turn, and is taken once", async () => {
  const one = await askedAgain(world, sam, DAY_MS);
  await confirmAgain(world, sam, one);
  expect(good(await check(one.orderId, one.renewalId)).state).toBe("authorized");
  await world.settled();
  expect(await holdsOf(world, one.orderId)).toEqual([
    "replaced voided held 0 taken 0",
    `booking authorized held ${one.minor} taken 0`,
  ]);
  expect((await open(one.orderId, one.renewalId)).body.code).toBe("payments.order-closed");
  const findings = good(await ada.call(findingsApi.listFindings, { group: "open", limit: 50 })).items;
  expect(
    findings.filter(({ kind, paymentId }) => kind === "hold-expiring" && paymentId === one.paymentId),
  ).toEqual([]);
  world.now += 6 * DAY_MS + HOUR_MS;
  await sweep();
  const next = good(await sam.call(paymentsApi.readPayment, { id: one.orderId }));
  expect(next.purpose).toBe("renewal");
  await confirmAgain(world, sam, { orderId: one.orderId, renewalId: next.id });
  // Nobody came back to the page: the sweeper finds the hold.
  world.now += 2 * MINUTE_MS;
  await sweep();
  await ended(world, one.orderId, "delivered");
  await expectSound(world);
  expect(await holdsOf(world, one.orderId)).toEqual([
    "replaced voided held 0 taken 0",
    "replaced voided held 0 taken 0",
    `booking captured held 0 taken ${one.minor}`,
  ]);
  expect(await booksOf(world, one.orderId)).toMatchObject({ provider: one.minor });
  const receipts = good(await sam.call(receiptsApi.listReceipts, { id: one.orderId })).items;
  expect(receipts.map(({ kind, total }) => [kind, total.minor])).toEqual([["receipt", one.minor]]);
});

test("a fee is taken of the hold that stands", async () => {
  const one = await askedAgain(world, sam, DAY_MS);
  await confirmAgain(world, sam, one);
  good(await check(one.orderId, one.renewalId));
  await ended(world, one.orderId, "cancelled", 300);
  await expectSound(world);
  expect(await holdsOf(world, one.orderId)).toEqual([
    "replaced voided held 0 taken 0",
    "booking captured held 0 taken 300",
  ]);
});

test("nobody confirms: the old hold is lost and owed as ever, and nothing is left of the new one", async () => {
  for (const isOpened of [true, false]) {
    const { orderId, renewalId, minor } = await askedAgain(world, sam, DAY_MS);
    const secret = isOpened ? good(await open(orderId, renewalId)).clientSecret : "none";
    world.now += 2 * DAY_MS;
    await reconcilePayments(deskOf(world));
    await expectSound(world);
    expect(await holdsOf(world, orderId)).toEqual([
      "booking expired held 0 taken 0",
      "renewal voided held 0 taken 0",
      "recovery created held 0 taken 0",
    ]);
    expect((await open(orderId, renewalId)).body.code).toBe("payments.order-closed");
    expect(good(await sam.call(paymentsApi.readPayment, { id: orderId }))).toMatchObject({
      purpose: "recovery",
      amount: { minor },
    });
    // What the bank may still be told of the new one comes to nothing.
    expect(await confirmAt(world, secret)).not.toBe(200);
  }
});

test("a hold that comes when the old one is lost, or its order ended, is let go, and its payer is told so", async () => {
  const over = await askedAgain(world, sam, DAY_MS);
  await confirmAgain(world, sam, over);
  await ended(world, over.orderId, "cancelled", 0);
  expect(good(await check(over.orderId, over.renewalId)).state).toBe("voided");
  const lost = await askedAgain(world, sam, DAY_MS);
  world.now += 2 * DAY_MS;
  await confirmAgain(world, sam, lost);
  expect(good(await check(lost.orderId, lost.paymentId)).state).toBe("expired");
  expect(good(await check(lost.orderId, lost.renewalId)).state).toBe("voided");
  await expectSound(world);
  expect(await holdsOf(world, over.orderId)).toEqual([
    "booking voided held 0 taken 0",
    "renewal voided held 0 taken 0",
  ]);
  expect(await holdsOf(world, lost.orderId)).toEqual([
    "booking expired held 0 taken 0",
    "renewal voided held 0 taken 0",
    "recovery created held 0 taken 0",
  ]);
});

test("a hold whose end came is still renewed while the bank has not said that it let go", async () => {
  const one = await askedAgain(world, sam, DAY_MS);
  world.now += 2 * DAY_MS;
  await confirmAgain(world, sam, one);
  good(await check(one.orderId, one.renewalId));
  await expectSound(world);
  expect(await holdsOf(world, one.orderId)).toEqual([
    "replaced voided held 0 taken 0",
    `booking authorized held ${one.minor} taken 0`,
  ]);
});

test("a guest is asked by a link with a key of its own, which opens the new payment", async () => {
  const one = await held(world, sam);
  await world.db.owner((tx) =>
    sql`update sales_order set payer_id = null, booking_key_hash = ${"0".repeat(64)} where id = ${one.orderId}`.execute(
      tx,
    ),
  );
  world.now += 6 * DAY_MS;
  await sweep();
  const [mail = ""] = await mailsWith(world, `/book/pay/${one.orderId}#key=`);
  const key = /#key=([0-9A-Za-z]{22})/.exec(mail)?.[1] ?? "none";
  const seen = await world.guest().call(paymentsApi.readPayment, { id: one.orderId }, withKey(key));
  expect(good(seen)).toMatchObject({ purpose: "renewal", amount: { minor: one.minor } });
});

test("parcels that are with us need no new hold: nobody is asked, and who was asked before is not held twice", async () => {
  const collect = (orderId: string) =>
    world.db.owner((tx) =>
      sql`update delivery set custody = 'courier' where order_id = ${orderId}`.execute(tx),
    );
  const one = await held(world, sam);
  await collect(one.orderId);
  world.now += 6 * DAY_MS;
  await sweep();
  expect(await mailsOf(one.orderId)).toEqual([]);
  expect((await ada.call(owedApi.sendPayLink, { id: one.orderId })).body.code).toBe("payments.nothing-owed");
  world.now += DAY_MS;
  const asked = await askedAgain(world, sam, DAY_MS);
  good(await open(asked.orderId, asked.renewalId));
  await collect(asked.orderId);
  world.now += 18 * HOUR_MS;
  await sweep();
  await expectSound(world);
  expect(await holdsOf(world, asked.orderId)).toEqual([
    `booking captured held 0 taken ${asked.minor}`,
    "renewal voided held 0 taken 0",
  ]);
});
