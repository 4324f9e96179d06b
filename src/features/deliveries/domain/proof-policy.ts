import type { TaskKind } from "./task-lifecycle.ts";

/** Proofs that a task may require: the taker's name, a picture of some kind, the codes of all parcels. */
export const PROOF_NEEDS = ["recipient_name", "photo_or_signature", "barcode"] as const;
export type ProofNeed = (typeof PROOF_NEEDS)[number];

export type ProofPolicy = Readonly<Record<TaskKind, readonly ProofNeed[]>>;

/** Handing over needs a name and one of photo and signature; collecting and returning need nothing. */
export const DEFAULT_PROOF_POLICY: ProofPolicy = {
  collect: [],
  deliver: ["recipient_name", "photo_or_signature"],
  return: [],
};

/** Proofs that a courier is asked for and may leave out. */
export const PREFERRED_PROOFS: readonly ProofNeed[] = ["barcode"];

/** Reasons why a parcel's code was not scanned; one of them stands for the codes that are missing. */
export const SCAN_EXCUSES = ["label_unreadable", "label_missing", "cannot_scan"] as const;
export type ScanExcuse = (typeof SCAN_EXCUSES)[number];

export interface ProofsGiven {
  readonly recipientName: string | null;
  readonly proofIds: readonly string[];
  /** All codes were scanned, or somebody said why not. */
  readonly isScanned?: boolean;
}

/** The needs that are not met, in the order of `needs`. */
export function missingProofs(needs: readonly ProofNeed[], given: ProofsGiven): ProofNeed[] {
  const met: Readonly<Record<ProofNeed, boolean>> = {
    recipient_name: (given.recipientName ?? "").trim() !== "",
    photo_or_signature: given.proofIds.length > 0,
    barcode: given.isScanned === true,
  };
  return needs.filter((need) => !met[need]);
}
