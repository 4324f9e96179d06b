import type { Receivable } from "#features/debts/contract/receivables.ts";
import type { Payment as StoredPayment, IntentSnapshot } from "#features/payments/domain/payment.ts";
import type { Payment, PaymentSession } from "#features/payments/contract/api.ts";
import type { Refund } from "#features/payments/contract/refunds.ts";

export const eur = (minor: number) => ({ minor, currency: "EUR" });

/** A person of the office. */
export const olga = { id: "0190a000-0000-7000-8000-00000000000a", name: "Olga" };

/** A booking of €11.90 that nobody has paid. */
export const paymentOf = (changes: Partial<Payment> = {}): Payment => ({
  id: "0190a000-0000-7000-8000-000000000001",
  orderId: "0190a000-0000-7000-8000-000000000002",
  purpose: "booking",
  state: "created",
  amount: eur(1190),
  captured: eur(0),
  decline: null,
  triesLeft: 5,
  createdAt: "2026-11-21T08:00:00.000Z",
  ...changes,
});

/** A lost hold of that amount whose pay link leads to that payment. */
export const receivableOf = (changes: Partial<Receivable> = {}): Receivable => ({
  orderId: "0190a000-0000-7000-8000-000000000002",
  paymentId: "0190a000-0000-7000-8000-000000000009",
  kind: "lost-hold",
  reason: null,
  owedBy: "sender",
  state: "due",
  owed: eur(1190),
  outstanding: eur(1190),
  writtenOff: eur(0),
  writeOff: null,
  receivedAt: null,
  payBy: "0190a000-0000-7000-8000-000000000001",
  giveBack: null,
  ...changes,
});

/** The card form's session of such a payment. */
export const sessionOf = (changes: Partial<Payment> = {}): PaymentSession => ({
  payment: paymentOf(changes),
  provider: "sandbox",
  scriptUrl: "/endive/stripe.js",
  global: "Stripe",
  publicKey: "pk_test",
  clientSecret: "pi_1_secret_x",
});

/** An intent of a payment "p" that waits for a card. */
export const freshIntent: IntentSnapshot = {
  ref: "pi_1",
  paymentId: "p",
  status: "requires_card",
  currency: "EUR",
  amountMinor: 1190,
  heldMinor: 0,
  capturedMinor: 0,
  decline: null,
  declines: 0,
  captureBefore: null,
  card: null,
};

/** That intent with its whole amount held. */
export const heldIntent: IntentSnapshot = {
  ...freshIntent,
  status: "requires_capture",
  heldMinor: 1190,
  captureBefore: 1000,
  card: { brand: "visa", last4: "4242" },
};

/** A payment before any snapshot. */
export function newPayment(id: string, amountMinor: number, currency: string): StoredPayment {
  const facts = { ref: null, authorizedMinor: 0, capturedMinor: 0, lostMinor: 0 };
  return {
    id,
    amountMinor,
    currency,
    ...facts,
    canceledSeen: false,
    mismatch: false,
    declines: 0,
    decline: null,
    actionAt: -1,
    captureBefore: null,
    card: null,
  };
}

/** A refund that Olga asked for, of the payment of `paymentTrace`. */
export const refundOf = (changes: Partial<Refund>): Refund => ({
  id: "0190a000-0000-7000-8000-000000000004",
  paymentId: "0190a000-0000-7000-8000-000000000001",
  orderNumber: "W-0001-5",
  amount: eur(500),
  reason: "late",
  note: null,
  state: "succeeded",
  code: null,
  askedAt: "2026-11-21T08:00:00.000Z",
  askedBy: olga,
  decidedBy: null,
  ...changes,
});
