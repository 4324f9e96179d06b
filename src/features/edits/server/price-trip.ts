import type { ParsedOf } from "#contract/endpoint.ts";
import { fromIso } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import type { Window } from "#kernel/window.ts";
import type { Tx } from "#server/db/db.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import type { Context } from "#server/http/route.ts";
import {
  maySee,
  notFound,
  pricedWindow,
  readDelivery,
  readOrderRecord,
} from "#features/deliveries/server/public.ts";
import type { DeliveryRecord, OrderRecord } from "#features/deliveries/server/public.ts";
import type { PaymentDeps } from "#features/payments/server/public.ts";
import { isCardAmount } from "#features/quotes/domain/card-amount.ts";
import type { Distance } from "#features/quotes/domain/distance.ts";
import { measureTrip, priceAgain, readQuoteRecord } from "#features/quotes/server/public.ts";
import type { BookedTrip, QuoteRecord } from "#features/quotes/server/public.ts";
import { pickupWindowOf } from "#features/quotes/domain/pickup-window.ts";
import type { LevelTerms } from "#features/quotes/domain/service-levels.ts";
import type { Price } from "#features/quotes/contract/api.ts";
import type { editsApi, TripPrice } from "../contract/api.ts";
import { decidedMinor, type KeptWhy, type Moves, movesFor } from "../domain/price-decision.ts";
import { checkLoad, levelsVersionOf, termsOf } from "./level-terms.ts";
import { moneyOf, type OrderMoney } from "./standing.ts";
import { toBePriced, type TripWish } from "./trip-wish.ts";

/** Circumstances of this install that a change of a trip depends on. */
export interface TripParts {
  /** Roads of the imported map; absent, distances are estimated. */
  readonly roads: RoadDistances | undefined;
  /** Absent where no cards are taken. */
  readonly cards: Pick<PaymentDeps, "provider"> | undefined;
}

/**
 * The price of a delivery between these points, and what may be decided about the difference. Nothing is written.
 *
 * @throws Refusal `deliveries.not-found`, and as `priceAgain`
 */
export async function priceTrip(
  { roads, cards }: TripParts,
  asked: ParsedOf<typeof editsApi.priceTrip>,
  context: Context,
): Promise<TripPrice> {
  const { actor, db } = context;
  const seen = await db.as(actor, (tx) => seenBy(tx, context, asked.id));
  const wish = toBePriced(seen, asked);
  const distance = await measureTrip(roads, wish);
  const priced = await db.as(actor, async (tx) => {
    const order = await readOrderRecord(tx, seen.orderId);
    if (!order) throw notFound({ id: asked.id });
    const standing = await moneyOf(tx, order, {
      takesCards: cards !== undefined,
      hasCourier: seen.courierId !== null,
    });
    return pricedOf(tx, actor.orgId, { delivery: seen, wish, distance, order, money: standing });
  });
  return {
    version: seen.version,
    decided: money(priced.decidedMinor, priced.price.total.currency),
    price: priced.price,
    difference: money(priced.differenceMinor, priced.price.total.currency),
    distanceM: distance.distanceM,
    distanceSource: distance.source,
    ...choicesOf(priced),
  };
}

function choicesOf({ differenceMinor, moves }: Priced): Pick<TripPrice, "choices" | "keptWhy"> {
  if (differenceMinor === 0) return { choices: [], keptWhy: null };
  const keep = { decision: "keep" as const, effects: [] };
  if (typeof moves === "string") return { choices: [keep], keptWhy: moves };
  const decision = differenceMinor > 0 ? ("charge" as const) : ("give-back" as const);
  return { choices: [{ decision, effects: [...moves.effects] }, keep], keptWhy: null };
}

/** The delivery as this caller may see it. @throws Refusal `deliveries.not-found` */
export async function seenBy(tx: Tx, context: Context, id: string): Promise<DeliveryRecord> {
  const found = await readDelivery(tx, id);
  if (!found || !maySee(found, context)) throw notFound({ id });
  return found;
}

/** The price of a changed trip beside the decided one. */
export interface Priced {
  /** The whole price of the trip by its list. */
  readonly price: Price;
  readonly decidedMinor: number;
  readonly differenceMinor: number;
  /** How the difference is charged or given back; a reason where it can only be waived. */
  readonly moves: Moves | KeptWhy;
  /** Terms of the level that it is put into. */
  readonly level: LevelTerms;
}

interface ToPrice {
  readonly delivery: DeliveryRecord;
  readonly wish: TripWish;
  readonly distance: Distance;
  readonly order: OrderRecord;
  readonly money: OrderMoney;
}

/** @throws Refusal as `priceAgain` and `checkLoad` */
export async function pricedOf(
  tx: Tx,
  orgId: string,
  { delivery, wish, distance, order, money: { standing } }: ToPrice,
): Promise<Priced> {
  const booked = await readQuoteRecord(tx, order.quoteId);
  const level = await termsOf(tx, booked, wish);
  await checkLoad(tx, orgId, { delivery, wish, level });
  const trip = { ...wish, ...(await windowsToPrice(tx, { delivery, wish, booked })) };
  const price = await priceAgain(tx, trip, {
    by: order.price,
    levelsVersion: levelsVersionOf(booked, wish),
    distance,
    takesCards: standing.takesCards,
    askedAt: booked?.createdAt ?? order.createdAt,
  });
  const decided = decidedMinor(standing);
  const differenceMinor = price.total.minor - decided;
  const { currency } = price.total;
  const moves = movesFor(standing, differenceMinor, (minor) => isCardAmount(money(minor, currency)));
  return { price, decidedMinor: decided, differenceMinor, moves, level };
}

interface Windows {
  readonly delivery: DeliveryRecord;
  readonly wish: TripWish;
  readonly booked: QuoteRecord | undefined;
}

/**
 * The windows by which a trip is priced: the one that is asked for, else the last one about whose price somebody decided,
 * else that of the booking. One that was moved otherwise costs the sender nothing.
 */
async function windowsToPrice(
  tx: Tx,
  { delivery, wish, booked }: Windows,
): Promise<Pick<BookedTrip, "window" | "pickupWindow">> {
  const asBooked = booked && instantsOf(booked.request.window);
  const window = wish.window ?? (await pricedWindow(tx, delivery.id)) ?? asBooked ?? delivery.window;
  if (booked && asBooked?.start === window.start && asBooked.end === window.end)
    return { window, pickupWindow: booked.pickupWindow };
  // The whole hour before it, whenever it is asked: a look and the edit after it name one price.
  return { window, pickupWindow: pickupWindowOf(window, 0) };
}

const instantsOf = ({ start, end }: { readonly start: string; readonly end: string }): Window => ({
  start: fromIso(start),
  end: fromIso(end),
});
