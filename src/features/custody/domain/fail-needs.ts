import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import type { Needs } from "#features/proofs/domain/needs.ts";

/** A stop as far as the proofs of its failure depend on it. */
interface Failing {
  /** Absent from days that older servers sent. */
  readonly onFail?: Needs | undefined;
}

/** Proofs of a stop's failure: by the policy, and by the reason once it is chosen. */
export function failNeeds({ onFail }: Failing, reason?: FailureReason): Needs {
  const { required, preferred } = onFail ?? { required: [], preferred: [] };
  const needed = new Set([...required, ...(reason?.proofs ?? [])]);
  return { required: [...needed], preferred: preferred.filter((need) => !needed.has(need)) };
}
