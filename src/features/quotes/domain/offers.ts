import { type Facts, Refusal } from "#kernel/refusal.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { type LocalDate, localAt } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import type { PriceFacts, PriceList } from "./price-rule.ts";
import { type Price, priceOf } from "./price.ts";
import type { TripZones } from "./trip-zones.ts";
import { type Reach, type Unserviceable, type Way, wayReasons } from "./serviceability.ts";
import type { ServiceLevel } from "./service-levels.ts";
import { type OfferedWindow, windowsOf } from "./windows.ts";
import { pickupWindowOf } from "./pickup-window.ts";

export interface Load {
  readonly serviceLevel: ServiceLevel;
  readonly distanceM: number;
  readonly massG: number;
  /** How many. */
  readonly parcels: number;
  /** Absent where no rule asks for zones. */
  readonly zones?: TripZones | undefined;
}

/** The clock of a price: days that are special, and when it was asked for where that is not now. */
export interface PriceClock {
  readonly zone: string;
  readonly now: Instant;
  readonly specialDays: readonly LocalDate[];
  readonly askedAt?: Instant | undefined;
}

/** The facts that rules are asked about; times are those of the pickup for a promised window. */
export function priceFactsOf(
  { serviceLevel, distanceM, massG, parcels, zones }: Load,
  window: Window,
  { zone, now, specialDays, askedAt = now }: PriceClock,
): PriceFacts {
  const { weekday, time, date } = localAt(pickupWindowOf(window, now).start, zone);
  return {
    serviceLevel,
    zoneFrom: zones?.from?.code ?? null,
    zoneTo: zones?.to?.code ?? null,
    distanceM,
    massG,
    parcels,
    weekday,
    timeOfDay: time,
    leadMin: Math.max(0, Math.floor((window.start - askedAt) / MINUTE_MS)),
    specialDay: specialDays.includes(date),
  };
}

export interface RefusedLevel {
  readonly serviceLevel: ServiceLevel;
  readonly code: string;
  readonly facts: Facts;
}

export interface Offers {
  /** Each price once. */
  readonly prices: readonly Price[];
  readonly windows: readonly (OfferedWindow & { readonly price: number })[];
  readonly refused: readonly RefusedLevel[];
  /** Reasons why no level serves the way, as the level with the longest reach gives them. */
  readonly reasons: readonly Unserviceable[];
}

export interface OfferTerms {
  readonly specialDays: readonly LocalDate[];
  readonly reach: Reach;
  readonly list: PriceList;
  /** @throws Refusal for a price that cannot be paid here */
  readonly checkPrice: (price: Price) => void;
}

type Carried = Way & Omit<Load, "serviceLevel">;

/** Every window that this trip can be booked in, with its price; and the levels that do not serve it. */
export function offersOf(trip: Carried, terms: OfferTerms): Offers {
  const { reach } = terms;
  const sold = reach.levels.filter(({ isOn }) => isOn);
  const levels = sold.map((level) => {
    const reasons = wayReasons(trip, reach, level);
    const priced = reasons.length > 0 ? [] : windowsOf(level, reach).map((one) => pricedOf(trip, one, terms));
    return { serviceLevel: level.code, reasons, priced, maxDistanceM: level.maxDistanceM };
  });
  const furthest = levels.reduce<(typeof levels)[number] | undefined>(
    (far, one) => (far && far.maxDistanceM > one.maxDistanceM ? far : one),
    undefined,
  );
  const prices: Price[] = [];
  const places = new Map<string, number>();
  const placeOf = (price: Price): number => {
    const text = JSON.stringify(price);
    const place = places.get(text) ?? prices.push(price) - 1;
    places.set(text, place);
    return place;
  };
  return {
    windows: levels.flatMap(({ priced }) =>
      priced.flatMap(({ offered, price }) =>
        price instanceof Refusal ? [] : [{ ...offered, price: placeOf(price) }],
      ),
    ),
    prices,
    refused: levels.flatMap(refusedOf),
    reasons: levels.every(({ reasons }) => reasons.length > 0) ? (furthest?.reasons ?? []) : [],
  };
}

interface Priced {
  readonly offered: OfferedWindow;
  readonly price: Price | Refusal;
}

function pricedOf(
  trip: Carried,
  offered: OfferedWindow,
  { reach, specialDays, list, checkPrice }: OfferTerms,
): Priced {
  try {
    const facts = priceFactsOf({ ...trip, ...offered }, offered.window, { ...reach, specialDays });
    const price = priceOf(facts, list, trip.zones);
    checkPrice(price);
    return { offered, price };
  } catch (error) {
    if (error instanceof Refusal) return { offered, price: error };
    throw error;
  }
}

interface Level {
  readonly serviceLevel: ServiceLevel;
  readonly reasons: readonly Unserviceable[];
  readonly priced: readonly Priced[];
}

/** A level that does not go so far, or whose every window has no price. */
function refusedOf({ serviceLevel, reasons, priced }: Level): RefusedLevel[] {
  const [wrong] = reasons;
  if (wrong) return [{ serviceLevel, code: `quotes.${wrong.code}`, facts: wrong.facts }];
  const refusals = priced.flatMap(({ price }) => (price instanceof Refusal ? [price] : []));
  const [first] = refusals;
  return first && refusals.length === priced.length
    ? [{ serviceLevel, code: first.code, facts: first.facts }]
    : [];
}
