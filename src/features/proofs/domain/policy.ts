import { type DeliveryNeeds, type Needs, PROOF_ENDS, PROOF_NEEDS, PROOF_PHASES } from "./needs.ts";
import type { ProofEnd, ProofNeed, ProofPhase } from "./needs.ts";

/** Service level and parcel size by the codes that quotes give them. */
export interface PolicyCondition {
  /** None: every service level. */
  readonly serviceLevels: readonly string[];
  /** Sizes of which one parcel at least has one; none: every size. */
  readonly sizes: readonly string[];
  /** True: at least one parcel is fragile. */
  readonly fragile: boolean;
  /** Least mass of all parcels together, in grams; null: any. */
  readonly minMassG: number | null;
  /** Least declared value of all parcels together, in minor units; null: any. What is not declared counts as nothing. */
  readonly minValueMinor: number | null;
  /** True: at least one parcel is only for people of 18 years or more. */
  readonly ageRestricted: boolean;
}

/** Asks for proofs at one end of one kind of task, where its condition holds. */
export interface PolicyRule {
  readonly id: string;
  readonly phase: ProofPhase;
  readonly end: ProofEnd;
  readonly required: readonly ProofNeed[];
  readonly preferred: readonly ProofNeed[];
  readonly when: PolicyCondition;
}

/** A delivery as far as conditions depend on it. */
export interface PolicyFacts {
  readonly serviceLevel: string;
  readonly parcels: readonly {
    readonly size: string;
    readonly massG: number;
    readonly fragile: boolean;
    readonly valueMinor?: number | undefined;
    readonly ageRestricted?: boolean | undefined;
  }[];
}

export const ALWAYS: PolicyCondition = {
  serviceLevels: [],
  sizes: [],
  fragile: false,
  minMassG: null,
  minValueMinor: null,
  ageRestricted: false,
};

const rule = (
  id: string,
  phase: ProofPhase,
  required: readonly ProofNeed[],
  preferred: readonly ProofNeed[],
): PolicyRule => ({ id, phase, end: "succeed", required, preferred, when: ALWAYS });

/** Rule of a service level that asks for proofs at every handing over. */
export const ruleOfLevel = (proofs: readonly ProofNeed[]): PolicyRule =>
  rule("service-level", "deliver", proofs, []);

/** Rules of an organisation that never changed them: handing over needs a name and a photo or signature. */
export const DEFAULT_RULES: readonly PolicyRule[] = [
  rule("collect", "collect", [], ["barcode"]),
  rule("deliver", "deliver", ["recipient_name", "photo_or_signature"], ["barcode"]),
  rule("return", "return", [], ["recipient_name", "photo_or_signature", "barcode"]),
];

/** Whether the rule's condition holds for the delivery. */
export function holds({ when }: PolicyRule, { serviceLevel, parcels }: PolicyFacts): boolean {
  const massG = parcels.reduce((sum, parcel) => sum + parcel.massG, 0);
  const valueMinor = parcels.reduce((sum, parcel) => sum + (parcel.valueMinor ?? 0), 0);
  return (
    (when.serviceLevels.length === 0 || when.serviceLevels.includes(serviceLevel)) &&
    (when.sizes.length === 0 || parcels.some(({ size }) => when.sizes.includes(size))) &&
    (!when.fragile || parcels.some(({ fragile }) => fragile)) &&
    (when.minMassG === null || massG >= when.minMassG) &&
    (when.minValueMinor === null || valueMinor >= when.minValueMinor) &&
    (!when.ageRestricted || parcels.some(({ ageRestricted }) => ageRestricted === true))
  );
}

/** A proof that an end needs, with the rules that ask for it as strictly. */
export interface ExplainedNeed {
  readonly need: ProofNeed;
  readonly level: "required" | "preferred";
  readonly ruleIds: readonly string[];
}

/** Needs that another required one meets as well. */
const COVERED_BY: Readonly<Partial<Record<ProofNeed, readonly ProofNeed[]>>> = {
  photo_or_signature: ["photo", "signature"],
};

/** Lists the needs of one end, and why: the strictest of the rules that hold decides for each proof. */
export function explainNeeds(
  rules: readonly PolicyRule[],
  facts: PolicyFacts,
  phase: ProofPhase,
  end: ProofEnd,
): ExplainedNeed[] {
  const held = rules.filter((one) => one.phase === phase && one.end === end && holds(one, facts));
  const asking = (level: "required" | "preferred", need: ProofNeed): string[] =>
    held.filter((one) => one[level].includes(need)).map(({ id }) => id);
  return PROOF_NEEDS.flatMap((need): ExplainedNeed[] => {
    if (COVERED_BY[need]?.some((other) => asking("required", other).length > 0)) return [];
    for (const level of ["required", "preferred"] as const) {
      const ruleIds = asking(level, need);
      if (ruleIds.length > 0) return [{ need, level, ruleIds }];
    }
    return [];
  });
}

/** Computes the needs of every end of every task of a delivery by these rules. */
export function needsFor(rules: readonly PolicyRule[], facts: PolicyFacts): DeliveryNeeds {
  const at = (phase: ProofPhase, end: ProofEnd): Needs => {
    const needs = explainNeeds(rules, facts, phase, end);
    const of = (level: ExplainedNeed["level"]) =>
      needs.filter((one) => one.level === level).map(({ need }) => need);
    return { required: of("required"), preferred: of("preferred") };
  };
  const ends = (phase: ProofPhase) =>
    // Safe: one entry for each end.
    Object.fromEntries(PROOF_ENDS.map((end) => [end, at(phase, end)])) as DeliveryNeeds[ProofPhase];
  // Safe: one entry for each phase.
  return Object.fromEntries(PROOF_PHASES.map((phase) => [phase, ends(phase)])) as DeliveryNeeds;
}

/** Needs of deliveries that were booked before policies existed, and of rules tried without a policy. */
export const DEFAULT_NEEDS: DeliveryNeeds = needsFor(DEFAULT_RULES, { serviceLevel: "", parcels: [] });
