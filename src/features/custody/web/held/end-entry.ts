import { TEXT_LIMITS } from "#contract/schemas.ts";
import type { ParcelInHand } from "#features/courier/contract/api.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";

export type Place = NonNullable<ParcelInHand["bringTo"]>;

/** Record that the parcels are there, with the name of whoever took them. */
export function endEntry(
  { deliveryId, taskId, number }: Pick<ParcelInHand, "deliveryId" | "taskId" | "number">,
  to: Place,
  takenBy: string,
): Entry {
  const name = takenBy.trim().slice(0, TEXT_LIMITS.name);
  return {
    type: "parcel_ended",
    v: 1,
    body: { deliveryId, taskId, to, takenBy: name === "" ? null : name },
    deliveryId,
    taskId,
    label: number,
    canUndo: true,
  };
}
