import { owedBy, type PayWay } from "#features/payments/domain/due.ts";
import { collectable } from "#features/quotes/domain/card-amount.ts";
import { type Money, money } from "#kernel/money.ts";

/** Money of a cancelled order, in minor units beside its price. */
interface Settled {
  readonly total: Money;
  readonly feeMinor: number;
  /** Payment of the booking; absent where it costs nothing. */
  readonly booking: { readonly way: PayWay | null; readonly capturedMinor: number } | undefined;
}

/** Amount that is to be paid again where a cancelled delivery is reopened. */
export interface Reopening {
  readonly amount: Money;
  readonly owedBy: "sender" | "recipient";
  /** It was paid before and has not gone back. */
  readonly isPaid: boolean;
  /** `booking`: its own payment owes the whole price again; `surcharge`: the amount is asked for beside it. */
  readonly by: "booking" | "surcharge";
}

/**
 * Price without the fee of cancelling: a card gave no more than the fee, and is not asked again by itself. Without a card the
 * booking owes its price anew, unless the fee was received: it is received once. Null where nothing is left to pay, or less
 * than a card can pay.
 */
export function reopeningOf({ total, feeMinor, booking }: Settled): Reopening | null {
  const rest = money(Math.max(0, total.minor - feeMinor), total.currency);
  if (!booking || rest.minor === 0) return null;
  const { way, capturedMinor } = booking;
  const isPaid = way !== null && capturedMinor >= total.minor;
  if (way !== null && (capturedMinor === 0 || isPaid))
    return { amount: rest, owedBy: owedBy(way), isPaid, by: "booking" };
  const amount = way === null ? collectable(rest) : rest;
  return amount ? { amount, owedBy: "sender", isPaid: false, by: "surcharge" } : null;
}
