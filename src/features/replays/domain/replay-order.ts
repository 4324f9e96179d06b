import { Refusal } from "#kernel/refusal.ts";
import type { Price } from "#features/quotes/domain/price.ts";
import { priceOf } from "#features/quotes/domain/price.ts";
import type { PriceList } from "#features/quotes/domain/price-rule.ts";
import { type ChangedLine, changedLines } from "./changed-lines.ts";
import { filled, gapIn, type ZoneCodes } from "./gap.ts";
import type { KnownFacts } from "./known-facts.ts";

/** Reasons why an order has no price by the draft. */
export const UNPRICED = ["no-fact", "zone-newer", "other-currency", "no-price", "too-large"] as const;
export type Unpriced = (typeof UNPRICED)[number];

export type Replayed =
  | { readonly total: number; readonly changed: readonly ChangedLine[] }
  | {
      readonly reason: Unpriced;
      /** The fact, the zone or the currency; empty where there is nothing to add. */
      readonly detail: string;
    };

/** An order with the price that it was booked at. */
export interface BookedOrder {
  readonly known: KnownFacts;
  readonly price: Pick<Price, "lines" | "taxes">;
  readonly currency: string;
}

/** Prices a booked order by a draft, from the facts of its booking alone. */
export function replayOrder(
  { known, price, currency }: BookedOrder,
  draft: PriceList,
  drawn: ZoneCodes,
): Replayed {
  if (currency !== draft.currency) return { reason: "other-currency", detail: currency };
  const gap = gapIn(draft.rules, known, drawn);
  if (gap) return gap;
  try {
    const now = priceOf(filled(known), draft);
    return { total: now.total.minor, changed: changedLines(price, now) };
  } catch (error) {
    if (error instanceof Refusal) return { reason: "no-price", detail: "" };
    if (error instanceof RangeError) return { reason: "too-large", detail: "" };
    throw error;
  }
}
