import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";

/** Kinds of exceptions. Why a try of a delivery failed is a reason; that it waits for a decision is `try_failed`. */
export const EXCEPTION_KINDS = [
  "plan_conflict",
  "proof_missing",
  "command_refused",
  "phone_began_anew",
  "late",
  "stopped_moving",
  "no_position",
  "missing_parcel",
  "foreign_parcel",
  "handover_given",
  "handover_taken",
  "parcel_in_hand",
  "notice_failed",
  "parcels_left",
  "try_failed",
  "kept_too_long",
  "day_not_made",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** Causes of a `plan_conflict`: another courier has the stop by the plan, its address changed, the role ended. */
export const CONFLICT_CAUSES = ["reassigned", "address_changed", "role_gone"] as const;

/**
 * Ways to resolve an exception by hand. `accept`: the report stands as it is. `give-back`: the task goes back to the
 * courier of the plan. `apply`: a dispatcher records the refused report. `send-back` and `keep-at-hub`: the parcels in
 * hand. `return-parcel` and `bring-to-hub`: the courier brings parcels of a cancelled delivery there, and `settled`: they
 * are there. `reopen`: it goes on, or was delivered, as the refused report says. `make-again` and `skip-day`: the day of a standing order is made now, or left out. `send-again`: what people
 * were not told is sent again. `remind`: the recipient hears once more that it is to be collected, and it is kept on.
 * `mark-lost`: they are lost. `hand-over`: the courier who took them over has the task. `ask-courier`: the
 * courier's phone shows that the office waits for their pictures. `called`: somebody spoke with the courier. `dismiss`:
 * nothing is to be done. `try-again`: what is left is brought to the recipient once more. `leave-neighbour`: the same, and
 * it may be left with the neighbour whom the note names.
 */
export const RESOLUTIONS = [
  "accept",
  "try-again",
  "leave-neighbour",
  "give-back",
  "apply",
  "send-back",
  "keep-at-hub",
  "return-parcel",
  "bring-to-hub",
  "reopen",
  "settled",
  "send-again",
  "remind",
  "make-again",
  "skip-day",
  "mark-lost",
  "hand-over",
  "ask-courier",
  "called",
  "dismiss",
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Resolution of an exception that Waybill closed, since it no longer held. */
export const BY_ITSELF = "by-itself";

/** 1 is the worst. */
export type Severity = 1 | 2 | 3 | 4;

interface KindRule {
  readonly severity: Severity;
  /** Time from opening until somebody should have settled it. */
  readonly settleMs: number;
  /** In the order in which they are offered. */
  readonly resolutions: readonly Resolution[];
}

const ON_THE_ROAD_MS = 10 * MINUTE_MS;
const BY_PHONE = ["called", "dismiss"] as const;

/** Severity, time to settle and resolutions of each kind: ten minutes where parcels are on the road now. */
export const KIND_RULES: Readonly<Record<ExceptionKind, KindRule>> = {
  plan_conflict: { severity: 2, settleMs: ON_THE_ROAD_MS, resolutions: ["accept", "give-back"] },
  proof_missing: { severity: 3, settleMs: 4 * HOUR_MS, resolutions: ["ask-courier", "accept"] },
  command_refused: {
    severity: 1,
    settleMs: ON_THE_ROAD_MS,
    resolutions: ["apply", "send-back", "keep-at-hub", "return-parcel", "bring-to-hub", "reopen", "dismiss"],
  },
  phone_began_anew: { severity: 1, settleMs: ON_THE_ROAD_MS, resolutions: BY_PHONE },
  late: { severity: 2, settleMs: ON_THE_ROAD_MS, resolutions: BY_PHONE },
  stopped_moving: { severity: 3, settleMs: ON_THE_ROAD_MS, resolutions: BY_PHONE },
  no_position: { severity: 3, settleMs: ON_THE_ROAD_MS, resolutions: BY_PHONE },
  missing_parcel: {
    severity: 2,
    settleMs: ON_THE_ROAD_MS,
    resolutions: ["called", "keep-at-hub", "mark-lost", "dismiss"],
  },
  foreign_parcel: { severity: 3, settleMs: ON_THE_ROAD_MS, resolutions: BY_PHONE },
  handover_given: { severity: 2, settleMs: ON_THE_ROAD_MS, resolutions: BY_PHONE },
  handover_taken: { severity: 2, settleMs: ON_THE_ROAD_MS, resolutions: ["hand-over", ...BY_PHONE] },
  parcel_in_hand: { severity: 2, settleMs: ON_THE_ROAD_MS, resolutions: ["called", "settled"] },
  kept_too_long: { severity: 3, settleMs: DAY_MS, resolutions: ["remind", "send-back", "dismiss"] },
  notice_failed: { severity: 3, settleMs: 4 * HOUR_MS, resolutions: ["send-again", ...BY_PHONE] },
  day_not_made: { severity: 2, settleMs: 4 * HOUR_MS, resolutions: ["make-again", "skip-day"] },
  parcels_left: {
    severity: 2,
    settleMs: HOUR_MS,
    resolutions: ["send-back", "try-again", "keep-at-hub", "mark-lost", "called", "accept"],
  },
  try_failed: {
    severity: 3,
    settleMs: HOUR_MS,
    resolutions: ["try-again", "leave-neighbour", "keep-at-hub", "send-back", "mark-lost", "dismiss"],
  },
};

/** Whether the resolution needs a note: a report is not thrown away without a reason, and a neighbour has a name. */
export const needsNote = (kind: ExceptionKind, resolution: Resolution): boolean =>
  (kind === "command_refused" && resolution === "dismiss") || resolution === "leave-neighbour";
