import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { good, order, codeOf } from "#test/support/people/booking.ts";
import { paymentDepsOf, ended, held, planFault } from "#test/support/paying/paying.ts";
import { openStripeFacade, FACADE_KEY, type StripeFacade } from "#test/support/stripe/facade.ts";
import { useWorld } from "#test/support/use-world.ts";
import { paymentsApi } from "../../contract/api.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { stripeProvider } from "#engines/stripe/provider.ts";
import { checkPayments } from "../check-payments.ts";
import { guarded } from "./guard.ts";

const { world, sam, olga } = useWorld({
  shop: true,
  people: { sam: ["Sam", "sender"], olga: ["Olga", "org-admin"] },
});
let facade: StripeFacade;
beforeAll(async () => void (facade = await openStripeFacade()));
afterAll(() => facade.close());
beforeEach(() => world.run(sql`delete from payment_gate`));

const plan = (call: string, kind: string) => planFault(world, call, kind);
const halt = async () => good(await olga.call(findingsApi.readMoneyHealth, {})).halt;
const paymentIn = (id: string) =>
  world.one(sql`select state, captured_minor as captured from payment where id = ${id}`);
const sweepFor = async (ms: number, times = 4): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    world.now += ms / times;
    await checkPayments(paymentDepsOf(world));
  }
};

test("a refused key stops every call; once the bank takes it again, what waited is done by itself, once", async () => {
  const one = await held(world, sam);
  const other = await held(world, sam);
  await plan("capture", "bad_key");
  // A key that may not ask for its account is asked whether it may list.
  for (const call of ["account", "find"]) await planFault(world, call, "bad_key", 100);
  await ended(world, one.orderId, "delivered");
  expect(await halt()).toMatchObject({ why: "refused", code: "invalid_api_key" });
  await ended(world, other.orderId, "delivered");
  await sweepFor(2 * DAY_MS);
  const placed = await order(world, sam);
  expect(codeOf(await sam.call(paymentsApi.openPayment, { id: placed.id }))).toBe(
    "503 payments.misconfigured",
  );
  for (const { paymentId } of [one, other])
    expect(await paymentIn(paymentId)).toEqual({ state: "authorized", captured: 0 });
  await world.run(sql`delete from sandbox_bank.fault`);
  await sweepFor(MINUTE_MS, 1);
  expect(await halt()).toBeNull();
  good(await sam.call(paymentsApi.openPayment, { id: placed.id }));
  await sweepFor(HOUR_MS);
  for (const { paymentId, minor } of [one, other])
    expect(await paymentIn(paymentId)).toEqual({ state: "captured", captured: minor });
});

test("silence at the question whether the key is good again opens nothing; a person may ask at once", async () => {
  await plan("open", "bad_key");
  const placed = await order(world, sam);
  await sam.call(paymentsApi.openPayment, { id: placed.id });
  await plan("account", "drop_request");
  await sweepFor(MINUTE_MS, 1);
  expect(await halt()).toMatchObject({ why: "refused" });
  expect((await sam.call(findingsApi.reopenPayments, {})).status).toBe(403);
  expect(good(await olga.call(findingsApi.reopenPayments, {})).halt).toBeNull();
});

test("as long as the bank refuses the key, opening is refused, and silence does not open either", async () => {
  await plan("open", "bad_key");
  const placed = await order(world, sam);
  await sam.call(paymentsApi.openPayment, { id: placed.id });
  for (const call of ["account", "find"]) await plan(call, "forbidden");
  expect(codeOf(await olga.call(findingsApi.reopenPayments, {}))).toBe("503 payments.misconfigured");
  await plan("account", "drop_request");
  expect(codeOf(await olga.call(findingsApi.reopenPayments, {}))).toBe("503 payments.provider-silent");
  expect(await halt()).toMatchObject({ why: "refused" });
  good(await olga.call(findingsApi.reopenPayments, {}));
  expect(await halt()).toBeNull();
});

/** Stripe's adapter behind the gate, as a process that starts has it. */
const started = (secretKey = FACADE_KEY) =>
  guarded(
    stripeProvider({
      secretKey,
      publishableKey: "pk_test_facade",
      webhookSecrets: [],
      scriptUrl: "",
      apiBase: facade.url,
      instance: world.orgId,
    }),
    { ...paymentDepsOf(world), orgId: world.orgId },
  );
const gateIs = () =>
  world.one(sql`select account, is_live as live, stop_code as code, met_account as met from payment_gate
          where provider = 'stripe'`);
const NOBODYS = "pi_00000000000000000000nobody";

test("whose account it is, is asked once, before the first call of a process, and kept", async () => {
  facade.seen.splice(0);
  const provider = started();
  for (let n = 0; n < 3; n += 1)
    expect(await provider.getIntent(NOBODYS)).toMatchObject({ kind: "rejected" });
  expect(facade.seen.map(({ call }) => call)).toEqual(["account", "get", "get", "get"]);
  expect(await gateIs()).toEqual({ account: "acct_sandbox", live: false, code: null, met: null });
});

test.each([
  ["another account", "account = 'acct_before'", "other-account"],
  ["another mode", "is_live = true", "livemode_mismatch"],
])("a key of %s makes no call at all, over restarts", async (_, before, code) => {
  await started().getIntent(NOBODYS);
  await world.run(sql`update payment_gate set ${sql.raw(before)}`);
  facade.seen.splice(0);
  for (const provider of [started(), started()]) {
    const atOnce = await Promise.all([1, 2, 3].map((n) => provider.cancel({ key: `k${n}`, ref: NOBODYS })));
    expect(atOnce).toEqual([1, 2, 3].map(() => ({ kind: "misconfigured", code })));
  }
  expect(new Set(facade.seen.map(({ call }) => call))).toEqual(new Set(["account"]));
  expect(await gateIs()).toMatchObject({ code, met: "acct_sandbox" });
  expect(await halt()).toMatchObject({ why: "other-account", met: "acct_sandbox" });
  // The key itself is good: only a person knows whether it is the right one.
  await checkPayments({ ...paymentDepsOf(world), provider: started() });
  expect(await gateIs()).toMatchObject({ code, met: "acct_sandbox" });
});

test("a key that nobody knows stops before anything else is asked; silence stops nothing", async () => {
  facade.seen.splice(0);
  expect(await started("sk_test_wrong0123456789").getIntent(NOBODYS)).toMatchObject({
    kind: "misconfigured",
  });
  expect(await gateIs()).toMatchObject({ code: "invalid_api_key", account: null });
  await world.run(sql`delete from payment_gate`);
  await facade.plan("get", "drop_request", 2);
  expect(await started().getIntent(NOBODYS)).toMatchObject({ kind: "unknown" });
  expect(await gateIs()).toMatchObject({ code: null });
  world.now += MINUTE_MS;
});
