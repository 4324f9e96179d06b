import { beforeAll, expect, test } from "vitest";
import { NOT_THERE } from "#features/payments/server/gateway.ts";
import type { Keeping, PaymentProvider, SavedCards } from "#features/payments/server/gateway.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { GOOD_NUMBER, newKey, openedOn, valueOf as value } from "./stages.ts";
import type { Stage } from "./stages.ts";

/** Cards that a provider keeps for people. */
export function savedCardCases(stageNow: () => Stage): void {
  let stage: Stage;
  let provider: PaymentProvider;
  let cards: SavedCards;
  beforeAll(() => {
    stage = stageNow();
    ({ provider } = stage);
    if (!provider.savedCards) throw new Error("keeps no cards");
    cards = provider.savedCards;
  });

  const enrolled = async (personId = newId(stage.now)) =>
    value(await cards.enrol({ key: newKey(), personId }));
  const bound = async (holder: string, keep: Keeping) => {
    const intent = await openedOn(stage);
    return value(await cards.bind({ key: newKey(), ref: intent.ref, holder, keep }));
  };
  /** A holder with one kept card. */
  const holderOfCard = async (number = GOOD_NUMBER) => {
    const holder = await enrolled();
    await stage.pay((await bound(holder, true)).clientSecret, number);
    return holder;
  };

  test("a person is enrolled once for a key, and found again by who they are", async () => {
    const personId = newId(stage.now);
    const order = { key: newKey(), personId };
    const holder = value(await cards.enrol(order));
    expect(value(await cards.enrol(order))).toBe(holder);
    await enrolled();
    expect(value(await cards.find(personId, stage.now - HOUR_MS))).toEqual([holder]);
    expect(value(await cards.find(newId(stage.now), stage.now - HOUR_MS))).toEqual([]);
    expect(value(await cards.list(holder))).toEqual([]);
  });

  test("an enrolment whose answer was lost is found, and its key makes no second one", async () => {
    const order = { key: newKey(), personId: newId(stage.now) };
    await stage.plan("enrol", "drop_response");
    expect(await cards.enrol(order)).toMatchObject({ kind: "unknown", stored: false });
    const holder = value(await cards.enrol(order));
    expect(value(await cards.find(order.personId, stage.now - HOUR_MS))).toEqual([holder]);
  });

  test("the card that pays is kept where its holder wants it, by brand, digits and expiry alone", async () => {
    const holder = await holderOfCard("5555555555554444");
    expect(value(await cards.list(holder))).toEqual([
      { ref: expect.stringMatching(/^pm_/), brand: "mastercard", last4: "4444", month: 12, year: 2030 },
    ]);
  });

  test("none is kept without the wish, nor where the wish was taken back, nor of a declined card", async () => {
    const holder = await enrolled();
    await stage.pay((await bound(holder, false)).clientSecret, GOOD_NUMBER);
    const { snapshot, clientSecret } = await bound(holder, true);
    await stage.pay(clientSecret, "4000000000000002");
    value(await cards.bind({ key: newKey(), ref: snapshot.ref, holder, keep: false }));
    await stage.pay(clientSecret, GOOD_NUMBER);
    expect(value(await provider.getIntent(snapshot.ref)).snapshot.status).toBe("requires_capture");
    expect(value(await cards.list(holder))).toEqual([]);
  });

  test("an intent is bound as long as it waits for a card, to somebody who is there", async () => {
    const holder = await enrolled();
    const { snapshot, clientSecret } = await bound(holder, false);
    expect(snapshot).toMatchObject({ status: "requires_card", amountMinor: 1190 });
    const gone = await cards.bind({ key: newKey(), ref: snapshot.ref, holder: "cus_nobody", keep: false });
    expect(gone).toMatchObject({ kind: "rejected", code: NOT_THERE });
    await stage.pay(clientSecret, GOOD_NUMBER);
    const late = await cards.bind({ key: newKey(), ref: snapshot.ref, holder, keep: true });
    expect(late).toMatchObject({ kind: "rejected" });
    expect(value(await cards.list(holder))).toEqual([]);
  });

  test("a kept card pays the next intent of its holder, and is not kept twice", async () => {
    const holder = await holderOfCard();
    const [card] = value(await cards.list(holder));
    const { snapshot, clientSecret } = await bound(holder, true);
    const session = value(await cards.session({ key: newKey(), holder }));
    await stage.payByKept(clientSecret, { card: card?.ref ?? "", session });
    expect(value(await provider.getIntent(snapshot.ref)).snapshot).toMatchObject({
      status: "requires_capture",
      card: { brand: "visa", last4: "4242" },
    });
    expect(value(await cards.list(holder))).toEqual([card]);
  });

  test("nobody pays with another's card", async () => {
    const [card] = value(await cards.list(await holderOfCard()));
    const other = await enrolled();
    const { snapshot, clientSecret } = await bound(other, false);
    const session = value(await cards.session({ key: newKey(), holder: other }));
    await stage.payByKept(clientSecret, { card: card?.ref ?? "", session });
    expect(value(await provider.getIntent(snapshot.ref)).snapshot).toMatchObject({
      status: "requires_card",
      heldMinor: 0,
    });
  });

  test("a card that is let go of is gone; the same call again is the same answer, another one is refused", async () => {
    const holder = await holderOfCard();
    const card = value(await cards.list(holder))[0]?.ref ?? "";
    const order = { key: newKey(), card };
    expect(value(await cards.detach(order))).toBe(card);
    expect(value(await cards.detach(order))).toBe(card);
    expect(value(await cards.list(holder))).toEqual([]);
    expect(await cards.detach({ ...order, key: newKey() })).toMatchObject({ kind: "rejected" });
  });

  test("whoever the provider does not know has no cards and no session", async () => {
    for (const holder of ["cus_nobody", "", "../customers"]) {
      expect(await cards.list(holder)).toMatchObject({ kind: "rejected", code: NOT_THERE });
      expect(await cards.session({ key: newKey(), holder })).toMatchObject({ kind: "rejected" });
    }
    for (const card of ["pm_nothing", "", "../x"])
      expect(await cards.detach({ key: newKey(), card })).toMatchObject({ kind: "rejected" });
  });

  test.each(["enrol", "holders", "bind", "cards", "cards_session", "detach"] as const)(
    "silence on %s is unknown, never a no",
    async (call) => {
      const holder = await holderOfCard();
      const { ref } = await openedOn(stage);
      const card = value(await cards.list(holder))[0]?.ref ?? "";
      await stage.plan(call, "drop_request");
      const said = {
        enrol: () => cards.enrol({ key: newKey(), personId: newId(stage.now) }),
        holders: () => cards.find(newId(stage.now), stage.now),
        bind: () => cards.bind({ key: newKey(), ref, holder, keep: true }),
        cards: () => cards.list(holder),
        cards_session: () => cards.session({ key: newKey(), holder }),
        detach: () => cards.detach({ key: newKey(), card }),
      };
      expect(await said[call]()).toMatchObject({ kind: "unknown", stored: false });
    },
  );
}
