import { money } from "#kernel/money.ts";
import type { Instant } from "#kernel/instant.ts";
import { toCardUnits } from "#features/payments/server/public.ts";
import type { BankIntent } from "./intent.ts";

/** One time that a card's bank was asked for money. */
export interface Charge {
  readonly id: string;
  readonly amountMinor: number;
  readonly status: "succeeded" | "failed";
  readonly cardBrand: string;
  readonly cardLast4: string;
  readonly captureBefore: Instant | null;
  readonly createdAt: Instant;
}

export type Wire = Readonly<Record<string, unknown>>;

const STATUS: Readonly<Record<string, string>> = { requires_card: "requires_payment_method" };
/** Codes that Stripe says by their own name; every other decline is a `card_declined` with a reason. */
const OWN_CODES: ReadonlySet<string> = new Set([
  "expired_card",
  "incorrect_cvc",
  "processing_error",
  "incorrect_number",
]);

export const secondsOf = (at: Instant): number => Math.floor(at / 1000);

/** The whole number that Stripe's calls name; ours where Stripe has none. */
export const countOf = (minor: number, currency: string): number =>
  minor === 0 ? 0 : (toCardUnits(money(minor, currency)) ?? minor);

/**
 * An intent in the words of Stripe's API.
 *
 * @param charges of this intent, oldest first
 */
export function wireIntent(intent: BankIntent, charges: readonly Charge[], expand: boolean): Wire {
  const latest = charges.at(-1);
  const count = (minor: number): number => countOf(minor, intent.currency);
  return {
    id: intent.id,
    object: "payment_intent",
    status: STATUS[intent.status] ?? intent.status,
    amount: count(intent.amountMinor),
    amount_capturable: intent.status === "requires_capture" ? count(intent.heldMinor) : 0,
    amount_received: count(intent.capturedMinor),
    currency: intent.currency.toLowerCase(),
    client_secret: intent.clientSecret,
    capture_method: "manual",
    livemode: false,
    created: secondsOf(intent.createdAt),
    metadata: intent.metadata,
    last_payment_error: wireFault(intent, charges),
    latest_charge: latest ? (expand ? wireCharge(latest, intent) : latest.id) : null,
  };
}

/** A confirmation that failed leaves an error without a charge: the card's bank was never asked. */
function wireFault({ decline }: BankIntent, charges: readonly Charge[]): Wire | null {
  if (decline === null) return null;
  if (decline === "confirmation_failed")
    return { type: "invalid_request_error", code: "payment_intent_authentication_failure" };
  const charge = charges.findLast(({ status }) => status === "failed");
  return {
    type: "card_error",
    code: OWN_CODES.has(decline) ? decline : "card_declined",
    decline_code: decline === "card_declined" ? "generic_decline" : decline,
    ...(charge && { charge: charge.id }),
  };
}

export const wireCharge = (charge: Charge, { id, currency }: BankIntent): Wire => ({
  id: charge.id,
  object: "charge",
  amount: countOf(charge.amountMinor, currency),
  currency: currency.toLowerCase(),
  status: charge.status,
  payment_intent: id,
  livemode: false,
  created: secondsOf(charge.createdAt),
  payment_method_details: {
    type: "card",
    card: {
      brand: charge.cardBrand,
      last4: charge.cardLast4,
      capture_before: charge.captureBefore === null ? null : secondsOf(charge.captureBefore),
    },
  },
});

export const wireList = (data: readonly Wire[], hasMore: boolean): Wire => ({
  object: "list",
  data,
  has_more: hasMore,
});

/** @param object what the event is about, as it was at that moment */
export const wireEvent = (id: string, type: string, at: Instant, object: Wire): Wire => ({
  id,
  object: "event",
  type,
  livemode: false,
  created: secondsOf(at),
  data: { object },
});
