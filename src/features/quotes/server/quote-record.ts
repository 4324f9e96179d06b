import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Price, Quote, QuoteRequest } from "../contract/api.ts";
import { quoteStateAt } from "../domain/quote.ts";
import type { QuoteState } from "../domain/quote-lifecycle.ts";

/** A quote as stored. */
export interface QuoteRecord {
  readonly id: string;
  readonly state: QuoteState;
  readonly request: QuoteRequest;
  readonly requestHash: string;
  readonly distanceM: number;
  readonly distanceSource: "estimated" | "road";
  readonly pickupWindow: Window;
  readonly price: Price;
  /** Signed-in person who asked for it; null for guests. */
  readonly askedBy: string | null;
  /** Hash of the booking key that a guest asked with. */
  readonly bookingKeyHash: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

const selected = sql.raw(
  `select id, state, request, request_hash as "requestHash", distance_m as "distanceM",
     distance_source as "distanceSource", pickup_window as "pickupWindow", price, asked_by as "askedBy",
     booking_key_hash as "bookingKeyHash",
     created_at as "createdAt", expires_at as "expiresAt" from quote`,
);

export const readQuoteRecord = (tx: Tx, orgId: string, id: string): Promise<QuoteRecord | undefined> =>
  first(tx, sql<QuoteRecord>`${selected} where org_id = ${orgId} and id = ${id}`);

/** Reads a quote and holds its row until the transaction ends. */
export const lockQuote = (tx: Tx, orgId: string, id: string): Promise<QuoteRecord | undefined> =>
  first(tx, sql<QuoteRecord>`${selected} where org_id = ${orgId} and id = ${id} for update`);

/** Writes a quote with the command that made it, in one statement. @returns `false` where the command came before */
export async function insertQuote(
  tx: Tx,
  orgId: string,
  quote: QuoteRecord,
  noted: RawBuilder<unknown>,
): Promise<boolean> {
  const { total } = quote.price;
  const made = await first(
    tx,
    sql`
    with noted as (${noted})
    insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window, price,
      total_minor, currency, asked_by, booking_key_hash, created_at, expires_at)
    select ${orgId}, ${quote.id}, ${quote.state}, ${json(quote.request)}, ${quote.requestHash}, ${quote.distanceM},
      ${quote.distanceSource}, ${json(quote.pickupWindow)}, ${json(quote.price)}, ${total.minor}, ${total.currency},
      ${quote.askedBy}, ${quote.bookingKeyHash}, ${toIso(quote.createdAt)}, ${toIso(quote.expiresAt)}
    from noted
    returning id`,
  );
  return made !== undefined;
}

/** A quote as people read it: expired the moment its time is over. */
export function quoteOf(quote: QuoteRecord, now: Instant): Quote {
  const { id, request, requestHash, distanceM, distanceSource, price } = quote;
  return {
    id,
    state: quoteStateAt(quote, now),
    request,
    requestHash,
    distanceM,
    distanceSource,
    pickupWindow: { start: toIso(quote.pickupWindow.start), end: toIso(quote.pickupWindow.end) },
    price,
    createdAt: toIso(quote.createdAt),
    expiresAt: toIso(quote.expiresAt),
  };
}
