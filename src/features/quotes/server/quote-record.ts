import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { commandNoted } from "#server/db/commands.ts";
import { first, statement } from "#server/db/db.ts";
import type { At, Tx } from "#server/db/db.ts";
import { Written } from "#server/http/written.ts";
import type { Price, Quote, QuoteRequest } from "../contract/api.ts";
import { quoteStateAt } from "../domain/quote.ts";
import type { QuoteState } from "../domain/quote-lifecycle.ts";
import { termsHold } from "./terms.ts";
import { type ZonedPlan, windowPlaces } from "./window-places.ts";
import { zoneText } from "./zone.ts";
import type { HeldTerms } from "./terms.ts";

/** A quote as stored. */
export interface QuoteRecord {
  readonly id: string;
  readonly state: QuoteState;
  readonly request: QuoteRequest;
  readonly requestHash: string;
  readonly distanceM: number;
  readonly distanceSource: "estimated" | "road";
  /** Version of the service levels that it was made by. */
  readonly levelsVersion: number;
  readonly pickupWindow: Window;
  readonly price: Price;
  /** Signed-in person who asked for it; null for guests. */
  readonly askedBy: string | null;
  /** Hash of the booking key that a guest asked with. */
  readonly bookingKeyHash: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

const columns = `id, state, request, request_hash as "requestHash", distance_m as "distanceM",
     distance_source as "distanceSource", levels_version as "levelsVersion", pickup_window as "pickupWindow", price, asked_by as "askedBy",
     booking_key_hash as "bookingKeyHash",
     created_at as "createdAt", expires_at as "expiresAt"`;
const selected = sql.raw(`select ${columns} from quote`);

export const readQuoteRecord = (tx: Tx, id: string): Promise<QuoteRecord | undefined> =>
  first(tx, sql<QuoteRecord>`${selected} where org_id = app_org() and id = ${id}`);

interface LockedQuote {
  readonly quote: QuoteRecord;
  readonly places: ZonedPlan;
}

/** Reads a quote with the places by which it is taken, and holds its row until the transaction ends. */
export async function lockQuote(tx: Tx, id: string): Promise<LockedQuote | undefined> {
  const row = await first(
    tx,
    sql<QuoteRecord & ZonedPlan>`
      select ${sql.raw(columns)}, ${windowPlaces().json()} as plan, ${zoneText} as zone
      from quote where org_id = app_org() and id = ${id} for update`,
  );
  if (!row) return undefined;
  const { plan, zone, ...quote } = row;
  return { quote, places: { plan, zone } };
}

/** A new quote in the texts that are both stored and sent, and the command that makes it. */
export interface NewQuote {
  /** Its key. */
  readonly commandId: string;
  readonly askedBy: string | null;
  readonly bookingKeyHash: string | null;
  readonly id: string;
  /** JSON. */
  readonly request: string;
  readonly requestHash: string;
  readonly distanceM: number;
  readonly distanceSource: QuoteRecord["distanceSource"];
  readonly levelsVersion: number;
  /** JSON, of moments in milliseconds. */
  readonly pickupWindow: string;
  /** JSON. */
  readonly facts: string;
  /** JSON. */
  readonly price: string;
  readonly totalMinor: number;
  readonly currency: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const insertion = (at: At<NewQuote>, condition: RawBuilder<unknown>): RawBuilder<unknown> => {
  const noted = commandNoted(
    {
      commandId: at("commandId"),
      type: "makeQuote",
      aggregateId: at("id"),
      bodyHash: at("requestHash"),
      actorId: at("askedBy"),
      occurredAt: at("createdAt"),
      recordedAt: at("createdAt"),
    },
    condition,
  );
  return sql`
    with noted as (${noted})
    insert into quote (org_id, id, state, request, request_hash, distance_m, distance_source, pickup_window, price,
      total_minor, currency, asked_by, booking_key_hash, created_at, expires_at, levels_version, facts)
    select app_org(), ${at("id")}, 'open', ${at("request")}, ${at("requestHash")}, ${at("distanceM")},
      ${at("distanceSource")}, ${at("pickupWindow")}, ${at("price")}, ${at("totalMinor")}, ${at("currency")},
      ${at("askedBy")}, ${at("bookingKeyHash")}, ${at("createdAt")}, ${at("expiresAt")},
      ${at("levelsVersion")}, ${at("facts")}
    from noted`;
};

const insertOnce = statement<NewQuote, unknown>((at) => insertion(at, sql`true`));
/** Compiled at the first quote: by then the room that counts places is connected. */
let insertByTerms: ReturnType<typeof statement<NewQuote & HeldTerms, unknown>> | undefined;

/**
 * Writes a quote with the command that made it, in one statement.
 *
 * @param terms by which it was made, where they may have changed since
 * @returns `false` where the command came before, or other terms hold
 */
export async function insertQuote(tx: Tx, quote: NewQuote, terms?: HeldTerms): Promise<boolean> {
  insertByTerms ??= statement<NewQuote & HeldTerms, unknown>((at) => insertion(at, termsHold(at)));
  const { numAffectedRows } = await (terms
    ? insertByTerms(tx, { ...quote, ...terms })
    : insertOnce(tx, quote));
  return numAffectedRows === 1n;
}

/** A new quote as it is sent, as JSON. */
export function writtenQuote(quote: NewQuote, pickupWindow: Quote["pickupWindow"]): Written<Quote> {
  const { id, requestHash, distanceM, distanceSource, request, price, createdAt, expiresAt } = quote;
  const rest: Omit<Quote, "request" | "price"> = {
    id,
    state: "open",
    requestHash,
    distanceM,
    distanceSource,
    pickupWindow,
    createdAt,
    expiresAt,
  };
  return new Written(`${JSON.stringify(rest).slice(0, -1)},"request":${request},"price":${price}}`);
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
