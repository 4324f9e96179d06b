import { sql } from "kysely";
import { isCardAmount } from "../domain/card-amount.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isWindow } from "#kernel/window.ts";
import type { Window } from "#kernel/window.ts";
import { aggregateBefore, commandCame } from "#server/db/commands.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { bookingKeyHash } from "#server/http/booking-key.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import { instantIn } from "#server/http/instant-in.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Written } from "#server/http/written.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { Price, Quote, QuoteRequest } from "../contract/api.ts";
import { priceFactsOf } from "../domain/offers.ts";
import { withLater } from "../domain/later.ts";
import { priceOf } from "../domain/price.ts";
import { type Distance, withMeasure } from "../domain/distance.ts";
import { expiryOf, requestTextOf } from "../domain/quote.ts";
import { keptFactsOf, type KeptFacts } from "../domain/kept-facts.ts";
import { tripZones, zonesOfTrip } from "../domain/trip-zones.ts";
import { serviceabilityOf } from "../domain/serviceability.ts";
import type { Unserviceable } from "../domain/serviceability.ts";
import { pickupWindowOf } from "../domain/pickup-window.ts";
import { aheadOf } from "../domain/windows.ts";
import { insertQuote, quoteOf, readQuoteRecord, writtenQuote } from "./quote-record.ts";
import type { NewQuote, QuoteRecord } from "./quote-record.ts";
import { UNCHANGED } from "./levels/levels-record.ts";
import { measure } from "./measure.ts";
import { checkPlaces } from "./check-places.ts";
import { mayUse } from "./read-quote.ts";
import { windowPlaces } from "./window-places.ts";
import { heldTerms, keepTerms, knownTerms, termsOf } from "./terms.ts";
import type { HeldTerms, Terms } from "./terms.ts";

/** Circumstances of this install that prices depend on. */
export interface Pricing {
  readonly takesCards: boolean;
  /** Roads of the imported map; absent, distances are estimated. */
  readonly roads: RoadDistances | undefined;
}

/**
 * Prices a delivery for 15 minutes. The same key makes one quote, however often it is sent. Written by the terms that
 * this process knows where they still hold, which is one statement; otherwise by what it reads.
 *
 * @throws Refusal `quotes.same-place`, `quotes.outside-area`, `quotes.too-far`, `quotes.too-heavy`,
 * `quotes.too-many`, `quotes.not-offered`, `quotes.closed-then`, `quotes.too-late-today`, `quotes.too-far-ahead`, `quotes.no-price`, `quotes.no-card-pays`,
 * and for whoever is not of the office `slots.full`, `slots.closed`
 */
export async function makeQuote(
  { takesCards, roads }: Pricing,
  asked: QuoteRequest,
  context: Context,
): Promise<Quote | Written<Quote>> {
  const { actor, now, key } = context;
  const { orgId } = actor;
  const window = windowOf(asked);
  const text = requestTextOf({ ...asked, window: isoWindow(window) });
  const identity = {
    orgId,
    commandId: key,
    askedBy: actor.userId ?? null,
    bookingKeyHash: actor.userId === undefined ? (bookingKeyHash(context.bookingKey) ?? null) : null,
    id: newId(now),
    request: text,
    requestHash: sha256(text),
    createdAt: toIso(now),
    expiresAt: toIso(expiryOf(now)),
  };
  const places = { pickup: asked.pickup.point, dropoff: asked.dropoff.point, massG: massOf(asked.parcels) };
  // A routing server may be asked, which no transaction waits for.
  const distance = await measure(roads, places);
  return context.db.alone(actor, async (tx) => {
    const write = async (terms: Terms, held?: HeldTerms): Promise<Written<Quote> | undefined> => {
      const given: Asked = { ...terms, asked, window, takesCards, distance };
      const { price, pickupWindow, facts } = pricedBy(given, now);
      checkPayable(takesCards, price);
      if (context.scope !== "org") await checkPlaces(tx, given, now);
      const quote: NewQuote = {
        ...identity,
        distanceM: distance.distanceM,
        distanceSource: distance.source,
        levelsVersion: (terms.levels ?? UNCHANGED).version,
        pickupWindow: JSON.stringify(pickupWindow),
        facts: JSON.stringify(facts),
        price: JSON.stringify(price),
        totalMinor: price.total.minor,
        currency: price.total.currency,
      };
      return (await insertQuote(tx, quote, held)) ? writtenQuote(quote, isoWindow(pickupWindow)) : undefined;
    };
    const known = knownTerms(orgId);
    const held = known && heldTerms(known);
    const quick = held && (await write(known, held).catch(unlessRefused));
    if (quick) return quick;
    const read = await first(
      tx,
      sql<Terms & { came: boolean }>`select ${termsOf()}, ${commandCame(key)} as came`,
    );
    if (!read) throw new Error("terms are always one row");
    keepTerms(orgId, read);
    const made = read.came ? undefined : await write(read);
    return made ?? quoteOf(await quoteOfCommand(tx, context, identity.requestHash), now);
  });
}

/** Refusals by terms that may have changed are no answer yet. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** @throws Refusal `quotes.no-card-pays` where cards are how one pays, and no card can pay so little or so much */
export function checkPayable(takesCards: boolean, { total }: Pick<Price, "total">): void {
  if (takesCards && !isCardAmount(total)) throw new Refusal("quotes.no-card-pays");
}

const isoWindow = ({ start, end }: Window): Quote["pickupWindow"] => ({
  start: toIso(start),
  end: toIso(end),
});

/** @throws BadInput for a window that is none */
export function windowOf({ window }: QuoteRequest): Window {
  const parsed = { start: instantIn(window.start, "window.start"), end: instantIn(window.end, "window.end") };
  if (!isWindow(parsed)) throw new BadInput([{ path: "window", code: "not-allowed" }]);
  return parsed;
}

/** The quote that this key made. @throws Refusal `http.idempotency-mismatch` for another body or somebody else's key */
async function quoteOfCommand(tx: Tx, context: Context, bodyHash: string): Promise<QuoteRecord> {
  const { key } = context;
  const id = await aggregateBefore(tx, { commandId: key, bodyHash });
  const quote = id === undefined ? undefined : await readQuoteRecord(tx, id);
  if (!quote || !mayUse(quote, context)) throw new Refusal("http.idempotency-mismatch");
  return quote;
}

interface Asked extends Terms, Omit<Pricing, "roads"> {
  readonly asked: QuoteRequest;
  readonly distance: Distance;
  readonly window: Window;
}

interface Priced {
  readonly price: ReturnType<typeof priceOf>;
  readonly pickupWindow: Window;
  readonly facts: KeptFacts;
}

export const massOf = (parcels: readonly QuoteRequest["parcels"][number][]): number =>
  parcels.reduce((sum, parcel) => sum + parcel.massG, 0);

/** Price and pickup of a request by these terms. @throws Refusal where it cannot be done, or has no price */
export function pricedBy(given: Asked, now: Instant): Priced {
  const { asked, window, takesCards, distance, area, zones: set, list, levels, places } = given;
  const { serviceLevel } = asked;
  const [pickup, dropoff] = [asked.pickup.point, asked.dropoff.point];
  if (!area) throw new Refusal("quotes.outside-area", { field: "pickup,dropoff" });
  const [massG, parcels] = [massOf(asked.parcels), asked.parcels.length];
  const { distanceM } = distance;
  const zone = area.timezone;
  const service = serviceabilityOf(
    { pickup, dropoff, distanceM, massG, parcels, serviceLevel, window },
    { ...area, levels: (levels ?? UNCHANGED).levels, zone, now, ...aheadOf(takesCards) },
  );
  if (!service.ok) throw refusalOf(service.reasons);
  if (!list) throw new Refusal("quotes.no-price");
  const pickupWindow = pickupWindowOf(window, now);
  const zones = tripZones(list, set, { pickup, dropoff });
  const load = { serviceLevel, distanceM, massG, parcels, zones };
  const facts = priceFactsOf(load, window, { zone, now, specialDays: windowPlaces().specialDays(places) });
  const price = withLater(priceOf(facts, list, zones), takesCards);
  const kept = keptFactsOf(facts, zonesOfTrip(set, { pickup, dropoff }));
  return { price: withMeasure(price, distance), pickupWindow, facts: kept };
}

/** Every reason marks its own input; the first one names the whole. */
export function refusalOf(reasons: readonly Unserviceable[]): Refusal {
  const [first] = reasons;
  const field = reasons.map((reason) => `${reason.field}=quotes.${reason.code}`).join(",");
  return new Refusal(`quotes.${first?.code}`, { ...first?.facts, field });
}

/** The rules return readonly lists, the contract's types are plain ones. */
export const mutable = (price: ReturnType<typeof priceOf>): Price => ({
  ...price,
  lines: price.lines.map((line) => ({ ...line, inputs: { ...line.inputs } })),
  taxes: [...price.taxes],
});
