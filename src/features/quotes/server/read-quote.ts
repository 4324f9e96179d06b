import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { bookingKeyHash } from "#server/http/booking-key.ts";
import type { Context } from "#server/http/route.ts";
import type { Quote, quotesApi } from "../contract/api.ts";
import { quoteOf, readQuoteRecord } from "./quote-record.ts";
import type { QuoteRecord } from "./quote-record.ts";

export type QuoteUser = Pick<Context, "actor" | "scope" | "bookingKey">;

/**
 * A quote and whether it still holds.
 *
 * @throws Refusal `quotes.not-found` also for somebody else's
 */
export async function readQuote(
  { id }: ParsedOf<typeof quotesApi.readQuote>,
  context: Context,
): Promise<Quote> {
  const { actor, now } = context;
  const quote = await context.db.as(actor, (tx) => readQuoteRecord(tx, id));
  if (!quote || !mayUse(quote, context)) throw new Refusal("quotes.not-found");
  return quoteOf(quote, now);
}

/**
 * A signed-in person's quote is theirs. A guest's belongs to the holder of the booking key that it was asked with,
 * also once they signed in; one asked without a key shows a price and has no owner. Staff may use each.
 */
export function mayUse(quote: QuoteRecord, { actor, scope, bookingKey }: QuoteUser): boolean {
  if (scope === "org") return true;
  if (quote.askedBy !== null) return quote.askedBy === actor.userId;
  return quote.bookingKeyHash !== null && quote.bookingKeyHash === bookingKeyHash(bookingKey);
}
