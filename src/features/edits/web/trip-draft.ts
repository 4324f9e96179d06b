import { useEffect } from "react";
import * as z from "zod/mini";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { Address } from "#features/places/contract/api.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import {
  bookedParts,
  changedParts,
  type EditForm,
  isSame,
  type Parts,
  type TripTyped,
  TripValues,
  typedOf,
  type Units,
} from "./trip-values.ts";

const Kept = z.strictObject({
  pickup: z.nullable(Address),
  dropoff: z.nullable(Address),
  parcels: TripValues.shape.parcels,
  serviceLevel: TripValues.shape.serviceLevel,
  window: TripValues.shape.window,
});
/** Values typed in this tab, and those of the delivery that they were typed over. */
const Draft = z.strictObject({ seen: Kept, typed: Kept });

const draftOf = (id: string): string => `trip-${id}`;
export const forgetTrip = (id: string): void => forgetDraft(draftOf(id));

/** Keeps a part that was typed elsewhere for the form, over the delivery as it was seen there. */
export function keepForTrip(delivery: Delivery, units: Units, typed: Partial<Parts>): void {
  const seen = bookedParts(delivery, units);
  saveDraft(draftOf(delivery.id), { seen, typed: { ...seen, ...typed } });
}

/** Typed values over newer ones of the delivery: a part that was not typed over follows it. */
export function rebasedParts(seen: Parts, fresh: Parts, typed: Parts): Parts {
  const of = <P extends keyof Parts>(part: P): Parts[P] =>
    isSame(typed[part], seen[part]) ? fresh[part] : typed[part];
  return {
    pickup: of("pickup"),
    dropoff: of("dropoff"),
    parcels: of("parcels"),
    serviceLevel: of("serviceLevel"),
    window: of("window"),
  };
}

/** The form's first values: a part that this tab kept lies over the booked one, the others follow the delivery. */
export function firstTyped(delivery: Delivery, units: Units): TripTyped {
  const fresh = typedOf(delivery, units);
  const kept = Draft.safeParse(readDraft<unknown>(draftOf(delivery.id), null));
  return kept.success ? { ...fresh, ...rebasedParts(kept.data.seen, fresh, kept.data.typed) } : fresh;
}

/** Keeps what is typed in this tab; a decision belongs to the price of the moment and is asked for anew. */
export function useTripDraft(form: EditForm, delivery: Delivery, { zone, currency }: Units): void {
  useEffect(
    () =>
      form.subscribe(() => {
        const { decision: _decided, reason: _reason, ...typed } = form.values();
        const units = { zone, currency };
        const isTyped =
          typed.pickup === null || typed.dropoff === null || changedParts(delivery, typed, units).length > 0;
        if (isTyped) keepForTrip(delivery, units, typed);
        else forgetTrip(delivery.id);
      }),
    [form, delivery, zone, currency],
  );
}
