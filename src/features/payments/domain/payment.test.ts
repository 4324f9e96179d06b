import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freshIntent as fresh, heldIntent as held, newPayment } from "#test/support/paying/samples.ts";
import { isZero, money, zero } from "#kernel/money.ts";
import { MAX_CARD_TRIES } from "./limits.ts";
import { merge } from "./merge.ts";
import { type Payment, paymentStateOf, triesLeft, type IntentSnapshot } from "./payment.ts";
import { owedAt, settleKey, settlementOf } from "./settlement.ts";

const booked = newPayment("p", 1190, "EUR");
const after = (...snapshots: readonly IntentSnapshot[]): Payment =>
  snapshots.reduce((payment, one) => merge(payment, one).payment, booked);
const typesOf = (payment: Payment, snapshot: IntentSnapshot) => merge(payment, snapshot).events;

/** A life of one intent: some declines and confirmations, then perhaps a hold, then perhaps taken or released. */
const life = fc
  .record({
    declines: fc.nat(3),
    asks: fc.boolean(),
    end: fc.constantFrom("open", "hold", "capture", "cancel", "release"),
    taken: fc.integer({ min: 1, max: 1190 }),
  })
  .map(({ declines, asks, end, taken }): IntentSnapshot[] => {
    const tries = Array.from({ length: declines + 1 }, (_, n): IntentSnapshot[] => {
      const shown: IntentSnapshot = { ...fresh, declines: n, decline: n > 0 ? `reason-${n}` : null };
      return asks ? [shown, { ...shown, status: "requires_action" }] : [shown];
    }).flat();
    const lastTry = tries.at(-1) ?? fresh;
    const hold: IntentSnapshot = { ...held, declines, decline: lastTry.decline };
    if (end === "open") return tries;
    if (end === "cancel") return [...tries, { ...lastTry, status: "canceled" }];
    if (end === "hold") return [...tries, hold];
    if (end === "release") return [...tries, hold, { ...hold, status: "canceled" }];
    return [...tries, hold, { ...hold, status: "succeeded", capturedMinor: taken }];
  });

describe("what the provider says", () => {
  test("in any order and however often leads to the same payment", () => {
    const mixed = life.chain((snapshots) =>
      fc.tuple(
        fc.constant(snapshots),
        fc.shuffledSubarray([...snapshots, ...snapshots], { minLength: snapshots.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(mixed, ([snapshots, shuffled]) => {
        expect(after(...shuffled)).toEqual(after(...snapshots));
      }),
      { numRuns: 2000 },
    );
  });
  test("never takes back what was held, taken or cancelled", () => {
    fc.assert(
      fc.property(life, life, (one, other) => {
        let payment = booked;
        for (const snapshot of [...one, ...other]) {
          const next = merge(payment, snapshot).payment;
          expect(next.authorizedMinor).toBeGreaterThanOrEqual(payment.authorizedMinor);
          expect(next.capturedMinor).toBeGreaterThanOrEqual(payment.capturedMinor);
          expect(payment.canceledSeen && !next.canceledSeen).toBe(false);
          payment = next;
        }
      }),
    );
  });
  test("twice makes no second event", () => {
    fc.assert(
      fc.property(life, (snapshots) => {
        for (const snapshot of snapshots) expect(typesOf(after(...snapshots), snapshot)).toEqual([]);
      }),
    );
  });
  test("announces the hold exactly once, also when it was taken before we looked", () => {
    fc.assert(
      fc.property(
        life.chain((snapshots) => fc.shuffledSubarray(snapshots, { minLength: snapshots.length })),
        (snapshots) => {
          let [payment, announced] = [booked, 0];
          for (const snapshot of snapshots) {
            const merged = merge(payment, snapshot);
            announced += merged.events.filter((type) => type === "payment.authorized").length;
            payment = merged.payment;
          }
          expect(announced).toBeLessThanOrEqual(1);
          expect(announced === 0 && payment.authorizedMinor > 0 && !payment.canceledSeen).toBe(false);
        },
      ),
    );
    expect(typesOf(booked, { ...held, status: "succeeded", capturedMinor: 1190 })).toEqual([
      "payment.authorized",
      "payment.captured",
    ]);
  });
});

test("a payment goes from created over a decline to held and taken", () => {
  const declined: IntentSnapshot = { ...fresh, declines: 1, decline: "insufficient_funds" };
  const paid: IntentSnapshot = { ...held, declines: 1, status: "succeeded", capturedMinor: 1190 };
  const steps = [
    [fresh],
    [fresh, { ...fresh, status: "requires_action" }],
    [declined],
    [declined, held],
    [held, paid],
    [held, { ...held, status: "canceled" }],
  ] as const;
  expect(steps.map((list) => paymentStateOf(after(...list)))).toEqual([
    "created",
    "action_required",
    "failed",
    "authorized",
    "captured",
    "voided",
  ]);
  expect(typesOf(after(fresh), declined)).toEqual(["payment.failed"]);
  expect(typesOf(after(declined), held)).toEqual(["payment.authorized"]);
  expect(triesLeft(after(declined))).toBe(MAX_CARD_TRIES - 1);
  expect(paymentStateOf(after({ ...fresh, declines: MAX_CARD_TRIES }))).toBe("failed_final");
});

test.each<[string, Partial<IntentSnapshot>]>([
  ["another amount", { amountMinor: 1 }],
  ["another currency", { currency: "USD" }],
  ["a status that nobody knew", { status: "unforeseen" }],
  ["another payment", { paymentId: "q" }],
  ["a hold of only a part", { heldMinor: 100 }],
  ["more taken than agreed", { status: "succeeded", capturedMinor: 2000 }],
])("%s puts a payment under review and is never believed", (_, wrong) => {
  const payment = after(fresh, { ...held, ...wrong });
  expect(paymentStateOf(payment)).toBe("review");
  expect(payment.authorizedMinor).toBe(0);
  expect(paymentStateOf(after({ ...held, ...wrong }, held))).toBe("review");
});

test("a second intent for one payment is not ours to believe", () => {
  expect(paymentStateOf(after(fresh, { ...held, ref: "pi_2" }))).toBe("review");
});

describe("settling", () => {
  const total = money(1190, "EUR");
  const amounts = { authorized: total, total };
  test("work done is taken, what we lost or nobody paid for is released", () => {
    expect(settlementOf("delivered", amounts)).toEqual({ kind: "capture", amount: total });
    expect(settlementOf("returned", amounts)).toEqual({ kind: "capture", amount: total });
    expect(settlementOf("lost", amounts)).toEqual({ kind: "void" });
    expect(settlementOf("unpaid", amounts)).toEqual({ kind: "void" });
    expect(settleKey("p")).toBe("settle:p");
  });
  test.each([
    [49, "EUR"],
    [14_99, "CZK"],
    [174_00, "HUF"],
    [49, "JPY"],
    [499, "KWD"],
  ])(
    "a fee of %i minor units of %s is less than a card can pay: it is released, and said",
    (minor, currency) => {
      const whole = money(100_000, currency);
      expect(settlementOf("cancelled", { authorized: whole, total: whole }, money(minor, currency))).toEqual({
        kind: "void",
        waived: money(minor, currency),
      });
    },
  );
  test("a fee that the provider cannot count is rounded down, never up", () => {
    const whole = money(100_000, "KWD");
    expect(settlementOf("cancelled", { authorized: whole, total: whole }, money(1509, "KWD"))).toEqual({
      kind: "capture",
      amount: money(1500, "KWD"),
    });
  });
  test.each([
    [1_234, "KWD"],
    [150_000_000, "LBP"],
    [10, "EUR"],
  ])("cash knows no card's limits: %i minor units of %s are owed whole", (minor, currency) => {
    const whole = money(minor, currency);
    expect(owedAt("delivered", whole)).toEqual(whole);
    expect(owedAt("cancelled", whole, money(7, currency))).toEqual(money(7, currency));
    expect(owedAt("cancelled", whole, money(minor + 1, currency))).toEqual(whole);
    for (const free of ["lost", "unpaid"] as const) expect(isZero(owedAt(free, whole))).toBe(true);
  });
  test("a cancelled one costs its fee, and never more than is held", () => {
    expect(settlementOf("cancelled", amounts)).toEqual({ kind: "void" });
    expect(settlementOf("cancelled", amounts, money(300, "EUR"))).toEqual({
      kind: "capture",
      amount: money(300, "EUR"),
    });
    expect(settlementOf("delivered", { authorized: money(500, "EUR"), total })).toEqual({
      kind: "capture",
      amount: money(500, "EUR"),
    });
    expect(settlementOf("delivered", { authorized: zero("EUR"), total })).toEqual({ kind: "void" });
  });
});
