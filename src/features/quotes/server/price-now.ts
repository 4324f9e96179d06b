import { sql } from "kysely";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Price, QuoteRequest } from "../contract/api.ts";
import { checkPayable, massOf, mutable, pricedBy, type Pricing, windowOf } from "./make-quote.ts";
import { measure } from "./measure.ts";
import { type Terms, termsOf } from "./terms.ts";

/** Prices a delivery as `makeQuote` would, and keeps nothing. @throws Refusal as `makeQuote` */
export async function priceNow(
  { takesCards, roads }: Pricing,
  asked: QuoteRequest,
  { db, actor, now }: Pick<Context, "db" | "actor" | "now">,
): Promise<Price> {
  const places = { pickup: asked.pickup.point, dropoff: asked.dropoff.point, massG: massOf(asked.parcels) };
  const distance = await measure(roads, places);
  const terms = await db.read(actor, (tx) => first(tx, sql<Terms>`select ${termsOf()}`));
  if (!terms) throw new Error("terms are always one row");
  const { price } = pricedBy({ ...terms, asked, window: windowOf(asked), takesCards, distance }, now);
  checkPayable(takesCards, price);
  return mutable(price);
}
