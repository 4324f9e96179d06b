import { beforeAll, expect, test } from "vitest";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { newKey, takenOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Cases of disputes. */
export function disputeCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
  });
  const disputes = async (ref: string) => value(await provider.listDisputes(ref));
  const refund = (ref: string) =>
    provider.refund({ key: newKey(), ref, opId: newKey(), amount: money(500, "EUR") });
  const TAKEN = ["hold 1190", "capture 1190"];

  test("a payment that nobody disputes has no disputes", async () => {
    const { ref } = await takenOn(stage);
    expect(await disputes(ref)).toEqual([]);
  });

  test.each([
    ["4000000000000259", "fraudulent"],
    ["4000000000002685", "product_not_received"],
  ])("the holder of %s disputes (%s): the money is gone until it is decided", async (number, reason) => {
    const { ref } = await takenOn(stage, number);
    const [dispute, ...more] = await disputes(ref);
    expect(more).toEqual([]);
    expect(dispute).toMatchObject({
      ref: expect.stringMatching(/^d[up]_/),
      intentRef: ref,
      reason,
      state: "open",
      currency: "EUR",
      amountMinor: 1190,
      withdrawnMinor: 1190,
      feeMinor: expect.any(Number),
      openedAt: expect.any(Number),
    });
    expect(dispute?.evidenceDue).toBeGreaterThan(stage.now + 5 * DAY_MS);
    expect(await refund(ref)).toMatchObject({ kind: "rejected", code: "charge_disputed" });
  });

  test("a question about a payment moves no money and does not stand in a refund's way", async () => {
    const { ref } = await takenOn(stage, "4000000000001976");
    expect(await disputes(ref)).toMatchObject([{ state: "inquiry", withdrawnMinor: 0, feeMinor: 0 }]);
    expect(await stage.movements(ref)).toEqual(TAKEN);
    expect(await refund(ref)).toMatchObject({ kind: "ok" });
  });

  test.each([
    ["won", 0],
    ["lost", 1190],
  ] as const)("a dispute that is %s leaves %i withdrawn, and its fee", async (verdict, withdrawnMinor) => {
    const { ref } = await takenOn(stage, "4000000000000259");
    const [open] = await disputes(ref);
    await stage.judge(open?.ref ?? "", verdict);
    expect(await disputes(ref)).toEqual([{ ...open, state: verdict, withdrawnMinor }]);
    expect(open?.feeMinor).toBeGreaterThan(0);
  });

  test("a dispute without evidence in time is lost, a question is over", async () => {
    const [bad, mild] = [await takenOn(stage, "4000000000000259"), await takenOn(stage, "4000000000001976")];
    stage.now += 30 * DAY_MS;
    expect(await disputes(bad.ref)).toMatchObject([{ state: "lost", withdrawnMinor: 1190 }]);
    expect(await disputes(mild.ref)).toMatchObject([{ state: "won", withdrawnMinor: 0 }]);
  });
}
