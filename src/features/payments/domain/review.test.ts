import { expect, test } from "vitest";
import { heldIntent as hold, newPayment } from "#test/support/paying/samples.ts";
import { type Payment, paymentStateOf, type IntentSnapshot } from "./payment.ts";
import { reviewed } from "./review.ts";

const taken: IntentSnapshot = { ...hold, status: "succeeded", capturedMinor: 1190 };
const gone: IntentSnapshot = { ...hold, status: "canceled" };
const doubted = (facts: Partial<Payment> = {}): Payment => ({
  ...newPayment("p", 1190, "EUR"),
  ref: "pi_1",
  mismatch: true,
  ...facts,
});
const booked = { authorizedMinor: 1190 };

test.each<[string, Partial<Payment>, IntentSnapshot | undefined, string]>([
  ["a hold as agreed", {}, hold, "authorized"],
  ["taken as agreed", booked, taken, "captured"],
  [
    "taken, though it was once told as cancelled",
    { ...booked, capturedMinor: 1190, canceledSeen: true },
    taken,
    "captured",
  ],
  ["held, though it was once told as cancelled", { ...booked, canceledSeen: true }, hold, "authorized"],
  ["released", booked, gone, "voided"],
  ["released, of another amount", {}, { ...gone, amountMinor: 1195, heldMinor: 1195 }, "voided"],
  ["nothing known there and nothing known here", { ref: null }, undefined, "created"],
])("%s ends the doubt", (_, facts, seen, state) => {
  const after = reviewed(doubted(facts), seen);
  expect(after && paymentStateOf(after)).toBe(state);
});

test.each<[string, Partial<Payment>, IntentSnapshot | undefined]>([
  ["a hold of another amount", {}, { ...hold, amountMinor: 1195, heldMinor: 1195 }],
  ["another currency", {}, { ...hold, currency: "USD" }],
  ["another payment's intent", {}, { ...hold, paymentId: "q" }],
  ["a second intent", {}, { ...hold, ref: "pi_2" }],
  ["a status that nobody knew", {}, { ...hold, status: "unforeseen" }],
  ["less taken than was booked", { ...booked, capturedMinor: 1190 }, { ...taken, capturedMinor: 1000 }],
  ["released, and booked as taken", { ...booked, capturedMinor: 1190 }, gone],
  ["a hold that vanished", booked, { ...hold, status: "requires_card", heldMinor: 0 }],
  ["an intent that nobody knows there", {}, undefined],
])("%s leaves the doubt", (_, facts, seen) => {
  expect(reviewed(doubted(facts), seen)).toBeUndefined();
});
