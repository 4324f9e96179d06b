import { courierById } from "#features/accounts/server/public.ts";
import type { FieldChange } from "#features/deliveries/domain/edits.ts";
import { decideRestore, handoverChanges } from "#features/deliveries/domain/edits.ts";
import { handoverFrom } from "#features/proofs/domain/handover.ts";
import { readDelivery, runCommand, writeEdits } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { WorkGuard } from "#server/room.ts";
import { derivedId } from "#server/ids.ts";
import type { Choices } from "../contract/api.ts";
import type { MadeChoice } from "../domain/choice.ts";
import { heldAgain, holds, isPlanned, mayTakeBack } from "../domain/fate.ts";
import { choicesOf, noteTakenBack } from "./choice-rows.ts";
import { actOnce, keepPin, recipientOf } from "./choose.ts";

/**
 * Takes a choice back, once for the call's key: what it changed is as before, and what it planned is planned no more.
 *
 * @throws Refusal `tracking.unknown-link`, `choices.view-only`, `choices.over`
 */
export function takeBack(guard: WorkGuard | undefined, id: string, context: Context): Promise<Choices> {
  const { now } = context;
  return actOnce(context, { type: "recipient.take-back", body: { id } }, async (tx, before) => {
    const all = await choicesOf(tx, before.id);
    const made = all.find((one) => one.id === id.toLowerCase());
    if (!made || !mayTakeBack(made, before, now)) throw new Refusal("choices.over", { id });
    await undo(tx, { context, before, made, guard });
    await noteTakenBack(tx, { id: made.id, again: heldAgain(made, all).map((one) => one.id) }, now);
  });
}

interface Work {
  readonly context: Context;
  /** Locked by this transaction. */
  readonly before: DeliveryRecord;
  readonly made: MadeChoice;
  readonly guard: WorkGuard | undefined;
}

async function undo(tx: Tx, work: Work): Promise<void> {
  const { context, before, made } = work;
  const { now, key } = context;
  const who = recipientOf(context, before.id);
  // The window goes back first: a withdrawn try has none.
  await restore(tx, work);
  if (isPlanned(made))
    await runCommand(tx, who, {
      deliveryId: before.id,
      command: { type: "withdraw", commandId: derivedId(key, "withdraw"), occurredAt: now, note: null },
    });
  if (made.lost) await giveBack(tx, work, made.lost);
}

async function restore(tx: Tx, { context, before, made }: Work): Promise<void> {
  const who = recipientOf(context, before.id);
  const kept = made.changes.flatMap((change) => (isWindow(change) ? [change] : []));
  const edited = decideRestore(
    before,
    kept.map(({ field, from, to }) => ({ field, old: from ?? "", new: to ?? "" })),
  );
  const changed = (field: FieldChange["field"]): FieldChange | undefined =>
    made.changes.find((one) => one.field === field && holds(one, before));
  const note = changed("recipient-note");
  const wish = changed("handover");
  const handover = wish ? handoverFrom(wish.from) : before.handover;
  const changes = [
    ...edited.changes,
    ...(note ? [{ field: note.field, from: note.to, to: note.from }] : []),
    ...handoverChanges(before, handover),
  ];
  if (changes.length === 0) return;
  const recipient = note ? { ...before.recipient, note: note.from ?? "" } : before.recipient;
  const after = { ...edited.after, recipient, handover };
  await writeEdits(tx, { ...who, key: context.key }, [{ before, edited: { after, changes } }]);
  await keepPin(tx, before, handover);
}

type WindowChange = FieldChange & { readonly field: "window" | "pickup-window" };
const isWindow = (change: FieldChange): change is WindowChange =>
  change.field === "window" || change.field === "pickup-window";

/** Gives the work back to the courier who lost it by the choice, where nobody has it and they still ride. */
async function giveBack(
  tx: Tx,
  { context, before, guard }: Work,
  { courierId, taskIds }: NonNullable<MadeChoice["lost"]>,
): Promise<void> {
  const { actor, now, key } = context;
  const { orgId } = actor;
  const open = (await readDelivery(tx, before.id))?.tasks.filter(
    ({ id, state }) => state === "open" && taskIds.includes(id),
  );
  if (!open || open.length === 0 || !(await courierById(tx, courierId))?.active) return;
  if ((await guard?.stopped(tx, now, [before.id]))?.has(before.id)) return;
  const system = { actor: { kind: "system", orgId, roles: [], name: "Waybill" }, scope: "org", now } as const;
  await runCommand(tx, system, {
    deliveryId: before.id,
    command: {
      type: "assign",
      commandId: derivedId(key, "assign"),
      occurredAt: now,
      taskIds: open.map(({ id }) => id),
      courierId,
    },
  });
}
