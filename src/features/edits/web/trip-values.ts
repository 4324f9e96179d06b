import * as z from "zod/mini";
import type { InputOf } from "#contract/endpoint.ts";
import { LocalDate, LocalTime, Note } from "#contract/schemas.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { windowOf } from "#features/delivery-pages/web/public.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { EDIT_LOCKS } from "#features/deliveries/domain/edits.ts";
import { typedParcel } from "#features/order-entry/web/public-parts.ts";
import type { Address } from "#features/places/contract/api.ts";
import type { ServiceLevel } from "#features/quotes/contract/api.ts";
import { type ParcelDraft, parcelOf, Trip, type TripForm } from "#features/sender/web/public-parts.ts";
import type { Form } from "#web/forms/use-form.ts";
import { Decision, type editsApi } from "../contract/api.ts";

/** The form's values, checked; a decision is asked for only where there is a difference. */
export const TripValues = z.strictObject({
  pickup: Trip.shape.pickup,
  dropoff: Trip.shape.dropoff,
  parcels: Trip.shape.parcels,
  serviceLevel: Trip.shape.serviceLevel,
  window: z.strictObject({ date: LocalDate, from: LocalTime, until: LocalTime }),
  decision: z.union([z.literal(""), Decision]),
  reason: Note,
});

interface TypedWindow {
  date: string;
  from: string;
  until: string;
}
export interface TripTyped {
  pickup: Address | null;
  dropoff: Address | null;
  parcels: ParcelDraft[];
  serviceLevel: ServiceLevel;
  window: TypedWindow;
  decision: z.output<typeof Decision> | "";
  reason: string;
}
export type EditForm = Form<TripTyped, z.output<typeof TripValues>>;

export const ENDS = ["pickup", "dropoff"] as const;
export type End = (typeof ENDS)[number];
/** Parts of the form that stand in the delivery; each follows it until it is typed over. */
export const PARTS = [...ENDS, "parcels", "serviceLevel", "window"] as const;
export type Part = (typeof PARTS)[number];
export type Parts = Pick<TripTyped, Part>;

/** Time zone of the area and currency of the operator. */
export interface Units {
  readonly zone: string;
  readonly currency: string;
}

/** The form as the fields of the booking take it. Safe: they read and write addresses and parcels alone. */
export const bookingForm = (form: EditForm): TripForm => form as unknown as TripForm;

/** An address that was booked stands where it is. */
export const bookedEnd = (delivery: Delivery, end: End): Address => ({
  ...delivery[end],
  pinConfirmed: true,
});

export function typedWindow({ start, end }: Delivery["window"], zone: string): TypedWindow {
  const from = localAt(fromIso(start), zone);
  return { date: from.date, from: from.time, until: localAt(fromIso(end), zone).time };
}

/** A delivery's values as the form shows them. */
export const bookedParts = (delivery: Delivery, { zone, currency }: Units): Parts => ({
  pickup: bookedEnd(delivery, "pickup"),
  dropoff: bookedEnd(delivery, "dropoff"),
  parcels: delivery.parcelList.map((parcel) => typedParcel(parcel, currency)),
  serviceLevel: delivery.serviceLevel,
  window: typedWindow(delivery.window, zone),
});

export const typedOf = (delivery: Delivery, units: Units): TripTyped => ({
  ...bookedParts(delivery, units),
  decision: "",
  reason: "",
});

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Locks of the form's parts. */
export function locksOf(delivery: Delivery) {
  const { pickup, dropoff, parcels, service, window } = EDIT_LOCKS[delivery.state];
  return { pickup, dropoff, parcels, serviceLevel: service, window };
}

/** Parts that were typed over, none that is locked. */
export function changedParts(delivery: Delivery, typed: Parts, units: Units): Part[] {
  const [locks, booked] = [locksOf(delivery), bookedParts(delivery, units)];
  return PARTS.filter((part) => locks[part] === null && !isSame(typed[part], booked[part]));
}

type Asked = Pick<InputOf<typeof editsApi.editTrip>, Part>;

/** The parts that were typed over, as they are sent. */
export function askedOf(delivery: Delivery, typed: Parts, units: Units): Asked {
  const changed = changedParts(delivery, typed, units);
  const { pickup, dropoff, parcels, serviceLevel, window } = typed;
  return {
    ...(pickup && changed.includes("pickup") && { pickup }),
    ...(dropoff && changed.includes("dropoff") && { dropoff }),
    ...(changed.includes("parcels") && { parcels: parcels.map((one) => parcelOf(one, units.currency)) }),
    ...(changed.includes("serviceLevel") && { serviceLevel }),
    ...(changed.includes("window") && { window: windowOf(window, units.zone) }),
  };
}

/** Whether every part is far enough to be priced. */
function isWhole({ pickup, dropoff, parcels, window }: Parts): boolean {
  const checked = z.strictObject({ parcels: TripValues.shape.parcels, window: TripValues.shape.window });
  return pickup !== null && dropoff !== null && checked.safeParse({ parcels, window }).success;
}

/** The question of the price, once something is changed and all of it is there. */
export function toPrice(
  delivery: Delivery,
  typed: Parts,
  units: Units,
): InputOf<typeof editsApi.priceTrip> | undefined {
  if (!isWhole(typed) || changedParts(delivery, typed, units).length === 0) return undefined;
  const { parcels, serviceLevel, window, ...ends } = askedOf(delivery, typed, units);
  const pickup = (ends.pickup ?? delivery.pickup).point;
  const dropoff = (ends.dropoff ?? delivery.dropoff).point;
  return {
    id: delivery.id,
    pickupLon: pickup.lon,
    pickupLat: pickup.lat,
    dropoffLon: dropoff.lon,
    dropoffLat: dropoff.lat,
    ...(parcels && {
      massG: parcels.reduce((sum, { massG }) => sum + massG, 0),
      parcels: parcels.length,
    }),
    ...(serviceLevel !== undefined && { serviceLevel }),
    ...(window && { windowStart: window.start, windowEnd: window.end }),
  };
}
