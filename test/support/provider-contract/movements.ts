import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Movement } from "#features/payments/domain/movement.ts";
import type { ProviderLists } from "#features/payments/server/gateway.ts";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { newKey, takenOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** What every provider lists of the balance that it keeps for us. */
export function movementCases(stageNow: () => Stage): void {
  let stage: Stage;
  let lists: ProviderLists;
  beforeAll(() => {
    stage = stageNow();
    if (!stage.provider.lists) throw new Error("this provider keeps no lists");
    ({ lists } = stage.provider);
  });
  /** What was there before is paid out, so that each test has a balance of its own. */
  let began = 0;
  beforeEach(async () => {
    stage.now += 10 * DAY_MS;
    await stage.tick();
    stage.now += HOUR_MS;
    began = stage.now;
  });

  async function all(payout?: string): Promise<Movement[]> {
    const found: Movement[] = [];
    let after: string | undefined;
    do {
      const page = value(await lists.movements({ since: began, after, payout }));
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return found;
  }
  const refund = async (ref: string, minor: number) =>
    value(await stage.provider.refund({ key: newKey(), ref, opId: newKey(), amount: money(minor, "EUR") }))
      .ref;

  test("a charge with its price, of the intent it belongs to, marked with its payment", async () => {
    const { ref, paymentId } = await takenOn(stage);
    expect(await all()).toEqual([
      {
        ref: expect.stringMatching(/^txn_/),
        kind: "charge",
        intentRef: ref,
        aboutRef: null,
        markedFor: paymentId,
        currency: "EUR",
        grossMinor: 1190,
        // 1.4 % are 16.66.
        feeMinor: 42,
        netMinor: 1148,
        asked: money(1190, "EUR"),
        rate: null,
        at: began,
        availableOn: began + 2 * DAY_MS,
      },
    ]);
  });

  test("one movement is found again by its name, and what is no name is refused", async () => {
    await takenOn(stage);
    const [one] = await all();
    expect(value(await lists.movement(one?.ref ?? ""))).toEqual(one);
    expect(await lists.movement("txn_nobody")).not.toMatchObject({ kind: "ok" });
  });

  test("a refund and its coming back, newest first; the price of the charge stays", async () => {
    const { ref } = await takenOn(stage, "4000000000005126");
    const given = await refund(ref, 500);
    stage.now += 3 * DAY_MS;
    value(await stage.provider.listRefunds(ref));
    const [back, gone] = await all();
    expect(back).toMatchObject({ kind: "refund-failure", intentRef: ref, aboutRef: given, grossMinor: 500 });
    expect(gone).toMatchObject({ kind: "refund", aboutRef: given, grossMinor: -500, feeMinor: 0 });
    expect(gone?.asked).toEqual(money(-500, "EUR"));
  });

  test("a dispute with its price, and what comes back when it is won", async () => {
    const { ref } = await takenOn(stage, "4000000000000259");
    const [dispute] = value(await stage.provider.listDisputes(ref));
    await stage.judge(dispute?.ref ?? "", "won");
    const [back, gone, charge] = await all();
    expect(charge).toMatchObject({ kind: "charge" });
    expect(gone).toMatchObject({
      kind: "dispute",
      intentRef: ref,
      aboutRef: dispute?.ref,
      grossMinor: -1190,
      feeMinor: dispute?.feeMinor,
      netMinor: -1190 - (dispute?.feeMinor ?? 0),
    });
    expect(back).toMatchObject({ kind: "dispute-reversal", aboutRef: dispute?.ref, netMinor: 1190 });
    // What the dispute cost is earned again: a balance below zero would not be paid out before the next test.
    await takenOn(stage);
  });

  test("what is available is paid out once, as a whole, and the payout says what is in it", async () => {
    const [one, two] = [await takenOn(stage), await takenOn(stage)];
    await refund(two.ref, 100);
    stage.now += 2 * DAY_MS;
    await stage.tick();
    await stage.tick();
    const [payout, ...rest] = await all();
    expect(payout).toMatchObject({
      kind: "payout",
      intentRef: null,
      grossMinor: -(2 * 1148 - 100),
      feeMinor: 0,
    });
    expect(rest).toHaveLength(3);
    expect(await all(payout?.aboutRef ?? "")).toEqual([payout, ...rest]);
    stage.now += 2 * DAY_MS;
    await stage.tick();
    expect(await all()).toHaveLength(4);
    expect(new Set(rest.map(({ intentRef }) => intentRef))).toEqual(new Set([one.ref, two.ref]));
  });

  test("what is kept is what all of the list comes to, before and after it is available and paid out", async () => {
    const kept = async () =>
      value(await lists.funds()).find(({ currency }) => currency === "EUR")?.minor ?? 0;
    const before = await kept();
    const { ref } = await takenOn(stage);
    await refund(ref, 100);
    expect(await kept()).toBe(before + 1148 - 100);
    stage.now += 2 * DAY_MS;
    expect(await kept()).toBe(before + 1148 - 100);
    await stage.tick();
    const moved = (await all()).reduce((sum, { netMinor }) => sum + netMinor, 0);
    expect(await kept()).toBe(before + moved);
  });

  test.each([
    ["silence", "drop_request", { kind: "unknown" }],
    ["an answer of another shape", "no_object", { kind: "unknown" }],
    ["a right that the key lacks", "forbidden", { kind: "misconfigured", lacksRight: true }],
  ] as const)("%s is not nothing kept", async (_says, fault, said) => {
    await stage.plan("funds", fault);
    expect(await lists.funds()).toMatchObject(said);
  });

  test("a list longer than a page has no gap and nothing twice", async () => {
    const made = await Promise.all(Array.from({ length: 101 }, () => takenOn(stage)));
    const found = await all();
    expect(found).toHaveLength(101);
    expect(new Set(found.map(({ intentRef }) => intentRef))).toEqual(new Set(made.map(({ ref }) => ref)));
  });

  test.each([
    ["silence", "drop_request", { kind: "unknown" }],
    ["an answer of another shape", "no_object", { kind: "unknown" }],
    ["a right that the key lacks", "forbidden", { kind: "misconfigured", lacksRight: true }],
  ] as const)("%s is no empty list", async (_says, fault, said) => {
    await takenOn(stage);
    await stage.plan("balance", fault);
    expect(await lists.movements({ since: began })).toMatchObject(said);
  });
}
