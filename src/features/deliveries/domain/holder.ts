import type { DeliveryState, Task } from "./delivery.ts";

type Had = Pick<Task, "courierId" | "pastCourierIds">;

const courierOf = ({ courierId, pastCourierIds }: Had): string | null =>
  courierId ?? pastCourierIds.at(-1) ?? null;

/**
 * The courier in whose hands the parcels are: who has the newest task that any courier ever had, cancelled ones too, since
 * a plan that is withdrawn moves no parcel. Null where no courier has them. The board says the same in SQL (`dispatch/server/read-board.ts`).
 */
export function holderOf({
  custody,
  closedAs,
  tasks,
}: Pick<DeliveryState, "custody" | "closedAs"> & { readonly tasks: readonly Had[] }): string | null {
  if (custody !== "courier" || closedAs !== null) return null;
  return tasks.map(courierOf).findLast((id) => id !== null) ?? null;
}

/** Delivery whose parcels may be in a courier's hands. */
interface MaybeHeld {
  readonly deliveryId: string;
  readonly holder: string | null;
}

export type Held<W extends MaybeHeld> = W & { readonly holder: string };

/** Those whose parcels are in another courier's hands than those of whoever is to have them. */
export const heldByOthers = <W extends MaybeHeld>(work: readonly W[], courierId: string): Held<W>[] =>
  work.flatMap((one) => {
    const { holder } = one;
    return holder !== null && holder !== courierId ? [{ ...one, holder }] : [];
  });

/** Those of them that nobody said are handed over. */
export function unsaidOf<W extends MaybeHeld>(
  held: readonly W[],
  notes: readonly { readonly deliveryId: string }[] = [],
): W[] {
  const said = new Set(notes.map(({ deliveryId }) => deliveryId.toLowerCase()));
  return held.filter(({ deliveryId }) => !said.has(deliveryId));
}
