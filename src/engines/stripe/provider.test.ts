import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import {
  FACADE_KEY,
  FACADE_LIVE_KEY,
  type StripeFacade,
  openStripeFacade,
} from "#test/support/stripe/facade.ts";
import { stripeProvider } from "./provider.ts";
import type { StripeParts } from "./provider.ts";
import { outcomeOf } from "./outcome.ts";
import { WireIntent, openIntentOf } from "./wire-intent.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const amount = money(1190, "EUR");
const card = { number: "4242424242424242", month: 12, year: 2030, cvc: "123" };

let facade: StripeFacade;
beforeAll(async () => {
  facade = await openStripeFacade(() => NOW);
});
afterEach(() => facade.seen.splice(0));
afterAll(() => facade.close());

const providerOf = (more: Partial<StripeParts> = {}) =>
  stripeProvider({
    secretKey: FACADE_KEY,
    publishableKey: "pk_test_facade",
    webhookSecrets: [],
    apiBase: facade.url,
    scriptUrl: "https://js.stripe.com/endive/stripe.js",
    instance: "this-install",
    ...more,
  });
let keys = 0;
const newKey = () => `org:${(keys += 1)}`;
async function held(provider = providerOf()) {
  const opened = await provider.openIntent({ key: newKey(), paymentId: newId(NOW), amount });
  if (opened.kind !== "ok") throw new Error(opened.kind);
  const { ref } = opened.value.snapshot;
  await facade.bank.confirm(ref, opened.value.clientSecret, card);
  facade.seen.splice(0);
  return ref;
}

describe("on the wire", () => {
  test("the operation's key is in the header of each call that moves something, and in no body", async () => {
    const provider = providerOf();
    const paymentId = newId(NOW);
    const opened = await provider.openIntent({ key: "org:open", paymentId, amount });
    const ref = opened.kind === "ok" ? opened.value.snapshot.ref : "";
    await provider.capture({ key: "org:capture", ref, amount });
    await provider.cancel({ key: "org:cancel", ref });
    await provider.getIntent(ref);
    expect(facade.seen.map(({ call, headers }) => [call, headers["idempotency-key"]])).toEqual([
      ["open", "org:open"],
      ["capture", "org:capture"],
      ["cancel", "org:cancel"],
      ["get", undefined],
    ]);
    for (const { body, path } of facade.seen) expect(body + path).not.toMatch(/idempotency|org:/i);
  });

  test("an intent is opened for cards, held until taken, marked as ours, in whole numbers", async () => {
    const paymentId = newId(NOW);
    await providerOf().openIntent({ key: newKey(), paymentId, amount: money(500, "ISK") });
    expect(Object.fromEntries(new URLSearchParams(facade.seen[0]?.body))).toEqual({
      amount: "50000",
      currency: "isk",
      capture_method: "manual",
      "allowed_payment_method_types[0]": "card",
      "metadata[payment_id]": paymentId,
      "metadata[instance]": "this-install",
      "expand[0]": "latest_charge",
    });
    expect(facade.seen[0]?.headers["stripe-version"]).toBe("2026-10-28.endive");
  });

  test("Stripe is told the order's number, where it goes, and where its payer is", async () => {
    const about = {
      orderNumber: "WB-1234-ABCD",
      recipient: { name: "Rita Ray", phone: "+4930123456" },
      address: { line: "Kanalstraße 3", postcode: null, city: "Berlin" },
      payerAddress: "203.0.113.5",
    };
    await providerOf().openIntent({ key: newKey(), paymentId: newId(NOW), amount, about });
    expect(Object.fromEntries(new URLSearchParams(facade.seen[0]?.body))).toMatchObject({
      description: "WB-1234-ABCD",
      "shipping[name]": "Rita Ray",
      "shipping[phone]": "+4930123456",
      "shipping[address][line1]": "Kanalstraße 3",
      "shipping[address][city]": "Berlin",
      "metadata[order_number]": "WB-1234-ABCD",
      "metadata[payer_ip]": "203.0.113.5",
      "metadata[instance]": "this-install",
    });
  });

  test("an amount that Stripe cannot count, or a name that is no intent's, leaves no call", async () => {
    const provider = providerOf();
    for (const refused of [
      await provider.openIntent({ key: newKey(), paymentId: newId(NOW), amount: money(5124, "KWD") }),
      await provider.capture({ key: newKey(), ref: "pi_1", amount: money(0, "EUR") }),
      await provider.capture({ key: newKey(), ref: "", amount }),
      await provider.cancel({ key: newKey(), ref: "pi_1/../.." }),
      await provider.getIntent("undefined"),
      await provider.findIntents("no-uuid"),
    ])
      expect(refused.kind).toBe("rejected");
    expect(facade.seen).toEqual([]);
  });

  test("an intent of another install on the same account is nobody's here, and is not found", async () => {
    const paymentId = newId(NOW);
    const theirs = await providerOf({ instance: "their-install" }).openIntent({
      key: newKey(),
      paymentId,
      amount,
    });
    const ref = theirs.kind === "ok" ? theirs.value.snapshot.ref : "";
    expect(await providerOf().getIntent(ref)).toMatchObject({
      kind: "ok",
      value: { snapshot: { paymentId: "" } },
    });
    expect(await providerOf().findIntents(paymentId)).toEqual({ kind: "ok", value: [] });
  });

  test("intents are found beyond one page", async () => {
    const provider = providerOf();
    const paymentId = newId(NOW);
    const opened = await provider.openIntent({ key: newKey(), paymentId, amount });
    for (let n = 0; n < 120; n += 1)
      await provider.openIntent({ key: newKey(), paymentId: newId(NOW), amount });
    facade.seen.splice(0);
    expect(await provider.findIntents(paymentId)).toEqual({
      kind: "ok",
      value: [opened.kind === "ok" && opened.value],
    });
    expect(facade.seen.filter(({ call }) => call === "find").length).toBeGreaterThan(1);
  });
});

describe("Stripe's own pages for staff", () => {
  const inTest = { secretKey: FACADE_KEY, apiBase: undefined };
  const live = { secretKey: FACADE_LIVE_KEY, apiBase: undefined };
  test.each<[string, Partial<StripeParts>, string | null]>([
    ["pi_3Qx", inTest, "https://dashboard.stripe.com/test/payments/pi_3Qx"],
    ["pi_3Qx", live, "https://dashboard.stripe.com/payments/pi_3Qx"],
    ["pi_3Qx", { ...live, secretKey: "rk_live_1" }, "https://dashboard.stripe.com/payments/pi_3Qx"],
    ["ch_1", inTest, null],
    ["pi_1/../settings", inTest, null],
    ["", inTest, null],
    ["pi_3Qx", {}, null],
  ])("%s with %o is at %s", (ref, more, url) => {
    expect(providerOf(more).dashboardUrl(ref)).toBe(url);
  });
});

describe("odd answers", () => {
  test.each([
    ["error_before", "false", { kind: "unknown", stored: true }],
    ["conflict", "true", { kind: "throttled" }],
  ] as const)("%s comes with its word on another try: %s", async (fault, word, outcome) => {
    const ref = await held();
    await facade.plan("capture", fault, 2);
    expect(await providerOf().capture({ key: newKey(), ref, amount })).toMatchObject(outcome);
    const { headers } = await fetch(`${facade.url}/v1/payment_intents/${ref}/capture`, {
      method: "POST",
      headers: { authorization: `Bearer ${FACADE_KEY}`, "idempotency-key": newKey() },
    });
    expect(headers.get("stripe-should-retry")).toBe(word);
  });

  const unknown = { kind: "unknown", stored: false };
  test.each(["dribble", "silent"] as const)("%s: the clock on the wall ends the call", async (fault) => {
    const provider = providerOf({ deadlineMs: 300 });
    const ref = await held(providerOf());
    await facade.plan("get", fault);
    const began = performance.now();
    expect(await provider.getIntent(ref)).toMatchObject(unknown);
    // A body of 800 bytes dribbles for 16 s.
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test("a call without a deadline sets no timer that would outlive whoever died in it", async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const answer = () => (asked(), new Promise<never>(() => undefined));
    const timers = vi.spyOn(globalThis, "setTimeout");
    void providerOf({ answer, deadlineMs: Infinity }).getIntent("pi_1");
    await isAsked;
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });

  test("what is not taken for a cut line is sent once: the next try is ours, with its key", async () => {
    const provider = providerOf();
    const ref = await held(provider);
    for (const fault of ["throttle", "conflict", "error_before", "truncated", "html"] as const) {
      await facade.plan("capture", fault);
      await provider.capture({ key: newKey(), ref, amount });
    }
    expect(facade.seen.filter(({ call }) => call === "capture")).toHaveLength(5);
    expect(await facade.movements(ref)).toEqual(["hold 1190", "capture 1190"]);
  });

  test("an intent of the other mode is our wrong key, and is never believed", async () => {
    const ref = await held();
    expect(await providerOf({ secretKey: FACADE_LIVE_KEY }).getIntent(ref)).toEqual({
      kind: "misconfigured",
      code: "livemode_mismatch",
    });
  });
});

describe("the outcome of an error", () => {
  const of = (error: unknown) => outcomeOf(error, (intent) => intent as { id: string } | undefined);
  test.each([
    [
      { statusCode: 402, type: "StripeCardError", code: "card_declined", payment_intent: { id: "pi_1" } },
      "declined",
    ],
    [{ statusCode: 402, type: "StripeCardError", code: "card_declined" }, "rejected"],
    [{ statusCode: 400, code: "payment_intent_unexpected_state" }, "rejected"],
    [{ statusCode: 400, code: "charge_expired_for_capture" }, "rejected"],
    [{ statusCode: 400, rawType: "idempotency_error" }, "unknown"],
    [{ statusCode: 400, code: "rate_limit" }, "throttled"],
    [{ statusCode: 409, code: "idempotency_key_in_use" }, "throttled"],
    [{ statusCode: 429 }, "throttled"],
    [{ statusCode: 401, code: "api_key_expired" }, "misconfigured"],
    [{ statusCode: 403 }, "misconfigured"],
    [{ statusCode: 400, code: "secret_key_required" }, "misconfigured"],
    [{ statusCode: 500, code: "api_error" }, "unknown"],
    [{ type: "StripeConnectionError" }, "unknown"],
    [{ type: "StripeAPIError", message: "Invalid JSON received from the Stripe API" }, "unknown"],
    [new TypeError("Cannot read properties of null"), "unknown"],
    ["thrown text", "unknown"],
    [undefined, "unknown"],
  ])("%o is %s", (error, kind) => {
    expect(of(error).kind).toBe(kind);
  });

  const retry = (word: string) => ({ headers: { "stripe-should-retry": word } });
  test.each<[object, object]>([
    [
      { statusCode: 500, code: "api_error" },
      { kind: "unknown", stored: true },
    ],
    [
      { statusCode: 500, ...retry("false") },
      { kind: "unknown", stored: true },
    ],
    [
      { statusCode: 503, ...retry("true") },
      { kind: "unknown", stored: false },
    ],
    [{ statusCode: 409, code: "lock_timeout", ...retry("true") }, { kind: "throttled" }],
    [
      { statusCode: 409, ...retry("false") },
      { kind: "unknown", stored: true },
    ],
    [
      { statusCode: 429, ...retry("false") },
      { kind: "unknown", stored: true },
    ],
    [{ statusCode: 400, code: "parameter_invalid", ...retry("true") }, { kind: "throttled" }],
    [{ statusCode: 400, code: "parameter_invalid", ...retry("false") }, { kind: "rejected" }],
    [{ statusCode: 402, code: "card_declined", ...retry("true") }, { kind: "rejected" }],
    [{ statusCode: 401, ...retry("true") }, { kind: "misconfigured" }],
    [
      { statusCode: 400, rawType: "idempotency_error" },
      { kind: "unknown", stored: true },
    ],
    [{ statusCode: 409, rawType: "idempotency_error", ...retry("true") }, { kind: "throttled" }],
  ])("%o: Stripe's word on another try with the key is heeded", (error, outcome) => {
    expect(of(error)).toMatchObject(outcome);
  });

  test("a wait that Stripe names is kept, within an hour", () => {
    const wait = (seconds: string) => of({ statusCode: 429, headers: { "retry-after": seconds } });
    expect(wait("12")).toEqual({ kind: "throttled", retryAfterMs: 12_000 });
    expect(wait("999999")).toEqual({ kind: "throttled", retryAfterMs: 5_000 });
    expect(wait("soon")).toEqual({ kind: "throttled", retryAfterMs: 5_000 });
  });
});

describe("an intent as it came", () => {
  const wire = (more: object) =>
    WireIntent.parse({
      id: "pi_1",
      object: "payment_intent",
      status: "requires_capture",
      amount: 1190,
      amount_capturable: 1190,
      amount_received: 0,
      currency: "eur",
      client_secret: "pi_1_secret_x",
      livemode: false,
      metadata: { payment_id: "p", instance: "i" },
      ...more,
    });
  const seen = (more: object) => openIntentOf(wire(more), "i", 0)?.snapshot;

  test.each([
    ["requires_payment_method", "requires_card"],
    ["requires_confirmation", "requires_card"],
    ["processing", "requires_action"],
    ["canceled", "canceled"],
    ["a_status_of_next_year", "unforeseen"],
  ])("%s is %s", (status, ours) => {
    expect(seen({ status })?.status).toBe(ours);
  });

  test("a hold that was released was held; a card that was never held is not", () => {
    const charge = (status: string) => ({ amount: 1190, status, payment_method_details: null });
    expect(seen({ status: "canceled", latest_charge: charge("succeeded") })?.heldMinor).toBe(1190);
    expect(seen({ status: "canceled", latest_charge: charge("failed") })?.heldMinor).toBe(0);
    expect(seen({ status: "canceled", latest_charge: null })?.heldMinor).toBe(0);
  });

  test("an unknown currency or a broken amount is no intent", () => {
    expect(seen({ currency: "zzz" })).toBeUndefined();
    for (const broken of [
      { amount: 10.5 },
      { amount: -1 },
      { amount: "1190" },
      { id: "ch_1" },
      { livemode: null },
    ])
      expect(WireIntent.safeParse({ ...wire({}), ...broken }).success).toBe(false);
  });
});
