import type { ProofNeed } from "#features/proofs/domain/needs.ts";

/** Work that parcels change hands by, as tasks have it. */
type Kind = "collect" | "deliver" | "return";

/** Reasons for which a parcel stays with whoever has it, while others of its delivery change hands. */
export const LEFT_HOWS = ["missing", "damaged", "refused"] as const;
export type LeftHow = (typeof LEFT_HOWS)[number];

/** Reasons that each kind of work can have: a parcel is missing at the pickup and refused at the door. */
export const HOWS_OF: Readonly<Record<Kind, readonly LeftHow[]>> = {
  collect: ["missing", "damaged"],
  deliver: ["refused", "damaged"],
  return: [],
};

/** Most letters of a note about one parcel. */
export const LEFT_NOTE_LETTERS = 200;

/** A parcel that did not change hands when the others of its delivery did. */
export interface LeftParcel {
  readonly code: string;
  readonly how: LeftHow;
  readonly note: string | null;
  /** Pictures of this very parcel, among those of the outcome. */
  readonly proofIds: readonly string[];
}

/** The same in lists of its own, for a command that is stored. */
export const leftCopy = (left: readonly LeftParcel[]) =>
  left.map((one) => ({ ...one, proofIds: [...one.proofIds] }));

/** A try as far as parcels depend on it. */
export interface Try {
  readonly id: string;
  readonly kind: Kind;
  readonly tryNo: number;
  readonly state: string;
  readonly outcome: { readonly left?: readonly LeftParcel[] | undefined } | null;
}

/** A delivery as far as its parcels depend on it; without codes nothing is known of single ones. */
export interface Parcelled {
  readonly parcelCodes?: readonly string[];
  readonly tasks: readonly Try[];
}

const KINDS: readonly Kind[] = ["collect", "deliver", "return"];
const place = ({ kind, tryNo }: Try): number => KINDS.indexOf(kind) * 1_000 + tryNo;
const isLeftAt = ({ outcome }: Try, code: string): boolean =>
  outcome?.left?.some((one) => one.code === code) === true;

/** Codes that stayed with the sender for good: others of their delivery were collected. */
const notSent = (tasks: readonly Try[], codes: readonly string[]): string[] =>
  codes.filter((code) =>
    tasks.some((one) => one.kind === "collect" && one.state === "succeeded" && isLeftAt(one, code)),
  );

/** Codes that a try delivered although it failed for others. */
const partly = (task: Try, codes: readonly string[]): string[] =>
  task.kind === "deliver" && task.state === "failed" && (task.outcome?.left?.length ?? 0) > 0
    ? codes.filter((code) => !isLeftAt(task, code))
    : [];

/** Codes with which a try has to do: neither left with the sender nor delivered by a try before it. */
export function codesAt({ parcelCodes = [], tasks }: Parcelled, task: Try): string[] {
  const before = tasks.filter((one) => place(one) < place(task)).toSorted((a, b) => place(a) - place(b));
  return before.reduce<string[]>(
    (codes, one) => {
      const gone = one.kind === "collect" ? notSent([one], codes) : partly(one, codes);
      return codes.filter((code) => !gone.includes(code));
    },
    [...parcelCodes],
  );
}

/** Codes that the recipient took at a try that failed for the others. */
export function deliveredInPart(delivery: Parcelled): string[] {
  return delivery.tasks.flatMap((task) => partly(task, codesAt(delivery, task)));
}

/** Fault of a try at which nothing changed hands, and its reason. */
interface WhyNone {
  readonly reason: "parcel_missing" | "damaged" | "refused" | "refused_damaged";
  readonly fault: "sender" | "recipient" | "carrier";
}

/** The gravest of what was wrong: damage found at the pickup is the sender's, at the door it is ours. */
export function reasonOfLeft(kind: Kind, left: readonly LeftParcel[]): WhyNone {
  const isDamaged = left.some(({ how }) => how === "damaged");
  if (kind === "collect") return { reason: isDamaged ? "damaged" : "parcel_missing", fault: "sender" };
  return isDamaged
    ? { reason: "refused_damaged", fault: "carrier" }
    : { reason: "refused", fault: "recipient" };
}

/** Proofs that damage needs besides those of the end. */
export const needsOfLeft = (left: readonly LeftParcel[] = []): readonly ProofNeed[] =>
  left.some(({ how }) => how === "damaged") ? ["photo"] : [];

/** Whether two reports say the same of every parcel. */
export const isSameLeft = (
  a: readonly Pick<LeftParcel, "code" | "how">[] = [],
  b: readonly Pick<LeftParcel, "code" | "how">[] = [],
): boolean =>
  a.length === b.length &&
  a.every(({ code, how }) => b.some((other) => other.code === code && other.how === how));

/** Parcels that were left, as an event tells them: `WB-7K4M-92QX-2:refused`, joined by commas. */
export const leftText = (left: readonly Pick<LeftParcel, "code" | "how">[]): string =>
  left.map(({ code, how }) => `${code}:${how}`).join(",");

/** Reads what `leftText` wrote. */
export const leftFrom = (text: unknown): Pick<LeftParcel, "code" | "how">[] =>
  (typeof text === "string" ? text.split(",") : []).flatMap((one) => {
    const [code = "", said] = one.split(":");
    const how = LEFT_HOWS.find((known) => known === said);
    return how ? [{ code, how }] : [];
  });
