/** Exports of quotes for later rooms, `main` and the demo. */
export { forgetTrips } from "./forget-trips.ts";
export { acceptQuote } from "./accept-quote.ts";
export { areaAndLevels } from "./area-and-levels.ts";
export { readLevels } from "./levels/levels-record.ts";
export { makeQuote, massOf } from "./make-quote.ts";
export type { Pricing } from "./make-quote.ts";
export { priceNow } from "./price-now.ts";
export { measureTrip, priceAgain } from "./price-again.ts";
export type { BookedTrip } from "./price-again.ts";
export { connectWindowPlaces, windowPlaces } from "./window-places.ts";
export type {
  PlaceOf,
  PlacesLeft,
  PlacesPlan,
  TakenPlace,
  Taker,
  WindowPlaces,
  ZonedPlan,
} from "./window-places.ts";
export { zoneUses } from "./zone-uses.ts";
export { ensurePriceList } from "./price-list-record.ts";
export { readQuoteRecord } from "./quote-record.ts";
export type { QuoteRecord } from "./quote-record.ts";
export { type CardsTaken, quotesRoom } from "./room.ts";
export { knownZone, zoneHolds, zoneOf, zoneText } from "./zone.ts";
