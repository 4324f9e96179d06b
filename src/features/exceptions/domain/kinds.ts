import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";

/** Kinds of exceptions. Why a try of a delivery failed is a reason, no exception. */
export const EXCEPTION_KINDS = [
  "plan_conflict",
  "proof_missing",
  "command_refused",
  "phone_began_anew",
  "late",
  "stopped_moving",
  "no_position",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** 1 is the worst. */
export type Severity = 1 | 2 | 3 | 4;

interface KindRule {
  readonly severity: Severity;
  /** Time from opening until somebody should have settled it. */
  readonly settleMs: number;
}

/** Severity and time to settle of each kind: ten minutes where parcels are on the road now. */
export const KIND_RULES: Readonly<Record<ExceptionKind, KindRule>> = {
  plan_conflict: { severity: 2, settleMs: 10 * MINUTE_MS },
  proof_missing: { severity: 3, settleMs: 4 * HOUR_MS },
  command_refused: { severity: 1, settleMs: 10 * MINUTE_MS },
  phone_began_anew: { severity: 1, settleMs: 10 * MINUTE_MS },
  late: { severity: 2, settleMs: 10 * MINUTE_MS },
  stopped_moving: { severity: 3, settleMs: 10 * MINUTE_MS },
  no_position: { severity: 3, settleMs: 10 * MINUTE_MS },
};
