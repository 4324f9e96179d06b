import type { BankIntent } from "../intent.ts";
import { secondsOf } from "../wire.ts";
import type { Wire } from "../wire.ts";

export const isPaid = ({ heldMinor }: BankIntent): boolean => heldMinor > 0;

/** What a page is follows from its intent. */
export function pageState(intent: BankIntent): "open" | "complete" | "expired" {
  if (isPaid(intent)) return "complete";
  return intent.status === "canceled" ? "expired" : "open";
}

/** A page in the words of Stripe's API. */
export function wirePage({ id, intent }: { readonly id: string; readonly intent: BankIntent }): Wire {
  const state = pageState(intent);
  return {
    id,
    object: "checkout.session",
    mode: "payment",
    status: state,
    // A path: the bank's page is beside the Waybill that it serves.
    url: state === "open" ? `/sandbox-bank/v1/pages/${id}` : null,
    payment_intent: state === "complete" ? intent.id : null,
    livemode: false,
    metadata: intent.metadata,
    created: secondsOf(intent.createdAt),
  };
}

/** What others are told of a page, after its intent took a step; nothing where the page is as it was. */
export function pageEventAfter(before: BankIntent, after: BankIntent): string | undefined {
  const state = pageState(after);
  if (state === pageState(before)) return undefined;
  return state === "complete" ? "checkout.session.completed" : "checkout.session.expired";
}
