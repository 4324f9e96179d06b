import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { acceptable } from "../domain/quote.ts";
import { lockQuote } from "./quote-record.ts";
import type { QuoteRecord } from "./quote-record.ts";
import { mayUse } from "./read-quote.ts";
import { windowOf } from "./make-quote.ts";
import { windowPlaces } from "./window-places.ts";

/**
 * Accepts an open quote in the caller's transaction and holds its row: of two buyers one waits and is refused. Its window
 * is taken from then on.
 *
 * @throws Refusal `quotes.not-found`, `quotes.already-accepted`, `quotes.changed`, `quotes.expired`, `slots.full`,
 * `slots.closed`
 */
export async function acceptQuote(
  tx: Tx,
  context: Pick<Context, "actor" | "scope" | "bookingKey" | "now" | "key">,
  asked: {
    readonly quoteId: string;
    readonly requestHash: string;
    /** Of the office alone. */
    readonly overbook?: boolean | undefined;
  },
): Promise<QuoteRecord> {
  const { actor, now } = context;
  const locked = await lockQuote(tx, asked.quoteId);
  if (!locked || !mayUse(locked.quote, context)) throw new Refusal("quotes.not-found");
  const { quote, places } = locked;
  acceptable(quote, now, asked.requestHash);
  const { serviceLevel } = quote.request;
  const taker = { actor, now, overbook: asked.overbook };
  await windowPlaces().take(tx, taker, [{ serviceLevel, window: windowOf(quote.request) }], places);
  await sql`update quote set state = 'accepted' where org_id = app_org() and id = ${quote.id}`.execute(tx);
  await emit(tx, actor, now, {
    aggregate: "quote",
    aggregateId: quote.id,
    type: "quote.accepted",
    data: { quoteId: quote.id },
    audience: {},
    commandId: context.key,
    occurredAt: now,
  });
  return { ...quote, state: "accepted" };
}
