import { beforeAll, expect, test } from "vitest";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import type { Fault } from "#engines/sandbox-bank/faults.ts";
import { newId } from "#server/ids.ts";
import { AMOUNT as amount, heldOn, newKey } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Cases of answers that are lost, late, broken or a no. */
export function oddAnswerCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
  });
  const held = () => heldOn(stage);

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

  const unknown = { kind: "unknown", stored: false };
  test.each<[Fault, object]>([
    ["html", unknown],
    ["empty", unknown],
    ["null_body", unknown],
    ["truncated", unknown],
    ["no_object", unknown],
    ["moved", unknown],
    ["missing_without_error", unknown],
    ["gateway_without_error", unknown],
    ["error_before", { kind: "unknown", stored: true }],
    ["conflict", { kind: "throttled", retryAfterMs: 5000 }],
    ["throttle", { kind: "throttled", retryAfterMs: 5000 }],
    ["forbidden", { kind: "misconfigured", lacksRight: true }],
    ["live_only", { kind: "misconfigured", code: "livemode_mismatch" }],
    ["bad_key", { kind: "misconfigured" }],
  ])("%s never passes for success nor for a no", async (fault, said) => {
    const { ref } = await held();
    await stage.plan("capture", fault);
    expect(await provider.capture({ key: newKey(), ref, amount })).toMatchObject(said);
    await stage.plan("get", fault);
    expect(await provider.getIntent(ref)).toMatchObject(said);
    await stage.plan("find", fault);
    expect(await provider.findIntents(newId(stage.now))).toMatchObject(said);
  });
}
