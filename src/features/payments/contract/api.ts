import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { PAY_WAYS } from "../domain/due.ts";
import { Id, InstantText, Money } from "#contract/schemas.ts";
import { PAYMENT_STATES } from "../domain/payment-states.ts";
import { PAYMENT_PURPOSES, SURCHARGE_REASONS } from "../domain/purpose.ts";

export const PaymentState = z.enum(PAYMENT_STATES);

export const PayWay = z.enum(PAY_WAYS);

export const PaymentPurpose = z.enum(PAYMENT_PURPOSES);

/** Facts that every list of payments shows of one: how it was paid, and how much. */
export const PAID_FACTS = {
  id: Id,
  orderId: Id,
  orderNumber: z.string(),
  deliveryId: z.nullable(Id),
  purpose: PaymentPurpose,
  /** Reason of a surcharge. */
  reason: z.nullable(z.enum(SURCHARGE_REASONS)),
  state: PaymentState,
  way: z.nullable(PayWay),
  amount: Money,
  captured: Money,
  refunded: Money,
  card: z.nullable(z.strictObject({ brand: z.string(), last4: z.string() })),
  createdAt: InstantText,
};

export const Payment = z.strictObject({
  id: Id,
  orderId: Id,
  purpose: PaymentPurpose,
  state: PaymentState,
  amount: Money,
  captured: Money,
  refunded: z.optional(Money),
  /** Why the last try was declined, as a code of the list of payment problems; null when none was. */
  decline: z.nullable(z.string()),
  triesLeft: z.int(),
  createdAt: InstantText,
  /** The card's bank waits right now for a confirmation of its holder; only where the provider was asked. */
  asks: z.optional(z.boolean()),
});
export type Payment = z.output<typeof Payment>;

/** Data with which the browser shows the provider's card form. The secret opens only this one payment. */
export const PaymentSession = z.strictObject({
  payment: Payment,
  provider: z.enum(["sandbox", "stripe"]),
  scriptUrl: z.string(),
  global: z.string(),
  publicKey: z.string(),
  clientSecret: z.string(),
  /** Whether wallets stand beside the form, where the device has them. */
  wallets: z.optional(z.boolean()),
});
export type PaymentSession = z.output<typeof PaymentSession>;

const openRefusals = [
  "deliveries.not-found",
  "payments.none",
  "payments.order-closed",
  "payments.provider-silent",
  "payments.misconfigured",
  "payments.amount-not-possible",
  "payments.too-many-tries",
  "payments.too-many-declines",
  "payments.not-offered",
] as const;

export const paymentsApi = {
  openPayment: endpoint({
    id: "openPayment",
    method: "POST",
    path: "/api/orders/:id/payment",
    needs: "anyone",
    summary: "Open (or re-open) the one payment of an order",
    /**
     * `here`: the payer pays here: a confirmation that waits in another browser keeps nobody. `paymentId`:
     * which payment of the order the payer was shown; without it the one that waits to be paid.
     */
    input: z.strictObject({ id: Id, here: z.optional(z.boolean()), paymentId: z.optional(Id) }),
    reply: PaymentSession,
    refusals: [...openRefusals, "payments.paying-elsewhere"],
    secret: true,
    limitPerMinute: 20,
  }),
  checkPayment: endpoint({
    id: "checkPayment",
    method: "POST",
    path: "/api/orders/:id/payment/check",
    needs: "anyone",
    summary: "Ask the provider what became of the payment; an authorised one confirms the order",
    input: z.strictObject({ id: Id, paymentId: z.optional(Id) }),
    reply: Payment,
    refusals: ["deliveries.not-found", "payments.none", "payments.provider-silent", "payments.misconfigured"],
    limitPerMinute: 60,
  }),
  readPayment: endpoint({
    id: "readPayment",
    method: "GET",
    path: "/api/orders/:id/payment",
    needs: "anyone",
    summary:
      "A payment of an order as last known: the one named, else the one that waits to be paid, else the booking's",
    input: z.strictObject({ id: Id, paymentId: z.optional(Id) }),
    reply: Payment,
    refusals: ["deliveries.not-found", "payments.none"],
  }),
};
