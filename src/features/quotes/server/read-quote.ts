import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "#server/http/route.ts";
import type { Quote, quotesApi } from "../contract/api.ts";
import { quoteOf, readQuoteRecord } from "./quote-record.ts";
import type { QuoteRecord } from "./quote-record.ts";

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
  const quote = await context.db.as(actor, (tx) => readQuoteRecord(tx, actor.orgId, id));
  if (!quote || !mayUse(quote, context)) throw new Refusal("quotes.not-found");
  return quoteOf(quote, now);
}

/** A guest's quote belongs to whoever knows its 74 random bits; a signed-in person's to them and to staff. */
export const mayUse = (quote: QuoteRecord, { actor, scope }: Pick<Context, "actor" | "scope">): boolean =>
  quote.askedBy === null || quote.askedBy === actor.userId || scope === "org";
