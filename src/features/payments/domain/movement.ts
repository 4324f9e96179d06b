import type { Instant } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";

/**
 * What moves the balance that the provider keeps for us. `other`: reserves, top-ups, and whatever it invented since this
 * was written.
 */
export const MOVEMENT_KINDS = [
  "charge",
  "refund",
  "refund-failure",
  "dispute",
  "dispute-reversal",
  "fee",
  "payout",
  "other",
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** One movement of the balance. Amounts in minor units of `currency`, in which the balance is kept; ours are positive. */
export interface Movement {
  readonly ref: string;
  readonly kind: MovementKind;
  /** The intent that it belongs to. */
  readonly intentRef: string | null;
  /** The refund, the dispute or the payout that it is. */
  readonly aboutRef: string | null;
  /** The payment that this install marked it with. */
  readonly markedFor: string | null;
  readonly currency: string;
  readonly grossMinor: number;
  readonly feeMinor: number;
  /** `grossMinor` less `feeMinor`. */
  readonly netMinor: number;
  /** The gross as the payer's currency counts it; null where it belongs to no payment. */
  readonly asked: Money | null;
  /** What one of the payer's currency is of the balance's, where they differ. */
  readonly rate: number | null;
  readonly at: Instant;
  readonly availableOn: Instant;
}
