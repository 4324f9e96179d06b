import { expect, test } from "vitest";
import { disputePage } from "./wire-after.ts";

const page = (moved: readonly { amount: number; fee: number; currency: string }[], currency = "eur") =>
  disputePage({
    object: "list",
    has_more: false,
    data: [
      {
        id: "dp_1",
        object: "dispute",
        amount: 5000,
        currency,
        reason: "fraudulent",
        status: "needs_response",
        payment_intent: "pi_1",
        created: 1_790_000_000,
        evidence_details: { due_by: 1_790_600_000 },
        balance_transactions: moved,
      },
    ],
  })?.items[0];

test("in the payment's own currency the balance says what was withdrawn and charged", () => {
  expect(page([{ amount: -5000, fee: 2000, currency: "eur" }])).toMatchObject({
    withdrawnMinor: 5000,
    feeMinor: 2000,
    settled: null,
  });
  expect(
    page([
      { amount: -5000, fee: 2000, currency: "eur" },
      { amount: 5000, fee: -2000, currency: "eur" },
    ]),
  ).toMatchObject({ withdrawnMinor: 0, feeMinor: 0, settled: null });
});

test("where the balance is kept in another currency the whole amount is withdrawn, and both are recorded", () => {
  expect(page([{ amount: -4710, fee: 1500, currency: "chf" }])).toMatchObject({
    currency: "EUR",
    withdrawnMinor: 5000,
    feeMinor: 0,
    settled: { currency: "CHF", withdrawnMinor: 4710, feeMinor: 1500 },
  });
  // Returned at another day's rate.
  expect(
    page([
      { amount: -4710, fee: 1500, currency: "chf" },
      { amount: 4690, fee: 0, currency: "chf" },
    ]),
  ).toMatchObject({ withdrawnMinor: 0, settled: { currency: "CHF", withdrawnMinor: 20, feeMinor: 1500 } });
});

test("currencies without cents or with three digits are counted as ours are", () => {
  expect(page([{ amount: -31_230, fee: 1500, currency: "eur" }], "jpy")).toMatchObject({
    amountMinor: 5000,
    withdrawnMinor: 5000,
    settled: { currency: "EUR", withdrawnMinor: 31_230, feeMinor: 1500 },
  });
  expect(page([{ amount: -14_300, fee: 1500, currency: "eur" }], "kwd")).toMatchObject({
    withdrawnMinor: 5000,
  });
});

test("an inquiry that moved nothing withdrew nothing", () => {
  expect(page([])).toMatchObject({ withdrawnMinor: 0, feeMinor: 0, settled: null });
});
