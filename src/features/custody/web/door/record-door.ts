import type { CourierStop } from "#features/courier/contract/api.ts";
import { newestOf } from "#features/courier/domain/proofs.ts";
import { phone, phoneView } from "#features/courier/web/public.ts";
import { newId } from "#web/api/new-id.ts";
import { type DoorOutcome, doorEntries } from "./door-entries.ts";

/**
 * Stores the outcome of all chosen stops in one transaction. Pictures belong to the stop at which they were taken; where
 * that one stays open, the first of the chosen takes them.
 *
 * @throws Problem `courier.not-saved` when the phone refuses
 */
export async function recordDoor(
  stop: CourierStop,
  chosen: readonly CourierStop[],
  outcome: DoorOutcome,
): Promise<void> {
  const here = await phone();
  const [first] = chosen;
  if (first && !chosen.some(({ taskId }) => taskId === stop.taskId)) await moveDrafts(stop, first);
  // The stop of the pictures comes first: its command carries them.
  const ordered = chosen.toSorted((a, b) => Number(b === stop) - Number(a === stop));
  await here.record(doorEntries(ordered, stop.proofs, outcome, newId));
}

async function moveDrafts({ proofs }: CourierStop, { taskId, deliveryId }: CourierStop): Promise<void> {
  const here = await phone();
  for (const kind of ["photo", "signature"] as const) {
    const file = phoneView().files.find(({ id }) => id === newestOf(proofs, kind)?.id);
    const blob = file && (await here.blob(file.id));
    if (file?.state === "draft" && blob) await here.keepFile({ ...file, taskId, deliveryId }, blob);
  }
}
