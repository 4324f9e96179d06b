import { FAILURE_PHASES } from "#features/parcels/domain/reasons.ts";
import type { WordLocale } from "#kernel/locale.ts";
import { MAX_OWN_REASONS, OWN_PREFIX, type ReasonTerms, actionsFor, fixedReason } from "./terms.ts";

/** Faults of a list of reasons, in English; people read them in their own language by code. */
export const REASON_FAULTS = {
  "not-each-once":
    "The list must name every reason once; one that was saved can be switched off, not taken away.",
  "too-many": `A company adds ${MAX_OWN_REASONS} reasons at most.`,
  "not-own": `The code of a reason of one's own begins with ${OWN_PREFIX}.`,
  "no-name": "A reason of one's own needs a name in the first language on offer.",
  "same-name": "Two reasons of the same stage have the same name.",
  "other-stage": "The stage of a reason that was saved stays.",
  "other-action": "The reason cannot have this next action.",
  "proof-twice": "A proof is named twice.",
  "last-on": "At least one reason of each stage stays on.",
} as const;
export type ReasonFaultCode = keyof typeof REASON_FAULTS;

/** `path` is where to mark the form. */
export interface ReasonFault {
  readonly path: string;
  readonly code: ReasonFaultCode;
}

/** List that a change begins with, and the company's own language. */
interface Standing {
  readonly saved: readonly ReasonTerms[];
  readonly own: WordLocale;
}

/** Everything wrong with one reason among its list, by the names of its members. */
export function reasonFaults(
  reason: ReasonTerms,
  among: readonly ReasonTerms[],
  { saved, own }: Standing,
): ReasonFault[] {
  const { code, phase, nextAction, proofs, names } = reason;
  const isOwn = fixedReason(code) === undefined;
  const before = saved.find((one) => one.code === code);
  const name = names[own];
  const isTaken = among.some(
    (one) => one.code !== code && one.phase === phase && name !== "" && one.names[own] === name,
  );
  const faults: [boolean, string, ReasonFaultCode][] = [
    [isOwn && !code.startsWith(OWN_PREFIX), "code", "not-own"],
    [isOwn && name === "", `names.${own}`, "no-name"],
    [isTaken, `names.${own}`, "same-name"],
    [before !== undefined && before.phase !== phase, "phase", "other-stage"],
    [!actionsFor(code).includes(nextAction), "nextAction", "other-action"],
    [new Set(proofs).size < proofs.length, "proofs", "proof-twice"],
  ];
  return faults.flatMap(([isWrong, path, fault]) => (isWrong ? [{ path, code: fault }] : []));
}

/** Places of reasons that would leave their stage without any that is offered: the last one of each such stage. */
const lastOff = (reasons: readonly ReasonTerms[]): number[] =>
  FAILURE_PHASES.filter((phase) => !reasons.some((one) => one.phase === phase && one.isOn))
    .map((phase) => reasons.findLastIndex((one) => one.phase === phase))
    .filter((at) => at >= 0);

/** Everything wrong with the reasons of a company; empty when couriers may be offered them. */
export function checkReasons(reasons: readonly ReasonTerms[], standing: Standing): ReasonFault[] {
  const codes = new Set(reasons.map(({ code }) => code));
  const isWhole = codes.size === reasons.length && standing.saved.every(({ code }) => codes.has(code));
  const owned = reasons.flatMap(({ code }, at) => (fixedReason(code) ? [] : [at]));
  return [
    ...(isWhole ? [] : [{ path: "reasons", code: "not-each-once" } as const]),
    ...owned.slice(MAX_OWN_REASONS).map((at) => ({ path: `reasons.${at}`, code: "too-many" }) as const),
    ...lastOff(reasons).map((at) => ({ path: `reasons.${at}.isOn`, code: "last-on" }) as const),
    ...reasons.flatMap((reason, at) =>
      reasonFaults(reason, reasons, standing).map(({ path, code }) => ({
        path: `reasons.${at}.${path}`,
        code,
      })),
    ),
  ];
}

/** Whether this reason is the last of its stage that is offered. */
export const isLastOn = (reasons: readonly ReasonTerms[], { code, phase }: ReasonTerms): boolean =>
  reasons.every((one) => one.code === code || one.phase !== phase || !one.isOn);

/** The reasons of a file with those that it does not name as they stand: what was recorded by them keeps its name. */
export function withStanding<T extends ReasonTerms>(read: readonly T[], standing: readonly T[]): T[] {
  return [...read, ...standing.filter(({ code }) => read.every((one) => one.code !== code))];
}
