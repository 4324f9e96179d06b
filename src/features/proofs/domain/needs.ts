/**
 * Proofs that the end of a task may need. `photo_or_signature`: one of both is enough. `age_check`: the courier saw a
 * document that says 18 years or more; nothing of it is kept. `pin`: the recipient said the four digits of their tracking
 * page.
 */
export const PROOF_NEEDS = [
  "recipient_name",
  "photo_or_signature",
  "photo",
  "signature",
  "barcode",
  "age_check",
  "pin",
  "note",
] as const;
export type ProofNeed = (typeof PROOF_NEEDS)[number];

/** Kinds of work, as tasks have them. */
export const PROOF_PHASES = ["collect", "deliver", "return"] as const;
export type ProofPhase = (typeof PROOF_PHASES)[number];

/** Ends of a task, as commands name them. */
export const PROOF_ENDS = ["succeed", "fail"] as const;
export type ProofEnd = (typeof PROOF_ENDS)[number];

/** A required proof must come; a preferred one is asked for and may be left out. */
export interface Needs {
  readonly required: readonly ProofNeed[];
  readonly preferred: readonly ProofNeed[];
}

/** Needs of each end of each kind of task, for one delivery. */
export type DeliveryNeeds = Readonly<Record<ProofPhase, Readonly<Record<ProofEnd, Needs>>>>;

/** Proofs that make sense where a task fails: nobody takes the parcels, nobody signs. */
export const FAIL_NEEDS: readonly ProofNeed[] = ["photo", "note"];

/** Proofs that this end of this kind of task can have: only a recipient who takes parcels has a PIN. */
export const needsOfEnd = (phase: ProofPhase, end: ProofEnd): readonly ProofNeed[] =>
  end === "fail" ? FAIL_NEEDS : PROOF_NEEDS.filter((need) => need !== "pin" || phase === "deliver");

/** Whether a PIN is required or preferred. */
export const asksForPin = ({ required, preferred }: Needs): boolean =>
  required.includes("pin") || preferred.includes("pin");

/** Reasons why a parcel's code was not scanned; one of them stands for the codes that are missing. */
export const SCAN_EXCUSES = ["label_unreadable", "label_missing", "cannot_scan"] as const;
export type ScanExcuse = (typeof SCAN_EXCUSES)[number];

export type PictureKind = "photo" | "signature";

/** Comparison of the PIN that was typed with the delivery's. */
export type PinCheck = "right" | "wrong";

export interface ProofsGiven {
  readonly recipientName: string | null;
  readonly note: string | null;
  readonly proofIds: readonly string[];
  /** Kinds of the pictures that `proofIds` name, as far as they are known. */
  readonly pictures?: readonly PictureKind[] | undefined;
  /** All codes were scanned, or somebody said why not. */
  readonly isScanned?: boolean;
  readonly ofAge?: boolean | undefined;
  readonly pinCheck?: PinCheck | undefined;
}

const isText = (text: string | null): boolean => (text ?? "").trim() !== "";

/** The needs that are not met, in the order of `needs`. */
export function missingProofs(needs: readonly ProofNeed[], given: ProofsGiven): ProofNeed[] {
  const { recipientName, note, proofIds, pictures = [], isScanned, ofAge, pinCheck } = given;
  const met: Readonly<Record<ProofNeed, boolean>> = {
    recipient_name: isText(recipientName),
    photo_or_signature: proofIds.length > 0,
    photo: pictures.includes("photo"),
    signature: pictures.includes("signature"),
    barcode: isScanned === true,
    age_check: ofAge === true,
    pin: pinCheck === "right",
    note: isText(note),
  };
  return needs.filter((need) => !met[need]);
}

/** Missing needs as an exception names them: `pin_wrong` where another PIN was typed. */
export const tellMissing = (
  missing: readonly string[],
  { pinCheck }: { readonly pinCheck?: PinCheck | null },
): string[] => missing.map((need) => (need === "pin" && pinCheck === "wrong" ? "pin_wrong" : need));
