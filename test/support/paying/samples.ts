import type { Payment, PaymentSession } from "#features/payments/contract/api.ts";

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

/** The card form's session of such a payment. */
export const sessionOf = (changes: Partial<Payment> = {}): PaymentSession => ({
  payment: paymentOf(changes),
  provider: "sandbox",
  scriptUrl: "/endive/stripe.js",
  global: "Stripe",
  publicKey: "pk_test",
  clientSecret: "pi_1_secret_x",
});
