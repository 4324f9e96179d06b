import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { DAY_MS, MINUTE_MS } from "#kernel/instant.ts";
import { good, openShop, order } from "#test/support/people/booking.ts";
import { FACADE_KEY, type StripeFacade, openStripeFacade } from "#test/support/stripe/facade.ts";
import { WEDNESDAY_TEN, openWorld, type Caller, type World } from "#test/support/world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import { forgetNews } from "./inbox-row.ts";
import { signed } from "#engines/sandbox-bank/signature.ts";
import { checkPayments } from "../check-payments.ts";

const SECRET = "whsec_inuse0000000000";
const NEXT = "whsec_next00000000000";
const card = { number: "4242424242424242", month: 12, year: 2030, cvc: "123" };

let facade: StripeFacade;
let world: World;
let sam: Caller;
beforeAll(async () => {
  facade = await openStripeFacade(() => world?.now ?? WEDNESDAY_TEN);
  world = await openWorld({
    // A minute of the machine's clock would ask Stripe in the midst of a test.
    runJobs: "queued",
    payment: {
      kind: "stripe",
      secretKey: FACADE_KEY,
      publishableKey: "pk_test_facade",
      webhookSecrets: [SECRET, NEXT],
      apiBase: facade.url,
      scriptUrl: `${facade.url}/endive/stripe.js`,
    },
  });
  await openShop(world);
  sam = await world.person("Sam", "sender");
});
afterAll(async () => {
  await world.close();
  await facade.close();
});
beforeEach(() => {
  world.now += MINUTE_MS;
  facade.seen.splice(0);
});

const tell = async (body: string, signature: string | undefined, provider = "stripe") => {
  const answer = await world.server.app.inject({
    method: "POST",
    url: `/webhooks/payments/${provider}`,
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(signature !== undefined && { "stripe-signature": signature }),
    },
    payload: Buffer.from(body),
  });
  return answer.statusCode;
};
const tellSigned = (body: string, secret = SECRET) => tell(body, signed(body, [secret], world.now));
const inbox = (ref: string) =>
  world.run(sql<{
    type: string;
    outcome: string | null;
  }>`select type, outcome from payment_inbox where ref = ${ref}
        order by received_at, type`);

/** An order whose intent is open at Stripe. */
async function opened() {
  const placed = await order(world, sam);
  const session = good(await sam.call(paymentsApi.openPayment, { id: placed.id }));
  const [ref = ""] = session.clientSecret.split("_secret_");
  return { orderId: placed.id, session, ref, secret: session.clientSecret };
}
const stateOf = async (id: string) => good(await sam.call(deliveriesApi.readOrder, { id })).state;
const paymentState = async (id: string) => good(await sam.call(paymentsApi.readPayment, { id })).state;
const eventsOf = async (ref: string) => (await facade.events(ref)).map((event) => JSON.stringify(event));

test("the browser is given Stripe's script and the public key, never a secret", async () => {
  const { session } = await opened();
  expect(session).toMatchObject({
    provider: "stripe",
    scriptUrl: `${facade.url}/endive/stripe.js`,
    global: "Stripe",
    publicKey: "pk_test_facade",
  });
  expect(JSON.stringify(session)).not.toMatch(/sk_|whsec_/);
});

test("a hold that only a webhook tells of confirms the order, once, after we asked Stripe ourselves", async () => {
  const { orderId, ref, secret } = await opened();
  await facade.bank.confirm(ref, secret, card);
  const news = (await eventsOf(ref)).at(-1) ?? "";
  facade.seen.splice(0);
  expect(await tellSigned(news)).toBe(200);
  await world.settled();
  expect(facade.seen.map(({ call }) => call)).toEqual(["get"]);
  expect(await stateOf(orderId)).toBe("confirmed");
  expect(await inbox(ref)).toEqual([{ type: "payment_intent.amount_capturable_updated", outcome: "asked" }]);
});

test("ten deliveries of one event at once are one, and later ones ask nobody", async () => {
  const { orderId, ref, secret } = await opened();
  await facade.bank.confirm(ref, secret, card);
  const news = (await eventsOf(ref)).at(-1) ?? "";
  const answers = await Promise.all(Array.from({ length: 10 }, () => tellSigned(news)));
  expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
  await world.settled();
  expect(await inbox(ref)).toHaveLength(1);
  facade.seen.splice(0);
  expect(await tellSigned(news)).toBe(200);
  await world.settled();
  expect(facade.seen).toEqual([]);
  expect(await stateOf(orderId)).toBe("confirmed");
});

test("what it says of money is not read: an event that claims a hold confirms nothing", async () => {
  const { orderId, ref } = await opened();
  const claim = JSON.stringify({
    id: "evt_claim",
    object: "event",
    type: "payment_intent.succeeded",
    livemode: false,
    data: { object: { object: "payment_intent", id: ref, status: "succeeded", amount_received: 1_000_000 } },
  });
  expect(await tellSigned(claim)).toBe(200);
  await world.settled();
  expect(await stateOf(orderId)).toBe("pending_payment");
  expect(await paymentState(orderId)).toBe("created");
});

test("in any order: what comes late takes nothing back", async () => {
  const { orderId, ref, secret } = await opened();
  await facade.bank.confirm(ref, secret, { ...card, number: "4000000000000002" });
  await facade.bank.confirm(ref, secret, card);
  for (const news of (await eventsOf(ref)).toReversed()) {
    expect(await tellSigned(news)).toBe(200);
    await world.settled();
  }
  expect(await paymentState(orderId)).toBe("authorized");
  expect(await facade.movements(ref)).toHaveLength(1);
});

test("while the secret is changed, both are believed; no other one is, nor a changed byte", async () => {
  const { ref } = await opened();
  const news = (await eventsOf(ref))[0] ?? "";
  expect(await tellSigned(news, NEXT)).toBe(200);
  expect(await tellSigned(news, "whsec_stranger000000")).toBe(400);
  expect(await tell(news.replace("created", "createD"), signed(news, [SECRET], world.now))).toBe(400);
  expect(await tell(news, undefined)).toBe(400);
  expect(await tell("", signed("", [SECRET], world.now))).toBe(400);
  expect(await inbox(ref)).toHaveLength(1);
});

test("the signature is checked over the bytes as they came, whatever is between the words", async () => {
  const { ref } = await opened();
  const spaced = JSON.stringify(JSON.parse((await eventsOf(ref))[0] ?? ""), null, 3).replace(
    "pi_",
    String.raw`\u0070i_`,
  );
  expect(await tellSigned(spaced)).toBe(200);
  expect(await inbox(ref)).toHaveLength(1);
});

test("events of other installs, of unknown kinds and of no intent change nothing and are taken", async () => {
  const about = (id: string, object: object) =>
    JSON.stringify({ id, object: "event", type: "something.new", livemode: false, data: { object } });
  expect(await tellSigned(about("evt_theirs", { object: "payment_intent", id: "pi_theirs" }))).toBe(200);
  expect(await tellSigned(about("evt_payout", { object: "payout", id: "po_1" }))).toBe(200);
  await world.settled();
  expect(await inbox("pi_theirs")).toEqual([{ type: "something.new", outcome: "foreign" }]);
  // Read, as a restored backup may have forgotten it, and left alone.
  expect(facade.seen.filter(({ path }) => path.includes("pi_theirs")).map(({ call }) => call)).toEqual([
    "get",
  ]);
});

/** As a restored backup leaves it: the payment is there, and of its intent only the bank knows. */
const forget = (id: string, isOpening: boolean) =>
  world.db.owner(async (tx) => {
    await sql`update payment set provider_ref = null, state = 'created' where order_id = ${id}`.execute(tx);
    await sql`update payment_op o set state = ${isOpening ? "sent" : "done"}, next_at = now() + interval '9 years'
              from payment p where p.id = o.payment_id and p.order_id = ${id}`.execute(tx);
  });

test("a card that is confirmed at an intent which a restored backup forgot books the order", async () => {
  const { orderId, ref, secret } = await opened();
  await forget(orderId, false);
  await facade.bank.confirm(ref, secret, card);
  expect(await tellSigned((await eventsOf(ref)).at(-1) ?? "")).toBe(200);
  await world.settled();
  expect(await stateOf(orderId)).toBe("confirmed");
  expect(await inbox(ref)).toMatchObject([{ outcome: "asked" }]);
});

test("an intent whose opening still waits is left to that: it is neither taken over nor ended", async () => {
  const { orderId, ref } = await opened();
  await forget(orderId, true);
  const news = (await eventsOf(ref))[0] ?? "";
  facade.seen.splice(0);
  expect(await tellSigned(news)).toBe(200);
  await world.settled();
  expect(facade.seen.filter(({ path }) => path.includes(ref)).map(({ call }) => call)).toEqual(["get"]);
  const kept = await world.run(
    sql`select 1 from payment where order_id = ${orderId} and provider_ref is null`,
  );
  expect(kept).toHaveLength(1);
});

test("an intent with our mark whose payment was lost and that holds money is a person's", async () => {
  const { orderId, ref, secret } = await opened();
  await facade.bank.confirm(ref, secret, card);
  await world.run(sql`update payment set provider_ref = 'pi_another' where order_id = ${orderId}`);
  expect(await tellSigned((await eventsOf(ref)).at(-1) ?? "")).toBe(200);
  await world.settled();
  const found = await world.run(sql`select kind, resolved_at from payment_finding where about = ${ref}`);
  expect(found).toEqual([{ kind: "unknown-intent", resolved_at: null }]);
  expect(await inbox(ref)).toMatchObject([{ outcome: "foreign" }]);
});

test("only news of the provider that takes the cards are read", async () => {
  const news = JSON.stringify({});
  expect(await tell(news, signed(news, [SECRET], world.now), "sandbox")).toBe(404);
  expect(await tell(news, signed(news, [SECRET], world.now), "nobody")).toBe(404);
});

test("where Stripe is silent the hint stays, and is followed when it answers", async () => {
  const { orderId, ref, secret } = await opened();
  await facade.bank.confirm(ref, secret, card);
  await facade.plan("get", "html");
  expect(await tellSigned((await eventsOf(ref)).at(-1) ?? "")).toBe(200);
  await expect.poll(() => stateOf(orderId), { timeout: 20_000 }).toBe("confirmed");
  await expect.poll(() => inbox(ref)).toMatchObject([{ outcome: "asked" }]);
});

test("payments of another provider are left alone: nothing is asked of Stripe about them", async () => {
  const { orderId, ref } = await opened();
  await world.run(sql`update payment set provider = 'sandbox' where provider_ref = ${ref}`);
  facade.seen.splice(0);
  world.now += 5 * MINUTE_MS;
  await checkPayments({
    db: world.db,
    clock: () => world.now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    provider: stripeProvider({
      secretKey: FACADE_KEY,
      publishableKey: "pk_test_facade",
      webhookSecrets: [],
      apiBase: facade.url,
      scriptUrl: "",
      instance: world.orgId,
    }),
    instance: world.orgId,
  });
  expect(facade.seen.filter(({ path }) => path.includes(ref))).toEqual([]);
  expect((await sam.call(paymentsApi.openPayment, { id: orderId })).status).toBe(409);
  expect((await sam.call(paymentsApi.checkPayment, { id: orderId })).status).toBe(503);
});

test("what was followed is forgotten after 30 days, what waits is not", async () => {
  await opened();
  const count = async () =>
    (await world.run(sql`select 1 from payment_inbox where done_at is not null`)).length;
  expect(await count()).toBeGreaterThan(0);
  const forget = (now: number) => world.db.as({ orgId: world.orgId }, (tx) => forgetNews(tx, now));
  await forget(world.now + 29 * DAY_MS);
  expect(await count()).toBeGreaterThan(0);
  await forget(world.now + 31 * DAY_MS);
  expect(await count()).toBe(0);
});
