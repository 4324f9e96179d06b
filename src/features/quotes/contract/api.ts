import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Id,
  InstantText,
  LocalDate,
  Money,
  Nothing,
  queryInt,
  queryNumber,
  Window,
} from "#contract/schemas.ts";
import { Address } from "#features/places/contract/api.ts";
import { PriceZones } from "#features/zones/contract/price-zones.ts";
import { PriceCase, PriceCases, PriceRule } from "./price-list.ts";
import { LevelName, ParcelInput, ServiceLevel } from "./shapes.ts";

export { ParcelInput, ParcelSize, ServiceLevel } from "./shapes.ts";

export const QuoteRequest = z.strictObject({
  pickup: Address,
  dropoff: Address,
  parcels: z.array(ParcelInput).check(z.minLength(1), z.maxLength(20)),
  serviceLevel: ServiceLevel,
  /** The window in which the recipient wants it, one of those offered. */
  window: Window,
});
export type QuoteRequest = z.output<typeof QuoteRequest>;

/** One line of the visible price trace. `label` is a word key of the room; `inputs` are its facts. */
export const PriceLine = z.strictObject({
  ruleId: z.string(),
  label: z.string(),
  inputs: z.record(z.string(), z.union([z.string(), z.number()])),
  amount: Money,
});
export type PriceLine = z.output<typeof PriceLine>;

export const TaxLine = z.strictObject({ basisPoints: z.int(), amount: Money });

export const Price = z.strictObject({
  lines: z.array(PriceLine),
  subtotal: Money,
  taxes: z.array(TaxLine),
  total: Money,
  /** The base fee, from which cancellation fees are computed. */
  base: Money,
  /** Costs of another try and of the way back where the sender or the recipient was at fault, tax included. */
  later: z.optional(z.strictObject({ extraAttempt: Money, return: Money })),
  priceListVersion: z.int(),
  /** Absent where no rule asks for a zone. */
  zones: z.optional(PriceZones),
});
export type Price = z.output<typeof Price>;

export const Quote = z.strictObject({
  id: Id,
  state: z.enum(["open", "accepted", "expired", "superseded", "withdrawn"]),
  request: QuoteRequest,
  requestHash: z.string(),
  distanceM: z.int(),
  distanceSource: z.enum(["estimated", "road"]),
  pickupWindow: Window,
  price: Price,
  createdAt: InstantText,
  expiresAt: InstantText,
});
export type Quote = z.output<typeof Quote>;

export const OfferedWindow = z.strictObject({
  serviceLevel: ServiceLevel,
  date: LocalDate,
  window: Window,
  /** Places that are left, where they are few; at 0 it is full and cannot be booked. */
  left: z.optional(z.int()),
  /** The reason of a day on which nothing can be booked. */
  closed: z.optional(z.string()),
});
export type OfferedWindow = z.output<typeof OfferedWindow>;

const [lon, lat] = [queryNumber(-180, 180), queryNumber(-90, 90)];
/** Points in WGS84 decimal degrees; all parcels together. */
const PricedTrip = z.strictObject({
  pickupLon: lon,
  pickupLat: lat,
  dropoffLon: lon,
  dropoffLat: lat,
  massG: queryInt(1, 20_000_000),
  parcels: queryInt(1, 20),
});

/** Each offered window with the place of its price in `prices`; levels that do not serve this trip, and why. */
export const PricedWindows = z.strictObject({
  timezone: z.string(),
  distanceM: z.int(),
  distanceSource: z.enum(["estimated", "road"]),
  prices: z.array(Price),
  windows: z.array(z.strictObject({ ...OfferedWindow.shape, price: z.int() })),
  refused: z.array(
    z.strictObject({
      serviceLevel: ServiceLevel,
      code: z.string(),
      facts: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
export type PricedWindows = z.output<typeof PricedWindows>;

export const PriceList = z.strictObject({
  version: z.int(),
  currency: z.string(),
  publishedAt: InstantText,
  publishedBy: z.nullable(z.string()),
  rules: z.array(PriceRule),
  /** Test cases that it passed when it was published. */
  cases: z.array(PriceCase),
});
export type PriceList = z.output<typeof PriceList>;

export const quotesApi = {
  offerWindows: endpoint({
    id: "offerWindows",
    method: "GET",
    path: "/api/windows",
    needs: "anyone",
    summary: "The windows offered in the next days, for each service level, in the area's time zone",
    input: Nothing,
    reply: z.strictObject({
      timezone: z.string(),
      windows: z.array(OfferedWindow),
      /** Levels of the windows by their own names, where they have some, in the order in which they are shown. */
      levels: z.array(LevelName),
    }),
    refusals: [],
  }),
  priceWindows: endpoint({
    id: "priceWindows",
    method: "GET",
    path: "/api/windows/prices",
    needs: "anyone",
    summary: "What a trip costs in each offered window; nothing is kept, a quote makes it hold",
    input: PricedTrip,
    reply: PricedWindows,
    refusals: [
      "quotes.same-place",
      "quotes.outside-area",
      "quotes.too-far",
      "quotes.too-heavy",
      "quotes.too-many",
      "quotes.no-price",
      "quotes.no-card-pays",
    ],
    limitPerMinute: 120,
  }),
  makeQuote: endpoint({
    id: "makeQuote",
    method: "POST",
    path: "/api/quotes",
    needs: "anyone",
    summary:
      "Price a delivery; the quote holds for 15 minutes; a guest sends the `x-booking-key` that accepts it later",
    input: QuoteRequest,
    reply: Quote,
    refusals: [
      "quotes.same-place",
      "quotes.outside-area",
      "quotes.too-far",
      "quotes.too-heavy",
      "quotes.too-many",
      "quotes.not-offered",
      "quotes.closed-then",
      "quotes.too-late-today",
      "quotes.too-far-ahead",
      "quotes.no-price",
      "quotes.no-card-pays",
      "slots.full",
      "slots.closed",
    ],
    keyedByContent: true,
    limitPerMinute: 60,
  }),
  readQuote: endpoint({
    id: "readQuote",
    method: "GET",
    path: "/api/quotes/:id",
    needs: "anyone",
    summary: "A quote and whether it still holds",
    input: z.strictObject({ id: Id }),
    reply: Quote,
    refusals: ["quotes.not-found"],
  }),
  readPriceList: endpoint({
    id: "readPriceList",
    method: "GET",
    path: "/api/price-list",
    needs: "price:read",
    summary: "The published price list",
    input: Nothing,
    reply: PriceList,
    refusals: [],
  }),
  publishPriceList: endpoint({
    id: "publishPriceList",
    method: "PUT",
    path: "/api/price-list",
    needs: "price:edit",
    audit: "prices.published",
    summary: "Publish the next version of the price list",
    input: z.strictObject({
      version: z.int(),
      rules: z.array(PriceRule).check(z.minLength(1), z.maxLength(100)),
      /** Test cases; absent, those of the version before stay. One that fails refuses the list. */
      cases: z.optional(PriceCases),
    }),
    reply: PriceList,
    refusals: ["quotes.changed-meanwhile", "quotes.bad-price-list"],
  }),
};
