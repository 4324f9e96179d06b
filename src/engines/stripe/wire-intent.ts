import * as z from "zod/mini";
import type { IntentSnapshot, IntentStatus, OpenIntent } from "#features/payments/server/public.ts";
import { fromCardUnits } from "#features/payments/server/public.ts";

const Whole = z.int().check(z.nonnegative());
const Card = z.object({
  brand: z.nullish(z.string()),
  last4: z.nullish(z.string()),
  /** Seconds since 1970. */
  capture_before: z.nullish(z.int()),
});
const Charge = z.object({
  amount: Whole,
  status: z.string(),
  payment_method_details: z.nullish(z.object({ card: z.nullish(Card) })),
});
const Fault = z.object({
  code: z.nullish(z.string()),
  decline_code: z.nullish(z.string()),
  charge: z.nullish(z.string()),
});
export const WireIntent = z.object({
  id: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,200}$/)),
  object: z.literal("payment_intent"),
  status: z.string(),
  amount: Whole,
  amount_capturable: Whole,
  amount_received: Whole,
  currency: z.string(),
  client_secret: z.string().check(z.minLength(1)),
  livemode: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z.nullish(Fault),
  latest_charge: z.nullish(z.union([Charge, z.string()])),
});
export type WireIntent = z.output<typeof WireIntent>;

/** Metadata that we write on an intent: its payment and install. */
export interface Mark {
  readonly payment_id: string;
  /** This install: others may share the account. */
  readonly instance: string;
}

const STATUS: Readonly<Record<string, IntentStatus>> = {
  requires_payment_method: "requires_card",
  requires_confirmation: "requires_card",
  requires_action: "requires_action",
  processing: "requires_action",
  requires_capture: "requires_capture",
  succeeded: "succeeded",
  canceled: "canceled",
};

/**
 * Our view of an intent as it came over the wire. An intent that another install marked belongs to no payment here.
 *
 * @param declines how often its card was declined
 */
export function openIntentOf(wire: WireIntent, instance: string, declines: number): OpenIntent | undefined {
  const amount = fromCardUnits(wire.amount, wire.currency);
  const held = fromCardUnits(heldOf(wire), wire.currency);
  const received = fromCardUnits(wire.amount_received, wire.currency);
  if (!amount || !held || !received) return undefined;
  const card = cardOf(wire);
  const snapshot: IntentSnapshot = {
    ref: wire.id,
    paymentId: wire.metadata["instance"] === instance ? (wire.metadata["payment_id"] ?? "") : "",
    status: STATUS[wire.status] ?? "unforeseen",
    currency: amount.currency,
    amountMinor: amount.minor,
    heldMinor: held.minor,
    capturedMinor: received.minor,
    decline: declineOf(wire),
    declines,
    captureBefore: typeof card?.capture_before === "number" ? card.capture_before * 1000 : null,
    card: card?.last4 ? { brand: card.brand ?? "unknown", last4: card.last4 } : null,
  };
  return { snapshot, clientSecret: wire.client_secret };
}

const chargeOf = ({ latest_charge: charge }: WireIntent) => (typeof charge === "object" ? charge : undefined);
const cardOf = (wire: WireIntent) => chargeOf(wire)?.payment_method_details?.card;

/** Amount that the card holds, or held before it was captured or released. */
function heldOf(wire: WireIntent): number {
  if (wire.status === "requires_capture") return wire.amount_capturable;
  const charge = chargeOf(wire);
  const wasHeld = wire.status === "succeeded" || wire.status === "canceled";
  return wasHeld && charge?.status === "succeeded" ? charge.amount : wire.amount_received;
}

/** Stripe's names for what the sandbox, the words and the merge know under another one. */
const RENAMED: Readonly<Record<string, string>> = {
  generic_decline: "card_declined",
  payment_intent_authentication_failure: "confirmation_failed",
  invalid_number: "incorrect_number",
  invalid_cvc: "incorrect_cvc",
  invalid_expiry_month: "invalid_expiry",
  invalid_expiry_year: "invalid_expiry",
};

function declineOf({ last_payment_error: fault }: WireIntent): string | null {
  if (!fault) return null;
  const code = fault.decline_code ?? fault.code ?? "card_declined";
  return RENAMED[code] ?? code;
}
