import { expect, test } from "vitest";
import type { PaymentRow } from "#features/payments/domain/payment.ts";
import { newPayment } from "#test/support/paying/samples.ts";
import { receivableOf } from "./receivable.ts";

const none = { forPaymentId: null, way: null, dueMinor: 0, owedMinor: 0, writtenOffMinor: 0 };
const booking = { ...newPayment("p", 1_000, "EUR"), ...none, purpose: "booking", state: "created" };
/** Safe: the rule reads these members alone. */
const row = (changes: Partial<PaymentRow>) => ({ ...booking, ...changes }) as PaymentRow;
const shown = (payment: PaymentRow, ...others: PaymentRow[]) => {
  const found = receivableOf(payment, [payment, ...others]);
  return found && [found.kind, found.state, found.owedMinor, found.outstandingMinor, found.payBy];
};
const lost = (changes: Partial<PaymentRow> = {}) =>
  row({ state: "expired", canceledSeen: true, owedMinor: 800, ...changes });
const recovery = (changes: Partial<PaymentRow>) =>
  row({ id: "r", purpose: "recovery", forPaymentId: "p", ...changes });

test("a hold that stands, a recovery, and a lost hold that owes nothing are no receivable", () => {
  expect(shown(row({ state: "authorized" }))).toBeUndefined();
  expect(shown(recovery({}))).toBeUndefined();
  expect(shown(lost({ owedMinor: 0 }))).toBeUndefined();
});

test("a lost hold is due by its recovery, promised while a card holds that, and ends paid or written off", () => {
  expect(shown(lost())).toEqual(["lost-hold", "due", 800, 800, undefined]);
  expect(shown(lost(), recovery({ state: "voided" }))).toEqual(["lost-hold", "due", 800, 800, undefined]);
  expect(shown(lost(), recovery({ state: "failed" }))).toEqual(["lost-hold", "due", 800, 800, "r"]);
  expect(shown(lost(), recovery({ state: "authorized" }))?.slice(1, 4)).toEqual(["promised", 800, 800]);
  const paid = recovery({ state: "captured", capturedMinor: 500 });
  expect(shown(lost({ writtenOffMinor: 100 }), paid)?.slice(1)).toEqual(["due", 800, 200, undefined]);
  expect(shown(lost({ writtenOffMinor: 300 }), paid)?.slice(1, 4)).toEqual(["received", 800, 0]);
  expect(shown(lost({ writtenOffMinor: 800 }))?.slice(1, 4)).toEqual(["nothing", 800, 0]);
});

test.each([
  ["created", {}, ["surcharge", "due", 1_000, 1_000, "p"]],
  ["action_required", {}, ["surcharge", "due", 1_000, 1_000, "p"]],
  ["authorized", {}, ["surcharge", "promised", 1_000, 1_000, undefined]],
  ["captured", { capturedMinor: 1_000 }, ["surcharge", "received", 1_000, 0, undefined]],
  ["voided", {}, ["surcharge", "nothing", 0, 0, undefined]],
  ["expired", { owedMinor: 1_000 }, ["lost-hold", "due", 1_000, 1_000, undefined]],
] as const)("a surcharge that is %s", (state, changes, expected) => {
  expect(shown(row({ purpose: "surcharge", state, ...changes }))).toEqual(expected);
});
