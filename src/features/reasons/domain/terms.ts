import {
  FAILURE_PHASES,
  FAILURE_REASONS,
  type FailurePhase,
  type FailureReason,
  type Fault,
  type NextAction,
} from "#features/parcels/domain/reasons.ts";
import type { WordLocale } from "#kernel/locale.ts";

export const FAULTS = ["sender", "recipient", "carrier", "nobody"] as const satisfies readonly Fault[];

/** Proofs that a reason can ask of the courier: nobody takes the parcels, nobody signs. */
export const REASON_PROOFS = ["photo", "note"] as const;
export type ReasonProof = (typeof REASON_PROOFS)[number];

/** Next actions that a company can choose for every reason: another try, the hub, the way back, or the desk decides. */
export const NEXT_ACTIONS = ["retry", "hub", "return", "settle"] as const satisfies readonly NextAction[];

/** Reasons that a phone offers at once; the others are a press away. */
export const LIKELY_REASONS = 6;
/** Most reasons that a company adds. */
export const MAX_OWN_REASONS = 30;
export const MAX_REASON_NAME = 60;
/** Begin of the codes of a company's own reasons: no reason of the product has it, now or later. */
export const OWN_PREFIX = "own_";

/** Name in each language of the product; blank where it has none of its own. */
export type ReasonNames = Readonly<Record<WordLocale, string>>;
export const NO_NAMES: ReasonNames = { ar: "", de: "", en: "", es: "", fr: "" };

/** A reason as a company has it. */
export interface ReasonTerms {
  /** Never changes: what was recorded names it. */
  readonly code: string;
  readonly phase: FailurePhase;
  readonly fault: Fault;
  readonly nextAction: NextAction;
  readonly proofs: readonly ReasonProof[];
  /** Off: neither phones nor the desk offer it. */
  readonly isOn: boolean;
  readonly names: ReasonNames;
}

const FIXED: ReadonlyMap<string, FailureReason> = new Map(FAILURE_REASONS.map((one) => [one.code, one]));

/** The reason as every company begins with it; undefined for one of a company's own. */
export const fixedReason = (code: string): FailureReason | undefined => FIXED.get(code);

const termsOf = ({ code, phase, fault, nextAction, proofs, isOn }: FailureReason): ReasonTerms => ({
  code,
  phase,
  fault,
  nextAction,
  proofs: REASON_PROOFS.filter((proof) => proofs.includes(proof)),
  isOn,
  names: NO_NAMES,
});

/** The reasons of a company that changed none, in the order in which they are offered. */
export const DEFAULT_TERMS: readonly ReasonTerms[] = FAILURE_REASONS.map(termsOf);

/** The terms with the reasons that the product has since, as every company begins with them. */
export const completed = (terms: readonly ReasonTerms[]): readonly ReasonTerms[] => [
  ...terms,
  ...DEFAULT_TERMS.filter(({ code }) => terms.every((one) => one.code !== code)),
];

/** The reasons in the order of their stages, and of their own within each. */
export const byStage = <T extends Pick<ReasonTerms, "phase">>(reasons: readonly T[]): T[] =>
  FAILURE_PHASES.flatMap((phase) => reasons.filter((one) => one.phase === phase));

const OWN_KIND: Omit<FailureReason, keyof ReasonTerms> = {
  retryable: true,
  chargeable: true,
  x12_641: null,
};

/** The reasons as the rules of deliveries read them. */
export const reasonsOf = (terms: readonly ReasonTerms[] = DEFAULT_TERMS): FailureReason[] =>
  completed(terms).map(({ names: _names, ...own }) => ({
    ...(fixedReason(own.code) ?? OWN_KIND),
    ...own,
    chargeable: own.fault === "sender" || own.fault === "recipient",
  }));

/** A reason of a company's own before it is named. @param letters eight small ones, by chance */
export const newReason = (phase: FailurePhase, letters: string): ReasonTerms => ({
  code: `${OWN_PREFIX}${letters}`,
  phase,
  fault: "nobody",
  nextAction: "settle",
  proofs: [],
  isOn: true,
  names: NO_NAMES,
});

/** Next actions that this reason can have: those of every reason, and the one that it begins with. */
export const actionsFor = (code: string): NextAction[] => {
  const usual = fixedReason(code)?.nextAction;
  return [...new Set([...(usual === undefined ? [] : [usual]), ...NEXT_ACTIONS])];
};

interface Reading {
  readonly locale: WordLocale;
  /** The company's own language: what has no name in the reader's has one in this. */
  readonly own: WordLocale;
  /** Name that the product gives in the reader's language; absent for a company's own reason. */
  readonly builtIn: string | undefined;
}

/** The name of a reason for a reader; its code where it has none at all. */
export function nameOfReason(
  { code, names }: Pick<ReasonTerms, "code" | "names">,
  { locale, own, builtIn }: Reading,
): string {
  return names[locale] || builtIn || names[own] || Object.values(names).find((name) => name !== "") || code;
}
