import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { settle } from "#main/config/settle.ts";
import { FACADE_KEY, type StripeFacade, openStripeFacade } from "#test/support/stripe/facade.ts";
import { examinePayment } from "./payment.ts";

let facade: StripeFacade;
beforeAll(async () => {
  facade = await openStripeFacade();
});
afterAll(() => facade.close());

const examine = async (more: Record<string, string> = {}) => {
  const environment = {
    WAYBILL_PAYMENT: "stripe",
    WAYBILL_STRIPE_SECRET_KEY: FACADE_KEY,
    WAYBILL_STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789abcdef",
    WAYBILL_STRIPE_API_BASE: facade.url,
    WAYBILL_STRIPE_SCRIPT_URL: `${facade.url}/sandbox-bank/endive/stripe.js`,
    ...more,
  };
  const findings = await examinePayment(settle(readSettings(environment, []).settings, environment));
  return Object.fromEntries(findings.map(({ about, ...said }) => [about, said]));
};

test("without a card provider there is nothing to check", async () => {
  expect(await examinePayment(settle(readSettings({}, []).settings, {}))).toEqual([]);
});

test("keys that are taken, a webhook and a script are found; test keys are noted", async () => {
  expect(await examine({ WAYBILL_STRIPE_WEBHOOK_SECRET: "whsec_0123456789" })).toEqual({
    keys: { verdict: "careful", says: expect.stringContaining("test mode"), cure: expect.any(String) },
    rights: { verdict: "good", says: "the secret key may do all that it is used for" },
    webhook: {
      verdict: "good",
      says: "signed webhooks are received at http://localhost:8080/webhooks/payments/stripe",
    },
    script: { verdict: "good", says: `${facade.url}/sandbox-bank/endive/stripe.js is there` },
    wallets: { verdict: "good", says: expect.stringContaining("this machine alone") },
  });
  // Each question names an object that does not exist: nothing is made.
  expect(facade.seen.map(({ call, path }) => `${call} ${path.replace(/\?.*nobody.*/, "?nobody")}`)).toEqual([
    expect.stringMatching(/^find /),
    "cancel /v1/payment_intents/pi_00000000000000000000nobody/cancel",
    "charges /v1/charges?nobody",
    "refund /v1/refunds",
    "disputes /v1/disputes?nobody",
    "events /v1/events?limit=1",
  ]);
  expect(facade.seen.find(({ call }) => call === "refund")?.body).toContain("nobody");
});

test("a key that is refused is told apart from silence", async () => {
  const wrong = await examine({ WAYBILL_STRIPE_SECRET_KEY: "sk_test_wrong0123456789" });
  expect(wrong["keys"]).toMatchObject({
    verdict: "bad",
    says: expect.stringContaining("refuses the secret key"),
  });
  await facade.plan("find", "html");
  expect((await examine())["keys"]).toMatchObject({
    verdict: "bad",
    cure: expect.stringContaining("api.stripe.com"),
  });
  await facade.plan("find", "throttle");
  expect((await examine())["keys"]).toMatchObject({ verdict: "careful" });
});

test("no webhook secret, two of them, and a script that is away are noted, and no secret is repeated", async () => {
  const none = await examine({ WAYBILL_STRIPE_SCRIPT_URL: "http://localhost:9/stripe.js" });
  expect(none["webhook"]).toMatchObject({
    verdict: "careful",
    says: expect.stringContaining("every minute"),
  });
  expect(none["script"]).toMatchObject({ verdict: "careful" });
  const two = await examine({ WAYBILL_STRIPE_WEBHOOK_SECRET: "whsec_0123456789,whsec_abcdefghij" });
  expect(two["webhook"]).toMatchObject({ verdict: "careful", says: "two secrets are believed" });
  expect(JSON.stringify([none, two])).not.toMatch(/sk_test|whsec_/);
});

test("an address that Stripe does not know shows no wallet, and how it is registered is said in one sentence", async () => {
  const outside = {
    WAYBILL_PUBLIC_URL: "https://waybill.example",
    WAYBILL_OIDC_ISSUER: "https://id.example",
  };
  const wallets = async (more: Record<string, string> = {}) =>
    (await examine({ ...outside, ...more }))["wallets"];
  expect(await wallets()).toEqual({
    verdict: "careful",
    says: "waybill.example is not registered at Stripe: no wallet is shown, cards are",
    cure: "Register waybill.example at Stripe under Settings, Payment method domains, or say --stripe-wallets never.",
  });
  const register = async (enabled: boolean) => {
    const body = new URLSearchParams({ domain_name: "waybill.example", enabled: String(enabled) });
    const headers = { authorization: `Bearer ${FACADE_KEY}` };
    await fetch(`${facade.url}/v1/payment_method_domains`, { method: "POST", headers, body });
  };
  await register(false);
  expect(await wallets()).toMatchObject({ says: expect.stringContaining("switched off") });
  await register(true);
  expect(await wallets()).toMatchObject({
    verdict: "careful",
    says: "waybill.example may not show Apple Pay",
  });
  await facade.plan("domain", "drop_request", 2);
  expect(await wallets()).toMatchObject({ verdict: "careful", cure: "Look again in a minute." });
  await facade.plan("domain", "bad_key");
  expect(await wallets()).toMatchObject({ cure: expect.stringContaining("read payment method domains") });
  expect(await wallets({ WAYBILL_STRIPE_WALLETS: "never" })).toBeUndefined();
});

const UNTOLD =
  "Grant Events, read: without it disputes and refunds made at Stripe that no webhook told of are not found.";
test.each([
  ["cancel", "bad", "Grant Payment Intents, write: without it no card can be paid with."],
  ["charges", "bad", "Grant Charges, read: without it declined cards cannot be counted."],
  ["refund", "bad", "Grant Refunds, write: without it nothing can be refunded."],
  ["disputes", "bad", "Grant Disputes, read: without it disputes are not seen."],
  ["events", "careful", UNTOLD],
])("a right that the key lacks (%s) is named in one sentence", async (call, verdict, cure) => {
  await facade.plan(call, "forbidden");
  const { keys, rights } = await examine({ WAYBILL_STRIPE_WEBHOOK_SECRET: "whsec_0123456789" });
  expect(keys).toMatchObject({ says: expect.stringContaining("takes the secret key") });
  expect(rights).toMatchObject({ verdict, cure });
});

test("a key that may not read events is bad where no webhook tells of disputes and refunds either", async () => {
  await facade.plan("events", "forbidden");
  expect((await examine())["rights"]).toMatchObject({ verdict: "bad", cure: UNTOLD });
});
