import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import {
  AMOUNT as amount,
  GOOD_NUMBER as GOOD,
  STAGES,
  newKey,
  openedOn,
  valueOf as value,
} from "#test/support/gateway-stages.ts";
import type { Stage } from "#test/support/gateway-stages.ts";
import { merge } from "../domain/merge.ts";
import { newPayment, paymentStateOf } from "../domain/payment.ts";
import type { PaymentProvider } from "./gateway.ts";
import { TEST_CARDS } from "./sandbox/cards.ts";

const declining = Object.entries(TEST_CARDS).filter(([, said]) => said.kind === "decline") as [
  string,
  { code: string },
][];
const holding = Object.entries(TEST_CARDS).filter(([, said]) => said.kind === "approve");

/** What every provider does, whatever it is called: the real library over the wire, and the bank in this process. */
describe.each(STAGES)("%s", (_name, openStage) => {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(async () => {
    stage = await openStage();
    provider = stage.provider;
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    stage.now += MINUTE_MS;
  });

  const opened = () => openedOn(stage);
  const held = async () => {
    const intent = await opened();
    await stage.pay(intent.clientSecret, GOOD);
    return intent;
  };
  const seen = async (ref: string) => value(await provider.getIntent(ref)).snapshot;

  test("tells browsers an address, a name and a public key, and nothing secret", () => {
    const config = provider.clientConfig();
    expect(config).toEqual({
      scriptUrl: expect.stringMatching(/\.js$/),
      global: expect.stringMatching(/^[A-Z]/),
      publicKey: expect.stringMatching(/^pk_/),
    });
    expect(JSON.stringify(config)).not.toMatch(/sk_|whsec_/);
  });

  test("opens an intent that holds nothing and belongs to its payment", async () => {
    const { snapshot, clientSecret, paymentId } = await opened();
    expect(snapshot).toMatchObject({
      paymentId,
      status: "requires_card",
      currency: "EUR",
      amountMinor: 1190,
      heldMinor: 0,
      capturedMinor: 0,
      decline: null,
      declines: 0,
      captureBefore: null,
    });
    expect(clientSecret).toContain(`${snapshot.ref}_secret_`);
  });

  test("the same key opens the same intent; another key another one", async () => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount };
    const [first, second] = [await provider.openIntent(order), await provider.openIntent(order)];
    expect(value(second)).toEqual(value(first));
    expect(value(await provider.openIntent({ ...order, key: newKey() })).snapshot.ref).not.toBe(
      value(first).snapshot.ref,
    );
  });

  test("a key that is used for something else is refused", async () => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount };
    await provider.openIntent(order);
    const other = await provider.openIntent({ ...order, amount: money(5000, "EUR") });
    expect(other).toMatchObject({ kind: "rejected", code: "idempotency_error" });
  });

  test("finds every intent of a payment, oldest first, and no other payment's", async () => {
    const paymentId = newId(stage.now);
    const refs: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      await opened();
      stage.now += 1000;
      refs.push(value(await provider.openIntent({ key: newKey(), paymentId, amount })).snapshot.ref);
    }
    expect(value(await provider.findIntents(paymentId)).map(({ snapshot }) => snapshot.ref)).toEqual(refs);
    expect(value(await provider.findIntents(newId(stage.now)))).toEqual([]);
  });

  test("an intent that is not there is refused, not unknown", async () => {
    for (const ref of ["pi_nowhere", "", "../payment_intents", "undefined"])
      expect(await provider.getIntent(ref)).toMatchObject({ kind: "rejected" });
    expect(await provider.capture({ key: newKey(), ref: "", amount })).toMatchObject({ kind: "rejected" });
    expect(await provider.cancel({ key: newKey(), ref: "undefined" })).toMatchObject({ kind: "rejected" });
  });

  test.each(holding)("%s is held whole, for days", async (number) => {
    const { ref, clientSecret } = await opened();
    await stage.pay(clientSecret, number);
    const snapshot = await seen(ref);
    expect(snapshot).toMatchObject({
      status: "requires_capture",
      heldMinor: 1190,
      capturedMinor: 0,
      declines: 0,
    });
    expect(snapshot.card).toMatchObject({
      last4: number.slice(-4),
      brand: expect.stringMatching(/^[a-z]+$/),
    });
    expect(snapshot.captureBefore).toBeGreaterThan(stage.now + 4 * DAY_MS);
    expect(await stage.movements(ref)).toEqual(["hold 1190"]);
  });

  test.each(declining)(
    "%s is declined with its own reason (%o), and the intent takes another card",
    async (number, { code }) => {
      const { ref, clientSecret } = await opened();
      await stage.pay(clientSecret, number);
      expect(await seen(ref)).toMatchObject({
        status: "requires_card",
        heldMinor: 0,
        decline: code,
        declines: 1,
      });
      await stage.pay(clientSecret, GOOD);
      expect(await seen(ref)).toMatchObject({ status: "requires_capture", heldMinor: 1190 });
      expect(await stage.movements(ref)).toEqual(["hold 1190"]);
    },
  );

  test("declines are counted, one by one", async () => {
    const { ref, clientSecret } = await opened();
    for (let n = 1; n <= 3; n += 1) {
      await stage.pay(clientSecret, "4000000000000002");
      expect((await seen(ref)).declines).toBe(n);
    }
  });

  test("the card's bank asks: until it is answered nothing is held", async () => {
    const { ref, clientSecret } = await opened();
    await stage.pay(clientSecret, "4000002760003184");
    expect(await seen(ref)).toMatchObject({ status: "requires_action", heldMinor: 0 });
  });

  test("the holder approves and it is held; declines and it is not, with the reason", async () => {
    const approved = await opened();
    await stage.pay(approved.clientSecret, "4000002760003184", "approve");
    expect(await seen(approved.ref)).toMatchObject({ status: "requires_capture", heldMinor: 1190 });
    const refused = await opened();
    await stage.pay(refused.clientSecret, "4000002760003184", "decline");
    expect(await seen(refused.ref)).toMatchObject({
      status: "requires_card",
      decline: "confirmation_failed",
      declines: 1,
    });
  });

  test("a card may be declined after its holder approved", async () => {
    const { ref, clientSecret } = await opened();
    await stage.pay(clientSecret, "4000008260003178", "approve");
    expect(await seen(ref)).toMatchObject({
      status: "requires_card",
      decline: "insufficient_funds",
      declines: 1,
    });
  });

  test("takes the whole hold", async () => {
    const { ref } = await held();
    expect(value(await provider.capture({ key: newKey(), ref, amount }))).toMatchObject({
      status: "succeeded",
      heldMinor: 1190,
      capturedMinor: 1190,
    });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "capture 1190"]);
  });

  test("takes a part and lets go of the rest", async () => {
    const { ref } = await held();
    const part = money(500, "EUR");
    expect(value(await provider.capture({ key: newKey(), ref, amount: part }))).toMatchObject({
      status: "succeeded",
      heldMinor: 1190,
      capturedMinor: 500,
    });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "capture 500", "release 690"]);
  });

  test("the same capture twice, at once and later, with its key and with another, moves money once", async () => {
    const { ref } = await held();
    const order = { key: newKey(), ref, amount };
    await Promise.all([provider.capture(order), provider.capture(order)]);
    expect(value(await provider.capture(order)).capturedMinor).toBe(1190);
    await provider.capture({ ...order, key: newKey() });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "capture 1190"]);
    expect(await seen(ref)).toMatchObject({ status: "succeeded", capturedMinor: 1190 });
  });

  test("more than is held is refused, and the hold stays", async () => {
    const { ref } = await held();
    const refused = await provider.capture({ key: newKey(), ref, amount: money(1191, "EUR") });
    expect(refused).toMatchObject({ kind: "rejected", code: "amount_too_large" });
    expect(await seen(ref)).toMatchObject({ status: "requires_capture", heldMinor: 1190 });
  });

  test("nothing is taken where nothing is held", async () => {
    const { ref } = await opened();
    expect(await provider.capture({ key: newKey(), ref, amount })).toMatchObject({ kind: "rejected" });
    expect(await stage.movements(ref)).toEqual([]);
  });

  test("lets go of a hold; it cannot be taken after", async () => {
    const { ref } = await held();
    expect(value(await provider.cancel({ key: newKey(), ref }))).toMatchObject({ status: "canceled" });
    expect(await provider.capture({ key: newKey(), ref, amount })).toMatchObject({ kind: "rejected" });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "release 1190"]);
  });

  test("ends an intent that holds nothing; no card is taken after", async () => {
    const { ref, clientSecret } = await opened();
    value(await provider.cancel({ key: newKey(), ref }));
    await stage.pay(clientSecret, GOOD);
    expect(await seen(ref)).toMatchObject({ status: "canceled", heldMinor: 0 });
    expect(await stage.movements(ref)).toEqual([]);
  });

  test("cancelling again with its key is the same answer; with another the intent stays as it is", async () => {
    const { ref } = await held();
    const order = { key: newKey(), ref };
    expect(await provider.cancel(order)).toEqual(await provider.cancel(order));
    await provider.cancel({ ...order, key: newKey() });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "release 1190"]);
  });

  test("what was taken cannot be let go", async () => {
    const { ref } = await held();
    value(await provider.capture({ key: newKey(), ref, amount }));
    expect(await provider.cancel({ key: newKey(), ref })).toMatchObject({ kind: "rejected" });
    expect(await seen(ref)).toMatchObject({ status: "succeeded", capturedMinor: 1190 });
  });

  test("a hold that nobody takes in time is gone", async () => {
    const { ref } = await held();
    const { captureBefore } = await seen(ref);
    stage.now = (captureBefore ?? 0) + HOUR_MS;
    expect(await seen(ref)).toMatchObject({ status: "canceled", capturedMinor: 0 });
    expect(await provider.capture({ key: newKey(), ref, amount })).toMatchObject({ kind: "rejected" });
  });

  test.each([
    ["a request that never arrives", "drop_request", "unknown", false, []],
    ["an answer that is lost", "drop_response", "unknown", false, ["capture 1190"]],
    ["an error before the deed", "error_before", "unknown", true, []],
    ["an error after the deed", "error_after", "unknown", true, ["capture 1190"]],
  ] as const)("%s is unknown, never a no", async (_says, fault, kind, stored, moved) => {
    const { ref } = await held();
    const order = { key: newKey(), ref, amount };
    await stage.plan("capture", fault);
    expect(await provider.capture(order)).toMatchObject({ kind, stored });
    expect(await stage.movements(ref)).toEqual(["hold 1190", ...moved]);
    const again = await provider.capture(order);
    expect(again).toMatchObject(stored ? { kind: "unknown", stored } : { kind: "ok" });
    if (stored) await provider.capture({ ...order, key: newKey() });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "capture 1190"]);
  });

  test.each(["open", "get", "find", "cancel"] as const)("silence on %s is unknown too", async (call) => {
    const { ref, paymentId } = await held();
    await stage.plan(call, "drop_request");
    const said = {
      open: () => provider.openIntent({ key: newKey(), paymentId, amount }),
      get: () => provider.getIntent(ref),
      find: () => provider.findIntents(paymentId),
      cancel: () => provider.cancel({ key: newKey(), ref }),
    };
    expect(await said[call]()).toMatchObject({ kind: "unknown", stored: false });
  });

  test("an intent whose answer was lost is found again, and its key opens no second one", async () => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount };
    await stage.plan("open", "drop_response");
    expect(await provider.openIntent(order)).toMatchObject({ kind: "unknown" });
    const again = value(await provider.openIntent(order));
    expect(value(await provider.findIntents(order.paymentId))).toEqual([again]);
  });

  test("too many calls are told with a time to wait, a wrong key as our own fault", async () => {
    const { ref } = await held();
    await stage.plan("get", "throttle");
    expect(await provider.getIntent(ref)).toMatchObject({
      kind: "throttled",
      retryAfterMs: expect.any(Number),
    });
    await stage.plan("capture", "bad_key");
    expect(await provider.capture({ key: newKey(), ref, amount })).toMatchObject({ kind: "misconfigured" });
    expect(await stage.movements(ref)).toEqual(["hold 1190"]);
  });

  test("its snapshots fit the payment from the first to the last", async () => {
    const { ref, clientSecret, paymentId, snapshot } = await opened();
    let payment = merge(newPayment(paymentId, 1190, "EUR"), snapshot).payment;
    const look = async () => paymentStateOf((payment = merge(payment, await seen(ref)).payment));
    await stage.pay(clientSecret, "4000000000009995");
    expect(await look()).toBe("failed");
    await stage.pay(clientSecret, GOOD);
    expect(await look()).toBe("authorized");
    await provider.capture({ key: newKey(), ref, amount: money(700, "EUR") });
    expect(await look()).toBe("captured");
    expect(payment).toMatchObject({
      authorizedMinor: 1190,
      capturedMinor: 700,
      declines: 1,
      mismatch: false,
    });
  });
});
