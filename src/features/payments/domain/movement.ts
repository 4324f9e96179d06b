import type { Instant } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import type { Account } from "./ledger.ts";

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
  /** What the provider counts of the net beyond `netMinor`, in hundredths of a minor unit; absent where nothing. */
  readonly netFine?: number;
  /** The gross as the payer's currency counts it; null where it belongs to no payment. */
  readonly asked: Money | null;
  /** What one of the payer's currency is of the balance's, where they differ. */
  readonly rate: number | null;
  readonly at: Instant;
  readonly availableOn: Instant;
}

type Moved = Pick<Movement, "kind" | "currency" | "grossMinor" | "feeMinor" | "netMinor" | "asked">;

export interface MovementLine {
  readonly account: Account;
  readonly currency: string;
  readonly minor: number;
}

/**
 * What of a payment's own entries a movement confirms, in the payer's currency; null where it belongs to no payment. The
 * price of a dispute is in the payment's entry already, where it is charged in its currency.
 */
export function settlesOf({ kind, currency, feeMinor, asked }: Moved): number | null {
  if (!asked) return null;
  return asked.currency === currency && kind.startsWith("dispute") ? asked.minor - feeMinor : asked.minor;
}

/**
 * What a movement adds to the ledger, whose entries of payments say already what was taken and given back: fees and
 * payouts, what is not ours, and where the balance is kept in another currency the exchange. Each currency sums to zero.
 *
 * @param isOurs it belongs to a payment in our books
 */
export function movementLines(moved: Moved, isOurs: boolean): MovementLine[] {
  const { currency, grossMinor, feeMinor, netMinor, asked } = moved;
  const line = (account: Account, minor: number, code = currency): MovementLine[] =>
    minor === 0 ? [] : [{ account, currency: code, minor }];
  if (!isOurs || !asked) return [...line("provider", netMinor), ...line(accountOf(moved), -netMinor)];
  if (asked.currency === currency) {
    const rest = netMinor - (settlesOf(moved) ?? 0);
    return [...line("provider", rest), ...line("fees", -rest)];
  }
  return [
    ...line("provider", netMinor),
    ...line("fees", feeMinor),
    ...line("exchange", -grossMinor),
    ...line("provider", -asked.minor, asked.currency),
    ...line("exchange", asked.minor, asked.currency),
  ];
}

const accountOf = ({ kind, asked }: Moved): Account =>
  !asked && kind === "fee" ? "fees" : !asked && kind === "payout" ? "payouts" : "others";
