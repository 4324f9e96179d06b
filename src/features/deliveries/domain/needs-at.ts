import type { ProofEnd, ProofNeed } from "#features/proofs/domain/needs.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import type { DeliveryState } from "./delivery.ts";
import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import type { TaskKind } from "./task-lifecycle.ts";

/** Proofs that this end must bring: by the policy at the booking, and by the reason of a failure. */
export function needsAt(
  { proofNeeds }: Pick<DeliveryState, "proofNeeds">,
  kind: TaskKind,
  end: ProofEnd,
  reason?: FailureReason | null,
): ProofNeed[] {
  return [...new Set([...(proofNeeds ?? DEFAULT_NEEDS)[kind][end].required, ...(reason?.proofs ?? [])])];
}
