import { MINUTE_MS, type Instant } from "#kernel/instant.ts";
import type { KeptFacts } from "#features/quotes/domain/kept-facts.ts";
import type { TripZones } from "#features/quotes/domain/trip-zones.ts";
import type { PriceFacts } from "#features/quotes/domain/price-rule.ts";

/** A quote as it was kept. */
export interface KeptQuote {
  /** Null in a quote that kept no more than its request. */
  readonly facts: KeptFacts | null;
  readonly serviceLevel: string | null;
  readonly windowStart: Instant | null;
  /** Grams of each parcel. */
  readonly parcelMasses: readonly number[];
  readonly distanceM: number;
  readonly askedAt: Instant;
  readonly zones?: TripZones | undefined;
}

/** Facts of an order that are known, those alone. */
export interface KnownFacts {
  readonly facts: Partial<PriceFacts>;
  /** Zones in which both ends were looked up; null where they were not. */
  readonly zonesVersion: number | null;
}

/** Facts as they were frozen. What a quote does not tell stays unknown: its day in the calendar, the clock of its area. */
export function knownFactsOf(quote: KeptQuote): KnownFacts {
  if (quote.facts) {
    const { zonesVersion, ...facts } = quote.facts;
    return { facts, zonesVersion };
  }
  const { serviceLevel, windowStart, parcelMasses, distanceM, askedAt, zones } = quote;
  return {
    facts: {
      distanceM,
      ...(serviceLevel !== null && { serviceLevel }),
      ...(parcelMasses.length > 0 && {
        parcels: parcelMasses.length,
        massG: parcelMasses.reduce((sum, mass) => sum + mass, 0),
      }),
      ...(windowStart !== null && {
        leadMin: Math.max(0, Math.floor((windowStart - askedAt) / MINUTE_MS)),
      }),
      ...(zones && { zoneFrom: zones.from?.code ?? null, zoneTo: zones.to?.code ?? null }),
    },
    zonesVersion: zones?.version ?? null,
  };
}
