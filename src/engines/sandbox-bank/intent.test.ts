import { CARD_HOLD_MS } from "#features/quotes/domain/limits.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { TEST_CARDS, answerOf, faultOf, isCardNumber } from "./cards.ts";
import type { CardAnswer } from "./cards.ts";
import { UNEXPECTED, answer, cancel, capture, confirm, lapse } from "./intent.ts";
import type { BankIntent, Step } from "./intent.ts";

const NOW = Date.UTC(2026, 10, 21);
const fresh: BankIntent = {
  id: "pi_1",
  clientSecret: "pi_1_secret_x",
  status: "requires_card",
  amountMinor: 1190,
  heldMinor: 0,
  capturedMinor: 0,
  currency: "EUR",
  paymentId: "p",
  metadata: {},
  cardBrand: null,
  cardLast4: null,
  pending: null,
  decline: null,
  declines: 0,
  captureBefore: null,
  createdAt: NOW,
};
const card = (number: string) => ({
  number,
  month: 8,
  year: 2029,
  cvc: number.startsWith("3") ? "1234" : "123",
});

const cardsThat = (kind: string) =>
  Object.entries(TEST_CARDS).filter(([, said]) => said.kind === kind) as [
    string,
    CardAnswer & { code: string; after: string },
  ][];

test("every test number has a right check digit", () => {
  expect(Object.keys(TEST_CARDS).filter((number) => !isCardNumber(number))).toEqual([]);
});

test.each(cardsThat("approve"))("%s is held at once", (number) => {
  expect(confirm(fresh, card(number), NOW).intent.status).toBe("requires_capture");
});

test.each(cardsThat("decline"))("%s is declined with its own code", (number, said) => {
  expect(confirm(fresh, card(number), NOW)).toMatchObject({ error: said.code, intent: { declines: 1 } });
});

test.each(cardsThat("ask"))(
  "%s asks its holder, who may approve, decline or close the window",
  (number, said) => {
    const { intent } = confirm(fresh, card(number), NOW);
    expect(intent.status).toBe("requires_action");
    const approved = answer(intent, "approve", NOW).intent.status;
    expect(approved).toBe(said.after === "approved" ? "requires_capture" : "requires_card");
    expect(answer(intent, "decline", NOW)).toMatchObject({ error: "confirmation_failed" });
    expect(answer(intent, "cancel", NOW)).toMatchObject({
      error: "confirmation_cancelled",
      intent: { status: "requires_card", declines: 0 },
    });
  },
);

test("a wrong number, a past date and a short code are told before any bank is asked", () => {
  const today = { year: 2026, month: 11 };
  const good = card("4242424242424242");
  expect(faultOf(good, today)).toBeUndefined();
  expect(faultOf({ ...good, number: "4242424242424241" }, today)).toBe("incorrect_number");
  expect(faultOf({ ...good, month: 10, year: 2026 }, today)).toBe("expired_card");
  expect(faultOf({ ...good, month: 13 }, today)).toBe("invalid_expiry");
  expect(faultOf({ ...good, cvc: "12" }, today)).toBe("incorrect_cvc");
  expect(answerOf({ number: "4000000000000010" })).toEqual({ kind: "decline", code: "card_declined" });
});

test("a declined card leaves the same intent open for another", () => {
  const declined = confirm(fresh, card("4000000000009995"), NOW).intent;
  expect(declined).toMatchObject({ status: "requires_card", decline: "insufficient_funds", declines: 1 });
  expect(confirm(declined, card("4242424242424242"), NOW).intent).toMatchObject({
    status: "requires_capture",
    heldMinor: 1190,
    decline: null,
  });
});

test("a hold that nobody takes in seven days is released", () => {
  const held = confirm(fresh, card("4242424242424242"), NOW).intent;
  expect(lapse(held, NOW + CARD_HOLD_MS - 1).intent.status).toBe("requires_capture");
  expect(capture(held, 1190, NOW + CARD_HOLD_MS)).toMatchObject({
    error: UNEXPECTED,
    intent: { status: "canceled" },
  });
});

type Deed = (intent: BankIntent, now: number) => Step;
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.constantFrom(...Object.keys(TEST_CARDS)).map(
    (n): Deed =>
      (i, now) =>
        confirm(i, card(n), now),
  ),
  fc.constantFrom("approve" as const, "decline" as const, "cancel" as const).map(
    (c): Deed =>
      (i, now) =>
        answer(i, c, now),
  ),
  fc.integer({ min: -5, max: 2000 }).map(
    (n): Deed =>
      (i, now) =>
        capture(i, n, now),
  ),
  fc.constant<Deed>((i) => cancel(i)),
  fc.constant<Deed>((i, now) => lapse(i, now)),
);

test("whatever happens, one hold at most, captured ≤ held ≤ amount, and the movements balance", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(deed, fc.nat(CARD_HOLD_MS)), { maxLength: 25 }), (deeds) => {
      let intent = fresh;
      let now = NOW;
      const sums = { hold: 0, capture: 0, release: 0 };
      let holds = 0;
      for (const [run, pause] of deeds) {
        now += Math.floor(pause / 10);
        const step = run(intent, now);
        intent = step.intent;
        for (const { kind, amountMinor } of step.movements) {
          sums[kind] += amountMinor;
          holds += kind === "hold" ? 1 : 0;
        }
        expect(intent.capturedMinor).toBeLessThanOrEqual(intent.heldMinor);
        expect(intent.heldMinor).toBeLessThanOrEqual(intent.amountMinor);
        expect(sums.capture).toBe(intent.capturedMinor);
        const isHeld = intent.status === "requires_capture";
        expect(sums.hold - sums.capture - sums.release).toBe(isHeld ? intent.heldMinor : 0);
      }
      expect(holds).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1000 },
  );
});
