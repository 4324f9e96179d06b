import { useEffect } from "react";
import * as z from "zod/mini";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { Address } from "#features/places/contract/api.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import {
  bookedEnd,
  changedEnds,
  type EditForm,
  type End,
  ENDS,
  isSame,
  type TripTyped,
  typedOf,
} from "./trip-values.ts";

const Typed = z.nullable(Address);
/** Addresses typed in this tab, and the booked ones that they were typed over. */
const Kept = z.strictObject({
  seen: z.strictObject({ pickup: Address, dropoff: Address }),
  typed: z.strictObject({ pickup: Typed, dropoff: Typed }),
});

const draftOf = (id: string): string => `trip-${id}`;
export const forgetTrip = (id: string): void => forgetDraft(draftOf(id));

/** The form's first values: an end that this tab kept lies over the booked one, the other follows the delivery. */
export function firstTyped(delivery: Delivery): TripTyped {
  const fresh = typedOf(delivery);
  const kept = Kept.safeParse(readDraft<unknown>(draftOf(delivery.id), null));
  if (!kept.success) return fresh;
  const { seen, typed } = kept.data;
  const endOf = (end: End) => (isSame(typed[end], seen[end]) ? fresh[end] : typed[end]);
  return { ...fresh, pickup: endOf("pickup"), dropoff: endOf("dropoff") };
}

/** Keeps the addresses that are typed in this tab; a decision belongs to the price of the moment and is asked for anew. */
export function useTripDraft(form: EditForm, delivery: Delivery): void {
  useEffect(
    () =>
      form.subscribe(() => {
        const { pickup, dropoff } = form.values();
        const typed = { pickup, dropoff };
        const isTyped =
          ENDS.some((end) => typed[end] === null) || Object.keys(changedEnds(delivery, typed)).length > 0;
        if (!isTyped) return forgetTrip(delivery.id);
        const seen = { pickup: bookedEnd(delivery, "pickup"), dropoff: bookedEnd(delivery, "dropoff") };
        saveDraft(draftOf(delivery.id), { seen, typed });
      }),
    [form, delivery],
  );
}
