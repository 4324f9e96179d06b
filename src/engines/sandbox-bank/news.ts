import type { BankIntent, Step } from "./intent.ts";
import type { Charge } from "./wire.ts";

/** Event of a step; undefined where it changed nothing of interest to others. */
export function eventAfter(before: BankIntent, { intent }: Step): string | undefined {
  if (intent.declines > before.declines) return "payment_intent.payment_failed";
  if (before.status === intent.status) return undefined;
  if (intent.status === "requires_capture") return "payment_intent.amount_capturable_updated";
  return intent.status === "requires_card" ? undefined : `payment_intent.${intent.status}`;
}

/** Whether the card's bank was asked for money in this step, and what it said. */
export function chargeAfter(
  before: BankIntent,
  { intent, error }: Step,
): Pick<Charge, "amountMinor" | "status" | "cardBrand" | "cardLast4" | "captureBefore"> | undefined {
  const isHeld = before.status !== "requires_capture" && intent.status === "requires_capture";
  const isDeclined = intent.declines > before.declines && error !== "confirmation_failed";
  if (!isHeld && !isDeclined) return undefined;
  return {
    amountMinor: intent.amountMinor,
    status: isHeld ? "succeeded" : "failed",
    cardBrand: intent.cardBrand ?? "unknown",
    cardLast4: intent.cardLast4 ?? "0000",
    captureBefore: intent.captureBefore,
  };
}
