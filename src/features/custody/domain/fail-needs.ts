import { reasonOf } from "#features/parcels/domain/reasons.ts";
import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";
import type { Needs } from "#features/proofs/domain/needs.ts";

/** A stop as far as the proofs of its failure depend on it. */
interface Failing {
  readonly kind: TaskKind;
  /** Absent from days that older servers sent. */
  readonly onFail?: Needs | undefined;
}

/** Proofs of a stop's failure: by the policy, and by the reason once it is chosen. Nobody signs there: a picture is a photo. */
export function failNeeds({ kind, onFail }: Failing, reason: string): Needs {
  const { required, preferred } = onFail ?? { required: [], preferred: [] };
  const ofReason = reasonOf(kind, reason)?.proofs ?? [];
  const needed = new Set([
    ...required,
    ...ofReason.map((need) => (need === "photo_or_signature" ? "photo" : need)),
  ]);
  return { required: [...needed], preferred: preferred.filter((need) => !needed.has(need)) };
}
