import type { Instant } from "#kernel/instant.ts";

export const DISPUTE_STATES = ["inquiry", "open", "won", "lost"] as const;
/** `inquiry`: the card's bank asks, no money moved. `open`: it took the money back until it has decided. */
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A payment that its card holder disputes, as the provider shows it. Amounts in minor units of `currency`. */
export interface DisputeSnapshot {
  readonly ref: string;
  readonly intentRef: string;
  /** The provider's word: `fraudulent`, `product_not_received`. */
  readonly reason: string;
  /** null for a state that the provider had not invented when this was written. */
  readonly state: DisputeState | null;
  readonly currency: string;
  readonly amountMinor: number;
  /** What was taken from us for it and not given back. */
  readonly withdrawnMinor: number;
  /** What the provider charged for handling it. */
  readonly feeMinor: number;
  /** Evidence that comes later is not read. */
  readonly evidenceDue: Instant | null;
  readonly openedAt: Instant;
}
