import { beforeAll, expect, test } from "vitest";
import { NOT_THERE } from "#features/payments/server/gateway.ts";
import type { PaymentProvider, SavedCards } from "#features/payments/server/gateway.ts";
import { newId } from "#server/ids.ts";
import { AMOUNT, GOOD_NUMBER, newKey, openedOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Kept cards that are charged while their holders are away. */
export function awayChargeCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  let cards: SavedCards;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
    if (!provider.savedCards) throw new Error("keeps no cards");
    cards = provider.savedCards;
  });

  /** Somebody who lets this card be charged while they are away. */
  const kept = async (number = GOOD_NUMBER, choice?: "approve") => {
    const holder = value(await cards.enrol({ key: newKey(), personId: newId(stage.now) }));
    const { ref, clientSecret } = await openedOn(stage);
    value(await cards.bind({ key: newKey(), ref, holder, keep: "away" }));
    await stage.pay(clientSecret, number, choice);
    const { cardRef = "" } = value(await provider.getIntent(ref));
    return { holder, card: cardRef };
  };
  const order = (of: { holder: string; card: string }) => ({
    ...of,
    key: newKey(),
    paymentId: newId(stage.now),
    amount: AMOUNT,
  });
  const found = async (paymentId: string) => value(await provider.findIntents(paymentId));

  test("the intent of the payment that it was kept with says which card it is", async () => {
    const { holder, card } = await kept();
    expect(value(await cards.list(holder)).map(({ ref }) => ref)).toEqual([card]);
  });

  test("a card is held whole, once for a key, and taken as any other", async () => {
    const asked = order(await kept());
    const { snapshot } = value(await cards.charge(asked));
    expect(snapshot).toMatchObject({
      paymentId: asked.paymentId,
      status: "requires_capture",
      heldMinor: 1190,
      declines: 0,
      card: { brand: "visa", last4: "4242" },
    });
    expect(value(await cards.charge(asked)).snapshot.ref).toBe(snapshot.ref);
    expect((await found(asked.paymentId)).map((one) => one.snapshot.ref)).toEqual([snapshot.ref]);
    value(await provider.capture({ key: newKey(), ref: snapshot.ref, amount: AMOUNT }));
    expect(await stage.movements(snapshot.ref)).toEqual(["hold 1190", "capture 1190"]);
  });

  test.each([
    ["4000002760003184", "authentication_required", "approve"],
    ["4000000000009995", "insufficient_funds", undefined],
  ] as const)(
    "%s is declined as %s, and its holder may pay the same intent",
    async (number, code, choice) => {
      const of = await kept(choice ? number : GOOD_NUMBER, choice);
      if (!choice) await stage.change(of.card, number);
      const asked = order(of);
      const said = await cards.charge(asked);
      expect(said.kind).toBe("declined");
      const [intent] = await found(asked.paymentId);
      expect(intent?.snapshot).toMatchObject({
        paymentId: asked.paymentId,
        status: "requires_card",
        heldMinor: 0,
        decline: code,
        declines: 1,
      });
      expect(await cards.charge(asked)).toMatchObject({ kind: "declined" });
      await stage.pay(
        intent?.clientSecret ?? "",
        number === "4000002760003184" ? number : GOOD_NUMBER,
        choice,
      );
      expect((await found(asked.paymentId)).map((one) => one.snapshot.status)).toEqual(["requires_capture"]);
    },
  );

  test("a card that is let go of, or is another's, is charged by nobody: there is no intent", async () => {
    const [one, other] = [await kept(), await kept()];
    value(await cards.detach({ key: newKey(), card: one.card }));
    for (const asked of [
      order(one),
      order({ holder: one.holder, card: other.card }),
      order({ holder: "../x", card: "" }),
    ]) {
      expect(await cards.charge(asked)).toMatchObject({ kind: "rejected", code: NOT_THERE });
      expect(await found(asked.paymentId)).toEqual([]);
    }
  });

  test("an answer that was lost is unknown; the intent is found, and the key charges nobody twice", async () => {
    const asked = order(await kept());
    await stage.plan("open", "drop_response");
    expect(await cards.charge(asked)).toMatchObject({ kind: "unknown", stored: false });
    const [lost] = await found(asked.paymentId);
    expect(lost?.snapshot).toMatchObject({ status: "requires_capture", heldMinor: 1190 });
    expect(value(await cards.charge(asked)).snapshot.ref).toBe(lost?.snapshot.ref);
    expect(await found(asked.paymentId)).toHaveLength(1);
  });

  test("silence is unknown, never a no", async () => {
    const asked = order(await kept());
    await stage.plan("open", "drop_request");
    expect(await cards.charge(asked)).toMatchObject({ kind: "unknown", stored: false });
    expect(await found(asked.paymentId)).toEqual([]);
  });
}
