import type { TaskKind } from "./task-lifecycle.ts";

/** Proofs that a task may require: the name of the person who took the parcels, and a picture of some kind. */
export const PROOF_NEEDS = ["recipient_name", "photo_or_signature"] as const;
export type ProofNeed = (typeof PROOF_NEEDS)[number];

export type ProofPolicy = Readonly<Record<TaskKind, readonly ProofNeed[]>>;

/** Handing over needs a name and one of photo and signature; collecting and returning need nothing. */
export const DEFAULT_PROOF_POLICY: ProofPolicy = {
  collect: [],
  deliver: ["recipient_name", "photo_or_signature"],
  return: [],
};

export interface ProofsGiven {
  readonly recipientName: string | null;
  readonly proofIds: readonly string[];
}

/** The needs that are not met, in the order of `needs`. */
export function missingProofs(needs: readonly ProofNeed[], given: ProofsGiven): ProofNeed[] {
  const met: Readonly<Record<ProofNeed, boolean>> = {
    recipient_name: (given.recipientName ?? "").trim() !== "",
    photo_or_signature: given.proofIds.length > 0,
  };
  return needs.filter((need) => !met[need]);
}
