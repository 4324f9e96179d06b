/** What the provider says of money on its way back to a card. */
export type RefundStatus =
  | "pending"
  | "succeeded"
  | "failed"
  /** A status that the provider had not invented when this was written. */
  | "unforeseen";

/** One refund as the provider shows it. Amounts in minor units of `currency`. */
export interface RefundSnapshot {
  readonly ref: string;
  readonly intentRef: string;
  /** Our operation that asked for it; null where nobody here did. */
  readonly opId: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly status: RefundStatus;
  /** Why it came back. */
  readonly failure: string | null;
}
