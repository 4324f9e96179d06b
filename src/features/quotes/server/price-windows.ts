import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { quotesApi } from "../contract/api.ts";
import { offersOf } from "../domain/offers.ts";
import { withLater } from "../domain/later.ts";
import { tripZones } from "../domain/trip-zones.ts";
import { withMeasure } from "../domain/distance.ts";
import { aheadOf } from "../domain/windows.ts";
import { checkPayable, mutable, type Pricing, refusalOf } from "./make-quote.ts";
import { withPlaces } from "./check-places.ts";
import { UNCHANGED } from "./levels/levels-record.ts";
import { measure } from "./measure.ts";
import { windowPlaces } from "./window-places.ts";
import { termsOf } from "./terms.ts";
import type { Terms } from "./terms.ts";

const NO_TERMS: Terms = { area: null, zones: null, list: null, levels: null, places: null };

type Endpoint = typeof quotesApi.priceWindows;

/**
 * Prices a trip in each offered window, for somebody who is still choosing.
 * @throws Refusal `quotes.same-place`, `quotes.outside-area`, `quotes.too-far`, `quotes.too-heavy`,
 * `quotes.too-many`, `quotes.no-price`, `quotes.no-card-pays` where no service level can do it
 */
export async function priceWindows(
  { takesCards, roads }: Pricing,
  asked: ParsedOf<Endpoint>,
  { db, actor, now }: Context,
): Promise<ReplyOf<Endpoint>> {
  const terms = await db.read(actor, (tx) => first(tx, sql<Terms>`select ${termsOf()}`));
  const { area, zones: set, list, levels, places: plan } = terms ?? NO_TERMS;
  if (!area) throw new Refusal("quotes.outside-area", { field: "pickup,dropoff" });
  if (!list) throw new Refusal("quotes.no-price");
  const pickup = { lon: asked.pickupLon, lat: asked.pickupLat };
  const dropoff = { lon: asked.dropoffLon, lat: asked.dropoffLat };
  const distance = await measure(roads, { pickup, dropoff, massG: asked.massG });
  const { distanceM, source } = distance;
  const zones = tripZones(list, set, { pickup, dropoff });
  const offers = offersOf(
    { pickup, dropoff, distanceM, massG: asked.massG, parcels: asked.parcels, zones },
    {
      reach: {
        ...area,
        levels: (levels ?? UNCHANGED).levels,
        zone: area.timezone,
        now,
        ...aheadOf(takesCards),
      },
      specialDays: windowPlaces().specialDays(plan),
      list,
      checkPrice: (price) => checkPayable(takesCards, price),
    },
  );
  if (offers.reasons.length > 0) throw refusalOf(offers.reasons);
  const [unpriced] = offers.refused;
  if (unpriced && offers.windows.length === 0) throw new Refusal(unpriced.code, unpriced.facts);
  const zone = area.timezone;
  const windows = await db.read(actor, (tx) => withPlaces(tx, { plan, zone }, offers.windows));
  return {
    timezone: zone,
    distanceM,
    distanceSource: source,
    prices: offers.prices.map((price) => mutable(withMeasure(withLater(price, takesCards), distance))),
    windows: windows.map(({ window, ...one }) => ({
      ...one,
      window: { start: toIso(window.start), end: toIso(window.end) },
    })),
    refused: offers.refused.map((level) => ({ ...level, facts: { ...level.facts } })),
  };
}
