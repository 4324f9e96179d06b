import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate, Money, Nothing, Window } from "#contract/schemas.ts";
import { Address } from "#features/places/contract/api.ts";
import { PriceRule } from "./price-list.ts";

export const ServiceLevel = z.enum(["asap_60", "same_day", "scheduled", "next_day"]);
export type ServiceLevel = z.output<typeof ServiceLevel>;

export const ParcelSize = z.enum(["envelope", "small", "medium", "large"]);
export const ParcelInput = z.strictObject({
  size: ParcelSize,
  /** grams */
  massG: z.int().check(z.gte(1), z.lte(1_000_000)),
  contents: z.string().check(z.trim(), z.maxLength(120)),
  fragile: z.boolean(),
});
export type ParcelInput = z.output<typeof ParcelInput>;

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
  priceListVersion: z.int(),
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

export const OfferedWindow = z.strictObject({ serviceLevel: ServiceLevel, date: LocalDate, window: Window });
export type OfferedWindow = z.output<typeof OfferedWindow>;

export const PriceList = z.strictObject({
  version: z.int(),
  currency: z.string(),
  publishedAt: InstantText,
  publishedBy: z.nullable(z.string()),
  rules: z.array(PriceRule),
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
    reply: z.strictObject({ timezone: z.string(), windows: z.array(OfferedWindow) }),
    refusals: [],
  }),
  makeQuote: endpoint({
    id: "makeQuote",
    method: "POST",
    path: "/api/quotes",
    needs: "anyone",
    summary: "Price a delivery; the quote holds for 15 minutes",
    input: QuoteRequest,
    reply: Quote,
    refusals: [
      "quotes.outside-area",
      "quotes.too-far",
      "quotes.too-heavy",
      "quotes.closed-then",
      "quotes.too-late-today",
      "quotes.no-price",
      "quotes.no-card-pays",
    ],
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
    summary: "Publish the next version of the price list",
    input: z.strictObject({
      version: z.int(),
      rules: z.array(PriceRule).check(z.minLength(1), z.maxLength(100)),
    }),
    reply: PriceList,
    refusals: ["quotes.changed-meanwhile", "quotes.bad-price-list"],
  }),
};
