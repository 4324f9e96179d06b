import { exponentOf } from "#kernel/currency.ts";
import type { BankIntent } from "./intent.ts";

/** The bank's view of an intent: all of it for the shop, little for a browser. */
export function publicOf(intent: BankIntent, toShop: boolean): Record<string, unknown> {
  const { clientSecret, pending: _, metadata: _own, ...open } = intent;
  if (toShop) return { ...open, clientSecret };
  return {
    id: open.id,
    status: open.status,
    amountMinor: open.amountMinor,
    currency: open.currency,
    exponent: exponentOf(open.currency),
    decline: open.decline,
  };
}
