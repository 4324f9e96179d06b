import { toIso } from "#kernel/instant.ts";
import type { CourierDay, CourierStop } from "../../contract/api.ts";
import { layCash } from "../../domain/lay-cash.ts";
import { layHandovers } from "../../domain/lay-handovers.ts";
import { layMessages } from "../../domain/lay-messages.ts";
import { layOver } from "../../domain/lay-over.ts";
import { reasonsOf } from "#features/reasons/domain/terms.ts";
import type { Kept, KeptFile } from "#kernel/outbox/op.ts";

/** The stored day with the unsent commands and the pictures of this phone laid over it. */
export function dayShown({ day: stored, ops, files }: Kept<CourierDay>, now: number): CourierDay | null {
  const day = stored?.day;
  if (!day) return null;
  const waiting = ops.filter((op) => op.state === "waiting").map((op) => op.command);
  const stops = layOver(layHandovers(day.stops, waiting), waiting, now, reasonsOf(day.reasons));
  const duty = waiting.findLast((command) => command.type === "shift");
  return {
    ...day,
    // Safe: this phone wrote the body.
    onDuty: duty ? (JSON.parse(duty.body) as { onDuty: boolean }).onDuty : day.onDuty,
    ...(day.messages && { messages: layMessages(day.messages, waiting) }),
    stops: layCash(stops, ops).map((stop) => ({ ...stop, proofs: proofsOf(stop, files) })),
  };
}

function proofsOf(stop: CourierStop, files: readonly KeptFile[]): CourierStop["proofs"] {
  const known = new Set(stop.proofs.map((proof) => proof.id));
  const here = files.filter((file) => file.taskId === stop.taskId && !known.has(file.id));
  return [
    ...stop.proofs,
    ...here.map(({ id, kind, sha256, takenAt, bytes }) => ({
      id,
      kind,
      sha256,
      bytes,
      takenAt: toIso(takenAt),
    })),
  ];
}
