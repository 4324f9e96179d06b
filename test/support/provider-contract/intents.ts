import { beforeAll, expect, test } from "vitest";
import { merge } from "#features/payments/domain/merge.ts";
import { paymentStateOf } from "#features/payments/domain/payment.ts";
import { newPayment } from "#test/support/paying/samples.ts";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import { AMOUNT as amount, GOOD_NUMBER as GOOD, newKey, openedOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Cases of opening, finding and reading an intent. */
export function intentCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
  });
  const opened = () => openedOn(stage);
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

  test("a key that was used for something else says nothing about what is asked: a read decides", async () => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount };
    await provider.openIntent(order);
    const other = await provider.openIntent({ ...order, amount: money(5000, "EUR") });
    expect(other).toMatchObject({ kind: "unknown", reason: "idempotency_error", stored: true });
  });

  test("a key is forgotten after a day: then it opens a second intent, and the read finds both", async () => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount };
    const first = value(await provider.openIntent(order)).snapshot.ref;
    stage.now += DAY_MS + 1000;
    const second = value(await provider.openIntent(order)).snapshot.ref;
    expect(second).not.toBe(first);
    expect(value(await provider.findIntents(order.paymentId)).map(({ snapshot }) => snapshot.ref)).toEqual([
      first,
      second,
    ]);
  });

  test.each([
    [500, "JPY"],
    [12_345, "HUF"],
    [500, "ISK"],
    [1_234_560, "KWD"],
  ])("%i %s come back as they went", async (minor, currency) => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount: money(minor, currency) };
    const { ref } = value(await provider.openIntent(order)).snapshot;
    expect(await seen(ref)).toMatchObject({ amountMinor: minor, currency });
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

  test("an intent whose answer was lost is found again, and its key opens no second one", async () => {
    const order = { key: newKey(), paymentId: newId(stage.now), amount };
    await stage.plan("open", "drop_response");
    expect(await provider.openIntent(order)).toMatchObject({ kind: "unknown" });
    const again = value(await provider.openIntent(order));
    expect(value(await provider.findIntents(order.paymentId))).toEqual([again]);
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
}
