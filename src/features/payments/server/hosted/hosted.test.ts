import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { good, order } from "#test/support/booking.ts";
import { bankOf, confirmAt, deskOf, ended, openCounter, payOnPage, planFault } from "#test/support/paying.ts";
import type { Caller, World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { expireUnpaid } from "../expire.ts";
import { sweepOrphans } from "../findings/orphans.ts";
import { noteNews } from "../inbox-row.ts";
import { follow } from "../inbox.ts";
import { brokenInvariants } from "../invariants.ts";
import { newsOf } from "../stripe/news.ts";
import { sweepPayments } from "../sweep.ts";

let world: World;
let sam: Caller;
beforeAll(async () => {
  ({ world, sam } = await openCounter({ runJobs: true }));
});
afterAll(() => world.close());
beforeEach(() => {
  world.now += MINUTE_MS;
});

const PAGE = "/sandbox-bank/v1/pages/";
const open = async (id: string, here?: boolean) =>
  good(await sam.call(paymentsApi.openPayment, { id, ...(here && { here }) }));
const toPage = async (id: string) => good(await sam.call(paymentsApi.openHostedPage, { id })).url;
const nameIn = (url: string) => url.slice(PAGE.length);
const check = async (id: string) => good(await sam.call(paymentsApi.checkPayment, { id }));
const stateOf = async (id: string) => good(await sam.call(deliveriesApi.readOrder, { id })).state;
const pay = (url: string, number?: string) => payOnPage(bankOf(world), nameIn(url), number);
const sweep = () => sweepPayments(deskOf(world));
const plan = (call: string, kind: string) => planFault(world, call, kind);

/** All that moved at the bank for one payment, and what of it is open there. */
const bankBooks = (paymentId: string) =>
  world.db.owner(async (tx) => ({
    moved: (
      await rows(
        tx,
        sql<{ kind: string }>`select m.kind from sandbox_bank.movement m
          join sandbox_bank.intent i on i.id = m.intent_id where i.payment_id = ${paymentId} order by m.id`,
      )
    ).map(({ kind }) => kind),
    payable: (
      await rows(
        tx,
        sql`select id from sandbox_bank.intent
            where payment_id = ${paymentId} and status in ('requires_card', 'requires_action')`,
      )
    ).length,
  }));
const operations = (paymentId: string) =>
  world.db.owner(async (tx) =>
    (
      await rows(
        tx,
        sql<{ text: string }>`select kind || ' ' || state as text from payment_op
          where payment_id = ${paymentId} order by text`,
      )
    ).map(({ text }) => text),
  );

/** An order with an open card form, and the page that was asked for instead. */
async function onPage() {
  const placed = await order(world, sam);
  const session = await open(placed.id);
  const url = await toPage(placed.id);
  return { id: placed.id, session, url, paymentId: session.payment.id };
}

test("the page takes the form's place: that one takes no card any more, and who pays on the page has booked", async () => {
  const { id, session, url, paymentId } = await onPage();
  expect(url).toMatch(/^\/sandbox-bank\/v1\/pages\/cs_\w+$/);
  expect(await bankBooks(paymentId)).toEqual({ moved: [], payable: 1 });
  expect(await confirmAt(world, session.clientSecret)).toBe(400);
  expect(await check(id)).toMatchObject({ state: "created" });
  await pay(url, "4000000000000002");
  expect(await check(id)).toMatchObject({ state: "created" });
  await pay(url);
  expect(await check(id)).toMatchObject({ state: "authorized" });
  expect(await stateOf(id)).toBe("confirmed");
  expect(await bankBooks(paymentId)).toEqual({ moved: ["hold"], payable: 0 });
  expect(await sam.call(paymentsApi.openHostedPage, { id })).toMatchObject({
    status: 409,
    body: { code: "payments.order-closed", facts: { state: "confirmed" } },
  });
  await ended(world, id, "delivered");
  expect(await bankBooks(paymentId)).toEqual({ moved: ["hold", "capture"], payable: 0 });
  expect(await operations(paymentId)).toEqual(["capture done", "leave done", "open done", "page done"]);
});

test("a double click and three tabs open one page", async () => {
  const placed = await order(world, sam);
  const { payment } = await open(placed.id);
  const pages = await Promise.all([1, 2, 3].map(() => toPage(placed.id)));
  expect(new Set([...pages, await toPage(placed.id)]).size).toBe(1);
  expect(await operations(payment.id)).toEqual(["leave done", "open done", "page done"]);
  expect(await bankBooks(payment.id)).toEqual({ moved: [], payable: 1 });
});

test("a page without a card form before it is one page too", async () => {
  const placed = await order(world, sam);
  await pay(await toPage(placed.id));
  await sweep();
  expect(await stateOf(placed.id)).toBe("pending_payment");
  world.now += 2 * MINUTE_MS;
  await sweep();
  expect(await stateOf(placed.id)).toBe("confirmed");
});

test.each([
  ["cancel", "drop_request"],
  ["cancel", "drop_response"],
  ["cancel", "error_after"],
  ["page", "drop_request"],
  ["page", "drop_response"],
  ["page", "error_after"],
] as const)("a lost answer (%s, %s) opens nothing twice", async (call, fault) => {
  const placed = await order(world, sam);
  const { payment } = await open(placed.id);
  await plan(call, fault);
  expect(await sam.call(paymentsApi.openHostedPage, { id: placed.id })).toMatchObject({
    status: 503,
    body: { code: "payments.provider-silent" },
  });
  await pay(await toPage(placed.id));
  expect(await check(placed.id)).toMatchObject({ state: "authorized" });
  expect(await bankBooks(payment.id)).toEqual({ moved: ["hold"], payable: 0 });
  expect(await operations(payment.id)).toEqual(["leave done", "open done", "page done"]);
});

test("a card that the form held before is found on the way: no page, one hold", async () => {
  const placed = await order(world, sam);
  const { clientSecret, payment } = await open(placed.id);
  await confirmAt(world, clientSecret);
  expect(await sam.call(paymentsApi.openHostedPage, { id: placed.id })).toMatchObject({
    body: { code: "payments.order-closed", facts: { state: "confirmed" } },
  });
  expect(await stateOf(placed.id)).toBe("confirmed");
  expect(await bankBooks(payment.id)).toEqual({ moved: ["hold"], payable: 0 });
});

test("the form opens beside a page only where the payer asks for it, and the page is over then", async () => {
  const { id, url, paymentId } = await onPage();
  expect(await sam.call(paymentsApi.openPayment, { id })).toMatchObject({
    status: 409,
    body: { code: "payments.on-bank-page" },
  });
  expect(await toPage(id)).toBe(url);
  const { clientSecret } = await open(id, true);
  expect(await bankBooks(paymentId)).toEqual({ moved: [], payable: 1 });
  await pay(url);
  expect(await check(id)).toMatchObject({ state: "created" });
  const next = await toPage(id);
  expect(next).not.toBe(url);
  expect(await confirmAt(world, clientSecret)).toBe(400);
  const last = await open(id, true);
  expect(await confirmAt(world, last.clientSecret)).toBe(200);
  expect(await check(id)).toMatchObject({ state: "authorized" });
  expect(await bankBooks(paymentId)).toEqual({ moved: ["hold"], payable: 0 });
});

test("who comes back from a page that was paid on finds the order booked", async () => {
  const { id, url, paymentId } = await onPage();
  await pay(url);
  expect(await sam.call(paymentsApi.openPayment, { id, here: true })).toMatchObject({
    body: { code: "payments.order-closed", facts: { state: "confirmed" } },
  });
  expect(await bankBooks(paymentId)).toEqual({ moved: ["hold"], payable: 0 });
});

test("declines of the form count on after the page: the fifth ends the payment", async () => {
  const placed = await order(world, sam);
  const { clientSecret } = await open(placed.id);
  for (let n = 0; n < 3; n += 1) await confirmAt(world, clientSecret, "4000000000000002");
  expect(await check(placed.id)).toMatchObject({ triesLeft: 2 });
  await toPage(placed.id);
  const next = await open(placed.id, true);
  expect(next.payment).toMatchObject({ triesLeft: 2 });
  await confirmAt(world, next.clientSecret, "4000000000009995");
  expect(await check(placed.id)).toMatchObject({
    state: "failed",
    triesLeft: 1,
    decline: "pay.insufficient-funds",
  });
});

test("an order that runs out ends its page at the bank first; paid in the last second it is booked", async () => {
  const late = await onPage();
  const paid = await onPage();
  await pay(paid.url);
  world.now += HOUR_MS;
  const expire = ({ id }: { id: string }) => expireUnpaid(deskOf(world), world.orgId, id);
  await plan("page_end", "drop_request");
  await expire(late);
  expect(await stateOf(late.id)).toBe("pending_payment");
  for (const one of [late, paid]) await expire(one);
  expect(await stateOf(late.id)).toBe("expired");
  expect(await stateOf(paid.id)).toBe("confirmed");
  await pay(late.url);
  expect(await bankBooks(late.paymentId)).toEqual({ moved: [], payable: 0 });
  expect(await bankBooks(paid.paymentId)).toEqual({ moved: ["hold"], payable: 0 });
});

test("an order that is given up ends its page; what was paid there meanwhile is let go at once", async () => {
  const open = await onPage();
  const paid = await onPage();
  await pay(paid.url);
  for (const { id } of [open, paid]) good(await sam.call(deliveriesApi.abandonOrder, { id }));
  await world.settled();
  await sweep();
  expect(await bankBooks(open.paymentId)).toEqual({ moved: [], payable: 0 });
  expect(await bankBooks(paid.paymentId)).toEqual({ moved: ["hold", "release"], payable: 0 });
  for (const { id } of [open, paid])
    expect(good(await sam.call(paymentsApi.readPayment, { id }))).toMatchObject({ state: "voided" });
});

test("the look for intents that are nobody's leaves the page's alone", async () => {
  const { id, url, paymentId } = await onPage();
  await world.db.owner((tx) =>
    sql`update payment_op set sends = 2 where payment_id = ${paymentId}`.execute(tx),
  );
  world.now += 2 * HOUR_MS;
  await sweepOrphans(deskOf(world), world.orgId, null);
  await pay(url);
  expect(await check(id)).toMatchObject({ state: "authorized" });
});

test("what the bank tells of its page is followed: paid there, the order is booked though nobody comes back", async () => {
  const { id, url, paymentId } = await onPage();
  await pay(url);
  const told = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{
        body: unknown;
      }>`select e.body from sandbox_bank.event e join sandbox_bank.intent i on i.id = e.intent_id
        where i.payment_id = ${paymentId} and e.type = 'checkout.session.completed'`,
    ),
  );
  const news = newsOf(told[0]?.body);
  expect(news).toMatchObject({ type: "checkout.session.completed", ref: nameIn(url) });
  if (!news) throw new Error("nothing was told");
  await world.db.as({ orgId: world.orgId }, (tx) => noteNews(tx, "sandbox", news, world.now));
  await follow(deskOf(world), world.orgId, nameIn(url));
  expect(await stateOf(id)).toBe("confirmed");
});

test("nobody else opens the page of an order, and the books hold throughout", async () => {
  const { id } = await onPage();
  const olga = await world.person("Olga", "sender");
  for (const who of [olga, world.guest()])
    expect(await who.call(paymentsApi.openHostedPage, { id })).toMatchObject({
      status: 404,
      body: { code: "deliveries.not-found" },
    });
  expect(await world.db.as({ orgId: world.orgId }, (tx) => brokenInvariants(tx, world.now))).toEqual([]);
});
