import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";
import { hashOf } from "#server/db/hash.ts";

/** Hex characters that tell the addresses of one stop apart. */
const TAG_LENGTH = 16;

/** Names the address of a task as it is now. */
export function addressTagOf(
  { pickup, dropoff }: Pick<DeliveryRecord, "pickup" | "dropoff">,
  kind: TaskKind | undefined,
): string {
  return hashOf(kind === "deliver" ? dropoff : pickup).slice(0, TAG_LENGTH);
}
