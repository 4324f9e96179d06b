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
  readonly withdrawnMinor: number;
  readonly feeMinor: number;
  /**
   * Amounts withdrawn and charged where the provider keeps our account in another currency. Then `feeMinor` is 0:
   * it is no amount of this payment's currency.
   */
  readonly settled: {
    readonly currency: string;
    readonly withdrawnMinor: number;
    readonly feeMinor: number;
  } | null;
  /** Evidence that comes later is not read. */
  readonly evidenceDue: Instant | null;
  readonly openedAt: Instant;
}

const RANK: Readonly<Record<DisputeState, number>> = { inquiry: 0, open: 1, won: 2, lost: 3 };

/** A dispute's state at the provider, and when the provider was asked for it. */
interface DisputeNews {
  readonly state: DisputeState;
  readonly at: Instant;
}

/** Whether an answer counts over what is known: that of the later question does, at the same time the graver one. */
export function supersedes(snapshot: DisputeNews, known: DisputeNews | undefined): boolean {
  if (!known || snapshot.at !== known.at) return !known || snapshot.at > known.at;
  return RANK[snapshot.state] > RANK[known.state];
}

type Withdrawn = Pick<DisputeSnapshot, "withdrawnMinor" | "feeMinor"> & { readonly state: DisputeState };

export function disputeSums(
  disputes: readonly Withdrawn[],
): Record<"disputedMinor" | "lostMinor" | "disputeFeeMinor", number> {
  const sumOf = (pick: (one: Withdrawn) => number): number =>
    disputes.reduce((all, one) => all + pick(one), 0);
  return {
    disputedMinor: sumOf(({ state, withdrawnMinor }) => (state === "lost" ? 0 : withdrawnMinor)),
    lostMinor: sumOf(({ state, withdrawnMinor }) => (state === "lost" ? withdrawnMinor : 0)),
    disputeFeeMinor: sumOf(({ feeMinor }) => feeMinor),
  };
}
