import type { ProofNeed, ProofPhase } from "#features/proofs/domain/needs.ts";

/** Party at fault for a failed attempt; it decides who pays. */
export type Fault = "sender" | "recipient" | "carrier" | "nobody";
/** Work at which a try can fail for a reason: the pickup, the door, or either of both. */
export const FAILURE_PHASES = ["pickup", "dropoff", "transit"] as const;
export type FailurePhase = (typeof FAILURE_PHASES)[number];
export type NextAction =
  | "retry"
  | "wait_then_retry"
  | "contact"
  | "hub"
  | "return"
  | "cancel"
  | "requote"
  | "settle"
  | "reassign"
  | "reschedule";

/** Why a try failed. `x12_641` is the shipment status reason of ANSI X12 element 641, where one fits. */
export interface FailureReason {
  readonly code: string;
  readonly phase: FailurePhase;
  readonly fault: Fault;
  readonly retryable: boolean;
  readonly nextAction: NextAction;
  /** Proofs that the courier must bring with this reason. */
  readonly proofs: readonly ProofNeed[];
  /** Whether the next try or the return is charged. */
  readonly chargeable: boolean;
  readonly x12_641: string | null;
  /** Whether it is offered; one that is off stays valid, since phones without a network may still use it. */
  readonly isOn: boolean;
}

type Row = readonly [
  code: string,
  fault: Fault,
  nextAction: NextAction,
  retryable: boolean,
  chargeable: boolean,
  x12: string | null,
  proofs?: readonly ProofNeed[],
];

const rows = (phase: FailurePhase, list: readonly Row[]): FailureReason[] =>
  list.map(([code, fault, nextAction, retryable, chargeable, x12, proofs = []]) => ({
    code,
    phase,
    fault,
    retryable,
    nextAction,
    proofs,
    chargeable,
    x12_641: x12,
    isOn: true,
  }));

/** The reasons that every company begins with, in the order in which a courier is offered them. */
export const FAILURE_REASONS: readonly FailureReason[] = [
  ...rows("pickup", [
    ["pickup_closed", "sender", "retry", true, true, "A11"],
    ["not_ready", "sender", "wait_then_retry", true, true, null],
    ["pickup_refused", "sender", "cancel", false, true, "A07"],
    ["parcel_missing", "sender", "cancel", false, true, null],
    ["wrong_parcel", "sender", "settle", false, true, null],
    ["too_big", "sender", "requote", false, true, null],
    ["pickup_address_wrong", "sender", "settle", true, true, "A03"],
  ]),
  ...rows("dropoff", [
    ["recipient_absent", "recipient", "contact", true, true, null],
    ["no_access", "recipient", "contact", true, true, null],
    ["address_wrong", "sender", "settle", true, true, "A03"],
    ["address_not_found", "sender", "settle", true, true, "A05"],
    ["refused", "recipient", "return", false, true, "A07"],
    ["refused_damaged", "carrier", "return", false, false, "A10", ["photo"]],
    ["age_not_proven", "recipient", "return", false, true, null],
    ["pin_failed", "recipient", "contact", true, true, null],
    ["cash_not_available", "recipient", "retry", true, true, null],
    ["closed", "recipient", "retry", true, true, "A11"],
    ["moved", "recipient", "settle", true, true, "A03"],
  ]),
  ...rows("transit", [
    ["damaged", "carrier", "settle", false, false, "A09", ["photo"]],
    ["lost", "carrier", "settle", false, false, null],
    ["vehicle_breakdown", "carrier", "reassign", true, false, null],
    ["accident", "carrier", "reassign", true, false, null],
    ["unsafe", "carrier", "reassign", true, false, null],
    ["weather", "nobody", "reschedule", true, false, null],
    ["road_closed", "nobody", "reschedule", true, false, null],
    ["out_of_time", "carrier", "retry", true, false, null],
    ["courier_unwell", "carrier", "reassign", true, false, null],
  ]),
];

const PHASES_OF: Readonly<Record<ProofPhase, readonly FailurePhase[]>> = {
  collect: ["pickup", "transit"],
  deliver: ["dropoff", "transit"],
  return: ["dropoff", "transit"],
};

/** Whether a task of this kind can fail for a reason of this phase. */
const fits =
  (kind: ProofPhase) =>
  ({ phase }: FailureReason): boolean =>
    PHASES_OF[kind].includes(phase);

/** The reasons that are offered where a task of this kind fails. @param all those of the company */
export const reasonsFor = (
  kind: ProofPhase,
  all: readonly FailureReason[] = FAILURE_REASONS,
): FailureReason[] => all.filter((reason) => reason.isOn && fits(kind)(reason));

/** The reason with this code, offered or not, if a task of this kind can fail for it. */
export const reasonOf = (
  kind: ProofPhase,
  code: string,
  all: readonly FailureReason[] = FAILURE_REASONS,
): FailureReason | undefined => all.find((reason) => reason.code === code && fits(kind)(reason));
