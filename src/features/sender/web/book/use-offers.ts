import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OfferedWindow, Price, PricedWindows, ServiceLevel } from "#features/quotes/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { isSamePlace } from "#features/quotes/domain/same-place.ts";
import { call } from "#web/api/call.ts";
import { useValue } from "#web/forms/use-form.ts";
import { gramsOf } from "./booking.ts";
import type { TripForm, TripTyped } from "./trip-form.ts";

const FRESH_MS = 60_000;

/** The windows offered now, whatever travels. */
export const useWindows = () =>
  useQuery({
    queryKey: ["windows"],
    queryFn: ({ signal }) => call(quotesApi.offerWindows, {}, { signal }),
    staleTime: FRESH_MS,
    // Places go meanwhile: whoever comes back to choose another window sees what is left now.
    refetchOnMount: "always",
    refetchInterval: FRESH_MS,
  });

/** Inputs of the price, once both addresses are set and every weight is a number. */
function tripOf({ pickup, dropoff, parcels }: Pick<TripTyped, "pickup" | "dropoff" | "parcels">) {
  const massG = parcels.reduce((sum, parcel) => sum + gramsOf(parcel.kg), 0);
  if (!pickup || !dropoff || !(massG > 0) || isSamePlace(pickup.point, dropoff.point)) return undefined;
  return {
    pickupLon: pickup.point.lon,
    pickupLat: pickup.point.lat,
    dropoffLon: dropoff.point.lon,
    dropoffLat: dropoff.point.lat,
    massG,
    parcels: parcels.length,
  };
}

/** The price of each window for what stands in the form. */
export function usePrices(form: TripForm) {
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const parcels = useValue(form, "parcels");
  const trip = tripOf({ pickup, dropoff, parcels });
  const found = useQuery({
    queryKey: ["prices", trip],
    enabled: trip !== undefined,
    queryFn: ({ signal }): Promise<PricedWindows> => {
      if (!trip) throw new Error("there is nothing to price");
      return call(quotesApi.priceWindows, trip, { signal });
    },
    staleTime: FRESH_MS,
    refetchOnMount: "always",
    refetchInterval: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  return trip ? found : { ...found, data: undefined, error: null, isFetching: false };
}

/**
 * The windows to choose from: as soon as there are prices those that they are for. Both are asked for at moments of
 * their own, and what is offered soonest moves every few minutes. Levels that do not serve the trip stay to be seen.
 */
export function windowsToChoose(
  offered: readonly OfferedWindow[],
  prices: PricedWindows | undefined,
): readonly OfferedWindow[] {
  if (!prices) return offered;
  const refused = new Set(prices.refused.map(({ serviceLevel }) => serviceLevel));
  return [...prices.windows, ...offered.filter(({ serviceLevel }) => refused.has(serviceLevel))];
}

/** The price of one window, where it is known. */
export function priceIn(
  prices: PricedWindows | undefined,
  level: ServiceLevel,
  start: string,
): Price | undefined {
  const at = prices?.windows.find(
    ({ serviceLevel, window }) => serviceLevel === level && window.start === start,
  )?.price;
  return at === undefined ? undefined : prices?.prices[at];
}
