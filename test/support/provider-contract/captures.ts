import { beforeAll, expect, test } from "vitest";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import {
  AMOUNT as amount,
  GOOD_NUMBER as GOOD,
  heldOn,
  newKey,
  openedOn,
  valueOf as value,
} from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Cases of captures and of released holds. */
export function captureCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
  });
  const opened = () => openedOn(stage);
  const held = () => heldOn(stage);
  const seen = async (ref: string) => value(await provider.getIntent(ref)).snapshot;

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

  test("a capture's key that was used for another amount takes nothing and says nothing", async () => {
    const { ref } = await held();
    const order = { key: newKey(), ref, amount: money(500, "EUR") };
    value(await provider.capture(order));
    const other = await provider.capture({ ...order, amount });
    expect(other).toMatchObject({ kind: "unknown", reason: "idempotency_error", stored: true });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "capture 500", "release 690"]);
  });

  test("a capture whose key was forgotten takes nothing more, and the read says that it was done", async () => {
    const { ref } = await held();
    const order = { key: newKey(), ref, amount };
    value(await provider.capture(order));
    stage.now += DAY_MS + 1000;
    expect(["ok", "rejected"]).toContain((await provider.capture(order)).kind);
    expect(await seen(ref)).toMatchObject({ status: "succeeded", capturedMinor: 1190 });
    expect(await stage.movements(ref)).toEqual(["hold 1190", "capture 1190"]);
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

  test("what was captured cannot be released", async () => {
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
}
