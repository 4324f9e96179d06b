import type { ParsedOf } from "#contract/endpoint.ts";
import type { Window } from "#kernel/window.ts";
import { instantIn } from "#server/http/instant-in.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { massOf } from "#features/quotes/server/public.ts";
import type { BookedTrip } from "#features/quotes/server/public.ts";
import type { editsApi } from "../contract/api.ts";

/** A trip as it is to be priced; its window only where another one is asked for. */
export interface TripWish extends Pick<
  BookedTrip,
  "pickup" | "dropoff" | "massG" | "count" | "serviceLevel"
> {
  readonly window?: Window | undefined;
}

/** The window that is asked for, where one is. @throws BadInput for a time that is none */
export const windowAsked = (
  start: string | undefined,
  end: string | undefined,
  names: readonly [string, string],
): Window | undefined =>
  start === undefined || end === undefined
    ? undefined
    : { start: instantIn(start, names[0]), end: instantIn(end, names[1]) };

/** A delivery with what a call to price it names. */
export function toBePriced(
  { parcels, serviceLevel }: DeliveryRecord,
  asked: ParsedOf<typeof editsApi.priceTrip>,
): TripWish {
  return {
    pickup: { point: { lon: asked.pickupLon, lat: asked.pickupLat } },
    dropoff: { point: { lon: asked.dropoffLon, lat: asked.dropoffLat } },
    massG: asked.massG ?? massOf(parcels),
    count: asked.parcels ?? parcels.length,
    serviceLevel: asked.serviceLevel ?? serviceLevel,
    window: windowAsked(asked.windowStart, asked.windowEnd, ["windowStart", "windowEnd"]),
  };
}

/** Values of a delivery that a call to change it names; the others stay. */
export type AskedValues = Pick<DeliveryRecord, "pickup" | "dropoff" | "parcels" | "serviceLevel">;

export const valuesAsked = (
  delivery: AskedValues,
  { pickup, dropoff, parcels, serviceLevel }: ParsedOf<typeof editsApi.editTrip>,
): AskedValues => ({
  pickup: pickup ?? delivery.pickup,
  dropoff: dropoff ?? delivery.dropoff,
  parcels: parcels ?? delivery.parcels,
  serviceLevel: serviceLevel ?? delivery.serviceLevel,
});

/** A delivery with these values, as it is to be priced. */
export const wishOf = ({ parcels, ...values }: AskedValues, window?: Window): TripWish => ({
  ...values,
  massG: massOf(parcels),
  count: parcels.length,
  window,
});
