import type { IconName } from "#web/ui/icon-name.ts";
import type { Tone } from "#web/ui/status.tsx";
import type { ExceptionKind } from "../domain/kinds.ts";

export const KIND_ICON: Readonly<Record<ExceptionKind, IconName>> = {
  plan_conflict: "swap",
  proof_missing: "camera",
  command_refused: "error",
  phone_began_anew: "phone",
  late: "clock",
  stopped_moving: "pause",
  no_position: "location",
  missing_parcel: "parcel",
  foreign_parcel: "parcel",
  handover_given: "swap",
  handover_taken: "swap",
  parcel_in_hand: "parcel",
  notice_failed: "mail",
  day_not_made: "refresh",
  parcels_left: "parcel",
  try_failed: "door",
  kept_too_long: "store",
};

const SEVERITY_TONE: readonly Tone[] = ["trouble", "trouble", "waiting", "ended"];

/** 1 is the worst. */
export const toneOf = (severity: number): Tone => SEVERITY_TONE[severity - 1] ?? "ended";
