import { couriersById } from "#features/accounts/server/public.ts";
import { type Held, unsaidOf } from "#features/deliveries/domain/holder.ts";
import type { Who } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { HandOverNote } from "../contract/api.ts";
import type { Work } from "./edit-query.ts";

/** Tells both couriers of parcels that go from hand to hand; a later room does. */
export type TellHandover = (
  tx: Tx,
  who: Who & { readonly key: string },
  handover: Readonly<Record<"deliveryId" | "from" | "to" | "note", string>>,
) => Promise<void>;

export type HeldWork = Held<Work>;

/** Says who has parcels that must be handed over before another courier can have them. */
export async function parcelsHeld(tx: Tx, held: readonly HeldWork[]): Promise<Refusal> {
  const couriers = await couriersById(tx, [...new Set(held.map(({ holder }) => holder))]);
  return new Refusal("dispatch.parcels-held", {
    courier: couriers.map(({ name }) => name).join(", "),
    numbers: held.map(({ number }) => number).join(", "),
    n: held.reduce((sum, { parcels }) => sum + parcels, 0),
  });
}

/** @throws Refusal `dispatch.parcels-held` unless each delivery that another courier holds comes with its note */
export async function mayTake(
  tx: Tx,
  held: readonly HeldWork[],
  notes: readonly HandOverNote[] = [],
): Promise<void> {
  const unsaid = unsaidOf(held, notes);
  if (unsaid.length > 0) throw await parcelsHeld(tx, unsaid);
}
