import { type Needs, PROOF_NEEDS, type ProofNeed } from "#features/proofs/domain/needs.ts";

/** The strictest of what several ends need. */
export function strictest(all: readonly Needs[]): Needs {
  const asked = (level: keyof Needs) =>
    PROOF_NEEDS.filter((need) => all.some((needs) => needs[level].includes(need)));
  const required = asked("required");
  const preferred = asked("preferred");
  return {
    // A required one of both stands for either.
    required: required.filter((need) => need !== "photo_or_signature" || !required.some(isPicture)),
    preferred: preferred.filter((need) => !required.includes(need)),
  };
}

const isPicture = (need: ProofNeed): boolean => need === "photo" || need === "signature";

/** A required proof with the deliveries of a door that ask for it. */
export interface NeedReason {
  readonly need: ProofNeed;
  readonly numbers: readonly string[];
  readonly isAll: boolean;
}

/** Says of each required proof which deliveries ask for it; ticked parcels are their codes already. */
export const whyNeeded = (stops: readonly (Needs & { readonly number: string })[]): NeedReason[] =>
  strictest(stops)
    .required.filter((need) => need !== "barcode")
    .map((need) => {
      const numbers = stops.filter(({ required }) => required.includes(need)).map(({ number }) => number);
      return { need, numbers, isAll: numbers.length === stops.length };
    });
