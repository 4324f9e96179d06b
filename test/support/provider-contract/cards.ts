import { beforeAll, expect, test } from "vitest";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import { TEST_CARDS } from "#engines/sandbox-bank/cards.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { GOOD_NUMBER as GOOD, openedOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

const declining = Object.entries(TEST_CARDS).filter(([, said]) => said.kind === "decline") as [
  string,
  { code: string },
][];
const holding = Object.entries(TEST_CARDS).filter(([, said]) => said.kind === "approve");

/** Cases of each card, with and without its holder being asked. */
export function cardCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
  });
  const opened = () => openedOn(stage);
  const seen = async (ref: string) => value(await provider.getIntent(ref)).snapshot;

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
}
