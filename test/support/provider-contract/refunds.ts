import { beforeAll, expect, test } from "vitest";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { newKey, openedOn, takenOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Cases of refunds. */
export function refundCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
  });
  const eur = (minor: number) => money(minor, "EUR");
  const order = (ref: string, minor = 500) => {
    const key = newKey();
    return { key, ref, opId: `op-${key}`, amount: eur(minor) };
  };
  const refunds = async (ref: string) => value(await provider.listRefunds(ref));
  const TAKEN = ["hold 1190", "capture 1190"];

  test("gives back a part, which is known again by the operation that asked", async () => {
    const { ref } = await takenOn(stage);
    const asked = order(ref);
    const given = value(await provider.refund(asked));
    expect(given).toEqual({
      ref: expect.stringMatching(/^re_/),
      intentRef: ref,
      opId: asked.opId,
      currency: "EUR",
      amountMinor: 500,
      status: "succeeded",
      failure: null,
    });
    expect(await refunds(ref)).toEqual([given]);
    expect(await stage.movements(ref)).toEqual([...TAKEN, "refund 500"]);
  });

  test("the same key, at once and later, gives back once; another key gives back again", async () => {
    const { ref } = await takenOn(stage);
    const asked = order(ref);
    await Promise.all([provider.refund(asked), provider.refund(asked)]);
    const [first] = await refunds(ref);
    expect(value(await provider.refund(asked))).toEqual(first);
    stage.now += 1000;
    value(await provider.refund(order(ref)));
    expect((await refunds(ref)).map(({ amountMinor }) => amountMinor)).toEqual([500, 500]);
    expect(await stage.movements(ref)).toEqual([...TAKEN, "refund 500", "refund 500"]);
  });

  test("a refund's key is forgotten after a day: then it gives back again, and only the list warns", async () => {
    const { ref } = await takenOn(stage);
    const asked = order(ref);
    value(await provider.refund(asked));
    stage.now += DAY_MS + 1000;
    expect((await refunds(ref)).map(({ opId }) => opId)).toEqual([asked.opId]);
    value(await provider.refund(asked));
    expect((await refunds(ref)).map(({ opId }) => opId)).toEqual([asked.opId, asked.opId]);
  });

  test("a key that was used for another amount gives nothing and says nothing", async () => {
    const { ref } = await takenOn(stage);
    const asked = order(ref);
    await provider.refund(asked);
    expect(await provider.refund({ ...asked, amount: eur(501) })).toMatchObject({
      kind: "unknown",
      reason: "idempotency_error",
      stored: true,
    });
  });

  test("lists refunds oldest first, and those of no other intent", async () => {
    const [{ ref }, other] = [await takenOn(stage), await takenOn(stage)];
    for (const minor of [100, 200, 300]) {
      value(await provider.refund(order(ref, minor)));
      stage.now += 1000;
    }
    value(await provider.refund(order(other.ref, 900)));
    expect((await refunds(ref)).map(({ amountMinor }) => amountMinor)).toEqual([100, 200, 300]);
  });

  test("more than is left is refused, and nothing moves", async () => {
    const { ref } = await takenOn(stage);
    value(await provider.refund(order(ref, 1000)));
    expect(await provider.refund(order(ref, 191))).toMatchObject({ kind: "rejected" });
    value(await provider.refund(order(ref, 190)));
    const again = await provider.refund(order(ref, 1));
    expect(again).toMatchObject({ kind: "rejected", code: expect.stringContaining("already_refunded") });
    expect(await stage.movements(ref)).toEqual([...TAKEN, "refund 1000", "refund 190"]);
  });

  test("nothing is refunded that was not taken", async () => {
    const { ref, clientSecret } = await openedOn(stage);
    expect(await provider.refund(order(ref))).toMatchObject({ kind: "rejected" });
    await stage.pay(clientSecret, "4242424242424242");
    expect(await provider.refund(order(ref))).toMatchObject({ kind: "rejected" });
    expect(await refunds(ref)).toEqual([]);
  });

  test("an intent that is not there is refused, not unknown", async () => {
    for (const ref of ["pi_nowhere", "", "../refunds", "undefined"]) {
      expect(await provider.refund(order(ref))).toMatchObject({ kind: "rejected" });
      expect(await provider.listRefunds(ref)).toMatchObject({ kind: "rejected" });
      expect(await provider.listDisputes(ref)).toMatchObject({ kind: "rejected" });
    }
  });

  test("a refund to a closed account comes back days later, and may be given again", async () => {
    const { ref } = await takenOn(stage, "4000000000005126");
    const given = value(await provider.refund(order(ref, 1190)));
    expect(given.status).toBe("succeeded");
    stage.now += 3 * DAY_MS;
    expect(await refunds(ref)).toEqual([
      { ...given, status: "failed", failure: expect.stringMatching(/^[a-z_]+$/) },
    ]);
    expect(await stage.movements(ref)).toEqual([...TAKEN, "refund 1190", "refund_back 1190"]);
    expect(await provider.refund(order(ref, 1190))).toMatchObject({ kind: "ok" });
  });

  test("a refund may stay on its way for days before it arrives", async () => {
    const { ref } = await takenOn(stage, "4000000000007726");
    const given = value(await provider.refund(order(ref)));
    expect(given.status).toBe("pending");
    expect(await refunds(ref)).toEqual([given]);
    stage.now += 3 * DAY_MS;
    expect(await refunds(ref)).toEqual([{ ...given, status: "succeeded" }]);
    expect(await stage.movements(ref)).toEqual([...TAKEN, "refund 500"]);
  });

  test.each([
    ["a request that never arrives", "drop_request", false, []],
    ["an answer that is lost", "drop_response", false, ["refund 500"]],
    ["an error before the deed", "error_before", true, []],
    ["an error after the deed", "error_after", true, ["refund 500"]],
  ] as const)("%s is unknown, and the list says whether it happened", async (_says, fault, stored, moved) => {
    const { ref } = await takenOn(stage);
    const asked = order(ref);
    await stage.plan("refund", fault);
    expect(await provider.refund(asked)).toMatchObject({ kind: "unknown", stored });
    expect((await refunds(ref)).map(({ opId }) => opId)).toEqual(moved.map(() => asked.opId));
    expect(await stage.movements(ref)).toEqual([...TAKEN, ...moved]);
    expect(await provider.refund(asked)).toMatchObject(
      stored ? { kind: "unknown", stored } : { kind: "ok", value: { amountMinor: 500 } },
    );
    expect(await refunds(ref)).toHaveLength(stored ? moved.length : 1);
  });

  test.each(["refunds", "disputes"] as const)("silence on the list of %s is unknown", async (call) => {
    const { ref } = await takenOn(stage);
    await stage.plan(call, "drop_request");
    const said = call === "refunds" ? await provider.listRefunds(ref) : await provider.listDisputes(ref);
    expect(said).toMatchObject({ kind: "unknown", stored: false });
  });

  test("too many calls and a wrong key give nothing back", async () => {
    const { ref } = await takenOn(stage);
    await stage.plan("refund", "throttle");
    expect(await provider.refund(order(ref))).toMatchObject({ kind: "throttled" });
    await stage.plan("refund", "bad_key");
    expect(await provider.refund(order(ref))).toMatchObject({ kind: "misconfigured" });
    expect(await refunds(ref)).toEqual([]);
  });
}
