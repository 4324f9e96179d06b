import type { Instant } from "#kernel/instant.ts";

/** The provider's status of an intent. */
export type IntentStatus =
  | "requires_card"
  | "requires_action"
  | "requires_capture"
  | "succeeded"
  | "canceled"
  /** A status that the provider had not invented when this was written. */
  | "unforeseen";

/**
 * The provider's view of an intent at one moment. Snapshots arrive late, twice and in any order. Amounts are minor
 * units of `currency`.
 */
export interface IntentSnapshot {
  readonly ref: string;
  readonly paymentId: string;
  readonly status: IntentStatus;
  readonly currency: string;
  readonly amountMinor: number;
  /** Amount held by the card, also after it was captured. */
  readonly heldMinor: number;
  readonly capturedMinor: number;
  /** Why the last try was declined. */
  readonly decline: string | null;
  /** How often a card was declined; never falls. */
  readonly declines: number;
  /** Until then the hold can be taken. */
  readonly captureBefore: Instant | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
}
