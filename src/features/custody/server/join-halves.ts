import { lockDeliveries, runCommand } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { closeException, openException } from "#features/exceptions/server/public.ts";
import type { Phone } from "#features/courier/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { isHeld } from "../domain/held.ts";
import { aloneKey } from "./alone.ts";
import { markJoined } from "./half-rows.ts";
import type { Half, Parcels } from "./half-rows.ts";

interface Pair {
  readonly given: Half & { readonly parcels: Parcels };
  readonly taken: Half;
}

/**
 * The delivery whose parcels are in a courier's hands for this very task, held until the transaction ends.
 *
 * @throws Refusal `custody.not-held`
 */
export async function lockHeld(tx: Tx, { deliveryId, taskId }: Parcels): Promise<DeliveryRecord> {
  const [delivery] = await lockDeliveries(tx, [deliveryId]);
  if (!delivery || !isHeld(delivery, taskId)) throw new Refusal("custody.not-held", { taskId });
  return delivery;
}

/**
 * Gives the task to the taker once both halves are there. Against a plan that gave it to a third courier meanwhile it
 * counts, too, and the office sees the conflict.
 *
 * @returns whether the plan said otherwise
 */
export async function joinHalves(
  tx: Tx,
  { actor, now }: Phone,
  { given, taken }: Pair,
): Promise<{ readonly isConflict: boolean }> {
  const { parcels } = given;
  const delivery = await lockHeld(tx, parcels);
  const planned = delivery.tasks.find(({ id }) => id === parcels.taskId)?.courierId ?? null;
  await markJoined(tx, [given.id, taken.id], now);
  for (const key of [aloneKey(given), aloneKey(taken)]) await closeException(tx, key, now);
  if (planned === taken.courierId) return { isConflict: false };
  const waybill = { kind: "system", orgId: actor.orgId, roles: [], name: "Waybill" } as const;
  const occurredAt = Math.max(given.happenedAt, taken.happenedAt);
  const command = {
    type: "assign",
    commandId: newId(now),
    occurredAt,
    taskIds: [parcels.taskId],
    courierId: taken.courierId,
  } as const;
  const who = { actor: waybill, scope: "org", now } as const;
  await runCommand(tx, who, { deliveryId: parcels.deliveryId, command }, { handover: true });
  const isConflict = planned !== given.courierId;
  if (isConflict)
    await openException(tx, {
      kind: "plan_conflict",
      key: `handover:${given.code}:${parcels.deliveryId}:plan`,
      ...parcels,
      courierId: taken.courierId,
      happenedAt: occurredAt,
      openedAt: now,
      facts: { type: "taken_over", code: "custody.reassigned" },
      command: null,
    });
  return { isConflict };
}
