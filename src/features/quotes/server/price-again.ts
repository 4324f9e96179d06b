import { sql } from "kysely";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import { areaJson } from "#features/places/server/public.ts";
import { zonesJson } from "#features/zones/server/public.ts";
import type { Price, ServiceLevel } from "../contract/api.ts";
import { type Distance, withMeasure } from "../domain/distance.ts";
import { priceFactsOf } from "../domain/offers.ts";
import { priceOf } from "../domain/price.ts";
import { withLaterAsBefore } from "../domain/later.ts";
import { levelOf } from "../domain/service-levels.ts";
import { tripZones } from "../domain/trip-zones.ts";
import { wayReasons } from "../domain/serviceability.ts";
import { UNCHANGED, levelsJson } from "./levels/levels-record.ts";
import { mutable, refusalOf } from "./make-quote.ts";
import { measure } from "./measure.ts";
import { listJson } from "./price-list-record.ts";
import type { Terms } from "./terms.ts";
import { windowPlaces } from "./window-places.ts";

/** A trip that was booked before, as it is to be now. */
export interface BookedTrip {
  readonly pickup: { readonly point: Point };
  readonly dropoff: { readonly point: Point };
  /** All parcels together, grams. */
  readonly massG: number;
  /** How many parcels. */
  readonly count: number;
  readonly serviceLevel: ServiceLevel;
  readonly window: Window;
  readonly pickupWindow: Window;
}

/** The terms that a trip was priced by, and its way. */
interface Past {
  readonly by: Pick<Price, "priceListVersion" | "zones" | "later">;
  /** Absent for a level that it was not booked in: the terms by which that one is sold now. */
  readonly levelsVersion?: number | undefined;
  readonly distance: Distance;
  readonly takesCards: boolean;
  /** Moment of its first price: from then on the time until the window counts. */
  readonly askedAt: Instant;
}

/** Measures the way of a trip; a routing server may be asked, which no transaction waits for. */
export const measureTrip = (
  roads: RoadDistances | undefined,
  { pickup, dropoff, massG }: Pick<BookedTrip, "pickup" | "dropoff" | "massG">,
): Promise<Distance> => measure(roads, { pickup: pickup.point, dropoff: dropoff.point, massG });

const NO_TERMS: Terms = { area: null, zones: null, list: null, levels: null, places: null };

/** Price list and zones of a price, and the levels of its quote; the calendar is the one of today. */
async function pastTerms(tx: Tx, by: Past["by"], levelsVersion: number | undefined): Promise<Terms> {
  const terms = await first(
    tx,
    sql<Terms>`select ${areaJson()} as area, ${zonesJson(by.zones?.version ?? 0)} as zones,
      ${listJson(by.priceListVersion)} as list, ${levelsJson(levelsVersion)} as levels,
      ${windowPlaces().json()} as places`,
  );
  return terms ?? NO_TERMS;
}

/**
 * Prices a booked trip by the price list and the zones of its first price, `by`, and within the levels that its quote
 * was made by. Its window was promised already, so that
 * it may be one that is offered no more.
 *
 * @throws Refusal `quotes.same-place`, `quotes.outside-area`, `quotes.too-far`, `quotes.too-heavy`, `quotes.too-many`,
 * `quotes.no-price`
 */
export async function priceAgain(
  tx: Tx,
  trip: BookedTrip,
  { by, levelsVersion, distance, askedAt, takesCards }: Past,
): Promise<Price> {
  const { area, zones: set, list, levels, places } = await pastTerms(tx, by, levelsVersion);
  if (!area) throw new Refusal("quotes.outside-area", { field: "pickup,dropoff" });
  if (!list) throw new Refusal("quotes.no-price");
  const { serviceLevel, window, pickupWindow, massG, count: parcels } = trip;
  const { distanceM } = distance;
  const [pickup, dropoff] = [trip.pickup.point, trip.dropoff.point];
  // As at the booking: times of the pickup by its window, whatever is offered by now.
  const when = { zone: area.timezone, now: pickupWindow.start };
  const reasons = wayReasons(
    { pickup, dropoff, distanceM, massG, parcels },
    { ...area, ...when },
    levelOf((levels ?? UNCHANGED).levels, serviceLevel),
  );
  if (reasons.length > 0) throw refusalOf(reasons);
  const zones = tripZones(list, set, { pickup, dropoff });
  const load = { serviceLevel, distanceM, massG, parcels, zones };
  const clock = { ...when, askedAt, specialDays: windowPlaces().specialDays(places) };
  const price = priceOf(priceFactsOf(load, window, clock), list, zones);
  return mutable(withMeasure(withLaterAsBefore(price, by, takesCards), distance));
}
