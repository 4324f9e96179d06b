import { restoreEdits, runCommand, type Who } from "#features/deliveries/server/public.ts";
import { type EditInverse, undoEdit, undoPin } from "#features/dispatch/server/public.ts";
import { undoDisposal, undoLeave } from "#features/edits/server/public.ts";
import { undoResolve, undoTake } from "#features/exceptions/server/public.ts";
import { takeBack as takeMessageBack } from "#features/messages/server/public.ts";
import { takeBack as takeOfferBack } from "#features/offers/server/public.ts";
import { undoPlanIn } from "#features/planning/server/public.ts";
import { undoStreet } from "#features/streets/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import { derivedId } from "#server/ids.ts";
import type { WorkGuard } from "#server/room.ts";

/** Author of an undo; the key is that of its part in the room. */
export type Undoing = Who & { readonly key: string };

/** The inverses by their undoer's name, as their rooms keep them. */
interface Inverses {
  "edit-plan": EditInverse;
  pin: { readonly deliveryId: string; readonly pinned: boolean };
  publish: { readonly id: string };
  edit: { readonly deliveryId: string; readonly undoes: string };
  leave: { readonly deliveryId: string; readonly undoes: string };
  disposal: { readonly deliveryId: string; readonly was: "dispose" | "return_to_sender" };
  withdraw: { readonly deliveryId: string; readonly undoes: string };
  "exception-owner": { readonly id: string; readonly ownerId: string | null };
  "exception-reopen": { readonly id: string };
  message: { readonly id: string };
  offers: { readonly ids: readonly string[] };
  street: { readonly id: string; readonly isOut: boolean };
}

/** A stored inverse: its room wrote it with the command. */
export type StoredInverse = {
  [K in keyof Inverses]: { readonly by: K; readonly data: Inverses[K] };
}[keyof Inverses];

type Undoers = {
  readonly [K in keyof Inverses]: (
    tx: Tx,
    who: Undoing,
    data: Inverses[K],
    guard: WorkGuard | undefined,
  ) => Promise<unknown>;
};

const UNDOERS: Undoers = {
  "edit-plan": undoEdit,
  pin: undoPin,
  publish: (tx, who, { id }, guard) => undoPlanIn(tx, guard, id, who),
  edit: restoreOne,
  leave: undoLeave,
  disposal: undoDisposal,
  withdraw,
  "exception-owner": undoTake,
  "exception-reopen": undoResolve,
  message: (tx, who, { id }) => takeMessageBack(tx, who, id),
  offers: async (tx, who, { ids }) => {
    for (const id of ids) await takeOfferBack(tx, { ...who, key: derivedId(who.key, id) }, id);
  },
  street: undoStreet,
};

/** Carries an inverse out by its room, in the transaction of the undo. @throws Refusal of the room */
export async function carryOut(
  tx: Tx,
  who: Undoing,
  { by, data }: StoredInverse,
  guard: WorkGuard | undefined,
): Promise<void> {
  // Safe: each inverse has the data of its own undoer.
  const undoer = UNDOERS[by] as Undoers["edit-plan"];
  await undoer(tx, who, data as EditInverse, guard);
}

/** Puts back the values that an edit of one delivery changed. */
function restoreOne(tx: Tx, who: Undoing, { deliveryId, undoes }: Inverses["edit"]): Promise<void> {
  return restoreEdits(tx, who, { deliveryIds: [deliveryId], undoes });
}

/** Takes another try or the way back out of the plan again, and the time that was promised with it. */
async function withdraw(tx: Tx, who: Undoing, { deliveryId, undoes }: Inverses["withdraw"]): Promise<void> {
  await restoreOne(tx, who, { deliveryId, undoes });
  const command = {
    type: "withdraw" as const,
    commandId: derivedId(who.key, deliveryId),
    occurredAt: who.now,
    note: null,
  };
  await runCommand(tx, who, { deliveryId, command });
}
