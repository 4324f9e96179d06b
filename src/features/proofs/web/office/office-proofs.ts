import { parseParcelCode } from "#kernel/parcel-code.ts";
import { type Needs, type ProofNeed, missingProofs } from "../../domain/needs.ts";

/** Reasons why codes are not read at the office; without anybody beside the parcels the end is recorded as unproven. */
export const OFFICE_EXCUSES = ["label_unreadable", "label_missing"] as const;

/** Proofs of an end as a dispatcher fills them in. */
export interface OfficeTyped {
  recipientName: string;
  photo: File | null;
  signature: File | null;
  /** Codes of labels, separated by commas or lines. */
  codes: string;
  notScanned: (typeof OFFICE_EXCUSES)[number] | "";
  ofAge: boolean;
  /** Recorded without what is missing; the note says why. */
  unproven: boolean;
  note: string;
}

export const NO_OFFICE_PROOF: OfficeTyped = {
  recipientName: "",
  photo: null,
  signature: null,
  codes: "",
  notScanned: "",
  ofAge: false,
  unproven: false,
  note: "",
};

/** Needs of an end, and the codes of all parcels. */
export interface OfficeNeeds extends Needs {
  readonly parcelCodes: readonly string[];
}

/** Which inputs show for these needs. */
export function officeInputs({ required, preferred }: Needs): Readonly<Record<keyof OfficeTyped, boolean>> {
  const asks = (...which: readonly ProofNeed[]) =>
    which.some((need) => required.includes(need) || preferred.includes(need));
  const isScanNeeded = required.includes("barcode");
  return {
    recipientName: asks("recipient_name"),
    photo: asks("photo", "photo_or_signature"),
    signature: asks("signature", "photo_or_signature"),
    codes: isScanNeeded,
    notScanned: isScanNeeded,
    ofAge: asks("age_check"),
    unproven: required.some((need) => need !== "pin"),
    note: true,
  };
}

/** Blanks what was typed in inputs that another choice has hidden since. */
export function officeShown<V extends OfficeTyped>(typed: V, needs: Needs): V {
  const shows: Readonly<Record<string, boolean>> = officeInputs(needs);
  const hidden = Object.entries(NO_OFFICE_PROOF).filter(([name]) => shows[name] === false);
  return { ...typed, ...Object.fromEntries(hidden) };
}

interface OfficeFault {
  readonly path: keyof OfficeTyped;
  readonly message: string;
}

/** Fault of each missing proof, at its input. The PIN is never asked for here: the dispatcher vouches (decision 59). */
const FAULT: Readonly<Record<Exclude<ProofNeed, "pin">, OfficeFault>> = {
  recipient_name: { path: "recipientName", message: "required" },
  photo_or_signature: { path: "photo", message: "required" },
  photo: { path: "photo", message: "required" },
  signature: { path: "signature", message: "required" },
  barcode: { path: "codes", message: "proofs.codes-needed" },
  age_check: { path: "ofAge", message: "proofs.age-check-needed" },
  note: { path: "note", message: "required" },
};

/** Codes as typed, each as labels carry it where it is one. */
export const codesIn = (typed: string): string[] =>
  typed
    .split(/[,;،؛\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => parseParcelCode(text) ?? text);

/** Why an end cannot be recorded like this: one fault at the input of each missing proof. */
export function officeFaults(typed: OfficeTyped, { required, parcelCodes }: OfficeNeeds): OfficeFault[] {
  const codes = codesIn(typed.codes);
  if (codes.some((code) => !parcelCodes.includes(code)))
    return [{ path: "codes", message: "proofs.code-foreign" }];
  if (typed.unproven) return typed.note.trim() === "" ? [{ path: "note", message: "required" }] : [];
  const pictures = (["photo", "signature"] as const).filter((kind) => typed[kind] !== null);
  const given = {
    ...typed,
    proofIds: pictures,
    pictures,
    isScanned: typed.notScanned !== "" || parcelCodes.every((code) => codes.includes(code)),
  };
  return missingProofs(required, given).flatMap((need) => (need === "pin" ? [] : FAULT[need]));
}

/** Typed proofs as a command carries them, without the pictures. */
export const officeOutcome = ({ codes, notScanned, ofAge, unproven }: OfficeTyped) => ({
  ...(codes.trim() !== "" && { codes: codesIn(codes) }),
  ...(notScanned !== "" && { notScanned }),
  ...(ofAge && { ofAge: true as const }),
  ...(unproven && { unproven: true as const }),
});
