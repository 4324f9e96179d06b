import { DAY_MS, type Instant } from "#kernel/instant.ts";
import { answerOf, brandOf, faultOf } from "./cards.ts";
import type { Card } from "./cards.ts";

/** How long this bank holds money, in milliseconds. */
const HOLD_MS = 7 * DAY_MS;

export type BankStatus = "requires_card" | "requires_action" | "requires_capture" | "succeeded" | "canceled";

/** One payment as the bank knows it. `heldMinor` stays what was ever held; the rest of a capture is released. */
export interface BankIntent {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: BankStatus;
  readonly amountMinor: number;
  readonly heldMinor: number;
  readonly capturedMinor: number;
  readonly currency: string;
  readonly paymentId: string;
  /** The shop's metadata. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly pending: string | null;
  readonly decline: string | null;
  readonly declines: number;
  readonly captureBefore: Instant | null;
  readonly createdAt: Instant;
}

export interface Order {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** An intent as it is opened: it waits for a card. */
export const freshIntent = (
  order: Order,
  named: Pick<BankIntent, "id" | "clientSecret">,
  now: Instant,
): BankIntent => ({
  metadata: {},
  ...order,
  ...named,
  status: "requires_card",
  heldMinor: 0,
  capturedMinor: 0,
  cardBrand: null,
  cardLast4: null,
  pending: null,
  decline: null,
  declines: 0,
  captureBefore: null,
  createdAt: now,
});

export interface Movement {
  readonly kind: "hold" | "capture" | "release";
  readonly amountMinor: number;
}

/** The intent after a step, the money it moved, and the code when the bank says no. */
export interface Step {
  readonly intent: BankIntent;
  readonly movements: readonly Movement[];
  readonly error?: string;
}

const stay = (intent: BankIntent, error?: string): Step => ({
  intent,
  movements: [],
  ...(error !== undefined && { error }),
});

/** The browser sends a card. Only an intent that waits for one takes it: a second press changes nothing. */
export function confirm(intent: BankIntent, card: Card, now: Instant): Step {
  if (intent.status === "requires_capture" || intent.status === "succeeded") return stay(intent);
  if (intent.status !== "requires_card" && intent.status !== "requires_action")
    return stay(intent, "unexpected_state");
  const fault = faultOf(card, {
    year: new Date(now).getUTCFullYear(),
    month: new Date(now).getUTCMonth() + 1,
  });
  const shown = {
    ...intent,
    status: "requires_card" as const,
    pending: null,
    cardBrand: brandOf(card.number),
    cardLast4: card.number.slice(-4),
  };
  if (fault) return decline(shown, fault);
  const answer = answerOf(card);
  if (answer.kind === "approve") return hold(shown, now);
  if (answer.kind === "decline") return decline(shown, answer.code);
  return stay({ ...shown, status: "requires_action", pending: answer.after, decline: null });
}

/** The holder's choice in the bank's window. `cancel` closes it: the card may be tried again. */
export function answer(intent: BankIntent, choice: "approve" | "decline" | "cancel", now: Instant): Step {
  if (intent.status === "requires_capture" || intent.status === "succeeded") return stay(intent);
  if (intent.status !== "requires_action") return stay(intent, "unexpected_state");
  const back = { ...intent, status: "requires_card" as const, pending: null };
  if (choice === "cancel") return stay(back, "confirmation_cancelled");
  if (choice === "decline") return decline(back, "confirmation_failed");
  return intent.pending === "approved" ? hold(back, now) : decline(back, intent.pending ?? "card_declined");
}

/** Stripe's code for what an intent's status does not allow. */
export const UNEXPECTED = "payment_intent_unexpected_state";

/** Takes up to the held amount, once; what is left is released. */
export function capture(intent: BankIntent, amountMinor: number, now: Instant): Step {
  const seen = lapse(intent, now);
  if (seen.intent.status !== "requires_capture") return { ...seen, error: UNEXPECTED };
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    return stay(seen.intent, "parameter_invalid_integer");
  if (amountMinor > seen.intent.heldMinor) return stay(seen.intent, "amount_too_large");
  const rest = seen.intent.heldMinor - amountMinor;
  return {
    intent: { ...seen.intent, status: "succeeded", capturedMinor: amountMinor },
    movements: [
      { kind: "capture", amountMinor },
      ...(rest > 0 ? [{ kind: "release" as const, amountMinor: rest }] : []),
    ],
  };
}

/** Releases what is held and takes no card any more. */
export function cancel(intent: BankIntent): Step {
  if (intent.status === "canceled" || intent.status === "succeeded") return stay(intent, UNEXPECTED);
  const held = intent.status === "requires_capture" ? intent.heldMinor : 0;
  return {
    intent: { ...intent, status: "canceled", pending: null },
    movements: held > 0 ? [{ kind: "release", amountMinor: held }] : [],
  };
}

/** A hold that nobody captured in time is released by the bank itself. */
export function lapse(intent: BankIntent, now: Instant): Step {
  const over =
    intent.status === "requires_capture" && intent.captureBefore !== null && now >= intent.captureBefore;
  return over ? cancel(intent) : stay(intent);
}

const decline = (intent: BankIntent, code: string): Step => ({
  intent: { ...intent, decline: code, declines: intent.declines + 1 },
  movements: [],
  error: code,
});

const hold = (intent: BankIntent, now: Instant): Step => ({
  intent: {
    ...intent,
    status: "requires_capture",
    heldMinor: intent.amountMinor,
    decline: null,
    captureBefore: now + HOLD_MS,
  },
  movements: [{ kind: "hold", amountMinor: intent.amountMinor }],
});
