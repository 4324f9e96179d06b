import * as z from "zod/mini";
import type { InputOf } from "#contract/endpoint.ts";
import { Note } from "#contract/schemas.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { EDIT_LOCKS } from "#features/deliveries/domain/edits.ts";
import type { Address } from "#features/places/contract/api.ts";
import { Trip, type TripForm } from "#features/sender/web/public-parts.ts";
import type { Form } from "#web/forms/use-form.ts";
import { Decision, type editsApi } from "../contract/api.ts";

/** The form's values, checked; a decision is asked for only where there is a difference. */
export const TripValues = z.strictObject({
  pickup: Trip.shape.pickup,
  dropoff: Trip.shape.dropoff,
  decision: z.union([z.literal(""), Decision]),
  reason: Note,
});

export interface TripTyped {
  pickup: Address | null;
  dropoff: Address | null;
  decision: z.output<typeof Decision> | "";
  reason: string;
}
export type EditForm = Form<TripTyped, z.output<typeof TripValues>>;

export const ENDS = ["pickup", "dropoff"] as const;
export type End = (typeof ENDS)[number];

/** The form as the fields of the booking take it. Safe: they read and write the two addresses alone. */
export const endsOf = (form: EditForm): TripForm => form as unknown as TripForm;

/** An address that was booked stands where it is. */
export const bookedEnd = (delivery: Delivery, end: End): Address => ({
  ...delivery[end],
  pinConfirmed: true,
});

export const typedOf = (delivery: Delivery): TripTyped => ({
  pickup: bookedEnd(delivery, "pickup"),
  dropoff: bookedEnd(delivery, "dropoff"),
  decision: "",
  reason: "",
});

export const isSame = (a: Address | null, b: Address | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The ends that were typed over, as they are sent; none that is locked. */
export function changedEnds(
  delivery: Delivery,
  typed: Pick<TripTyped, End>,
): Pick<InputOf<typeof editsApi.editTrip>, End> {
  const locks = EDIT_LOCKS[delivery.state];
  const isChanged = (end: End) => locks[end] === null && !isSame(typed[end], bookedEnd(delivery, end));
  return {
    ...(typed.pickup && isChanged("pickup") && { pickup: typed.pickup }),
    ...(typed.dropoff && isChanged("dropoff") && { dropoff: typed.dropoff }),
  };
}

/** The points to price, once both ends are there and one of them is another. */
export function pricedPoints(delivery: Delivery, typed: Pick<TripTyped, End>) {
  const changed = changedEnds(delivery, typed);
  if (!typed.pickup || !typed.dropoff || Object.keys(changed).length === 0) return undefined;
  const [pickup, dropoff] = [
    (changed.pickup ?? delivery.pickup).point,
    (changed.dropoff ?? delivery.dropoff).point,
  ];
  return {
    id: delivery.id,
    pickupLon: pickup.lon,
    pickupLat: pickup.lat,
    dropoffLon: dropoff.lon,
    dropoffLat: dropoff.lat,
  };
}
