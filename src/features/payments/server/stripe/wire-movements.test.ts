import { expect, test } from "vitest";
import { isOfNoCurrency, movementOf, unreadOf } from "./wire-movements.ts";

const OURS = "this-install";
const charge = {
  object: "balance_transaction",
  id: "txn_1",
  amount: 1190,
  fee: 42,
  currency: "eur",
  created: 1_700_000_000,
  available_on: 1_700_172_800,
  exchange_rate: null,
  type: "charge",
  reporting_category: "charge",
  source: { id: "ch_1", object: "charge", amount: 1190, currency: "eur", payment_intent: "pi_1" },
};
const wire = (more: object) => {
  const one = { ...charge, ...more };
  return { net: one.amount - one.fee, ...one };
};

test.each([
  ["charge", "charge", "charge"],
  ["payment", "charge", "charge"],
  ["refund", "refund", "refund"],
  ["refund", "partial_capture_reversal", "charge"],
  ["refund_failure", "refund_failure", "refund-failure"],
  ["adjustment", "dispute", "dispute"],
  ["adjustment", "dispute_reversal", "dispute-reversal"],
  ["stripe_fee", "fee", "fee"],
  ["adjustment", "network_cost", "fee"],
  ["tax_fee", "tax", "fee"],
  ["payout", "payout", "payout"],
  ["payout_failure", "payout_reversal", "payout"],
  ["topup", "topup", "other"],
  ["invented_later", "invented_later", "other"],
  ["payment_refund", null, "refund"],
  ["stripe_fx_fee", null, "fee"],
  ["payout_cancel", null, "payout"],
  ["invented_later", null, "other"],
])("type %s of category %s is a %s", (type, category, kind) => {
  expect(movementOf(wire({ type, reporting_category: category }), OURS)?.kind).toBe(kind);
});

test("what is captured of a hold in part sums to what was captured, by the intent alone", () => {
  const rest = {
    id: "txn_2",
    amount: -690,
    fee: -10,
    type: "refund",
    reporting_category: "partial_capture_reversal",
    source: { id: "re_1", object: "refund", amount: 690, currency: "eur", payment_intent: "pi_1" },
  };
  const [whole, back] = [movementOf(wire({}), OURS), movementOf(wire(rest), OURS)];
  expect((whole?.asked?.minor ?? 0) + (back?.asked?.minor ?? 0)).toBe(500);
  expect(back).toMatchObject({ intentRef: "pi_1", aboutRef: null, feeMinor: -10, netMinor: -680 });
});

test("a balance in another currency: what the payer was asked for stands beside it", () => {
  const foreign = {
    amount: -1285,
    fee: 0,
    currency: "usd",
    exchange_rate: 1.08,
    type: "refund",
    reporting_category: "refund",
    source: { id: "re_1", object: "refund", amount: 1190, currency: "eur", payment_intent: { id: "pi_1" } },
  };
  expect(movementOf(wire(foreign), OURS)).toMatchObject({
    currency: "USD",
    grossMinor: -1285,
    asked: { minor: -1190, currency: "EUR" },
    rate: 1.08,
    aboutRef: "re_1",
    intentRef: "pi_1",
  });
});

test("only what this install marked is marked; a fee belongs to no payment", () => {
  const marked = (instance: string) =>
    wire({
      source: {
        id: "ch_1",
        object: "charge",
        payment_intent: "pi_1",
        metadata: { instance, payment_id: "p-1" },
      },
    });
  expect(movementOf(marked(OURS), OURS)?.markedFor).toBe("p-1");
  expect(movementOf(marked("another"), OURS)?.markedFor).toBeNull();
  expect(
    movementOf(
      wire({ amount: -200, fee: 0, source: null, type: "stripe_fee", reporting_category: "fee" }),
      OURS,
    ),
  ).toMatchObject({ kind: "fee", intentRef: null, asked: null, netMinor: -200 });
});

test("currencies count as they do: whole yen, and what is no currency is told apart", () => {
  expect(movementOf(wire({ currency: "jpy", amount: 1190, fee: 42 }), OURS)).toMatchObject({
    currency: "JPY",
    grossMinor: 1190,
  });
  expect(isOfNoCurrency(wire({ currency: "usdc" }))).toBe(true);
  expect(isOfNoCurrency(wire({}))).toBe(false);
  expect(movementOf({ ...wire({}), amount: "much" }, OURS)).toBeUndefined();
});

test.each([
  // What Stripe counts in hundredths although nobody can be charged a part of one: a price of its own may be no whole one.
  ["isk", 500_000, 9_550, 5_000, 96, 4_904, 50],
  ["ugx", 100_000, 4_325, 1_000, 43, 957, -25],
  ["isk", -250_000, 0, -2_500, 0, -2_500, undefined],
  ["jpy", 1_190, 42, 1_190, 42, 1_148, undefined],
  ["mga", 500, 7, 50_000, 700, 49_300, undefined],
  ["bhd", 5_000, 120, 5_000, 120, 4_880, undefined],
])("%s: %i less %i is counted to its last hundredth", (currency, amount, fee, gross, price, net, fine) => {
  const read = movementOf(wire({ currency, amount, fee, source: null }), OURS);
  expect(read).toMatchObject({ grossMinor: gross, feeMinor: price, netMinor: net });
  expect(read?.netFine).toBe(fine);
});

test.each([
  [{ amount: "much" }, { ref: "txn_1", type: "charge", what: "amount" }],
  [{ source: { id: 5 } }, { ref: "txn_1", type: "charge", what: "source" }],
  [{ created: null }, { ref: "txn_1", type: "charge", what: "created" }],
  [{ net: 1 }, { ref: "txn_1", type: "charge", what: "net" }],
  [{ type: null }, { ref: "txn_1", type: null, what: "type" }],
  [{ id: null }, undefined],
  [{ id: "../charges", amount: "much" }, undefined],
])("what cannot be read of %o is named", (words, said) => {
  expect(movementOf(wire(words), OURS)).toBeUndefined();
  expect(unreadOf(wire(words))).toEqual(said);
});
