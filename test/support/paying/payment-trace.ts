import type { PaymentTrace } from "#features/books/contract/trace.ts";

const eur = (minor: number) => ({ minor, currency: "EUR" });

/** A payment of €200 that was taken, of which €5 went back. */
export const paymentTrace: PaymentTrace = {
  payment: {
    id: "0190a000-0000-7000-8000-000000000001",
    orderId: "0190a000-0000-7000-8000-000000000002",
    orderNumber: "W-0001-5",
    deliveryId: "0190a000-0000-7000-8000-000000000003",
    purpose: "booking",
    reason: null,
    state: "captured",
    amount: eur(20_000),
    captured: eur(20_000),
    refunded: eur(0),
    way: null,
    receivable: null,
    card: { brand: "visa", last4: "4242" },
    captureBefore: null,
    createdAt: "2026-11-21T08:00:00.000Z",
  },
  atProvider: { ref: "pi_3Q", url: "https://dashboard.stripe.com/test/payments/pi_3Q" },
  held: eur(0),
  findings: [],
  remaining: eur(19_500),
  alone: eur(10_000),
  operations: [],
  entries: [],
  refunds: [],
  disputes: [],
};
