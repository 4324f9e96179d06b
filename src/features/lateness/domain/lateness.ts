import { HOUR_MS, type Instant, MINUTE_MS } from "#kernel/instant.ts";
import type { StopArrival } from "#features/times/domain/stop-arrival.ts";

/** Work without a courier says how long is left once it is this near to its promise's end. */
const NEAR_MS = HOUR_MS;

/** Work that is still to do, and what was promised of it. */
export interface Promised {
  /** The promise is kept before this. */
  readonly end: Instant;
  /** When the work begins by what is known; absent where nothing is. */
  readonly arrival?: Pick<StopArrival, "at" | "latest"> | undefined;
  /** No courier has it. */
  readonly isUnassigned?: boolean;
}

export type LatenessKind = "late" | "will-be-late" | "at-risk" | "left";

export interface Lateness {
  readonly kind: LatenessKind;
  /** Late by so many, at least 1; of `left`, so many are left; of `at-risk`, 0. */
  readonly minutes: number;
}

/** Whether the promise is broken, or will be by what is predicted: both count as late. */
export const isLate = ({ end, arrival }: Promised, now: Instant): boolean =>
  end <= now || (arrival !== undefined && arrival.at >= end);

/** Whether the promise may be broken: the interval ends after it, the predicted time does not. */
export const isAtRisk = (promised: Promised, now: Instant): boolean =>
  !isLate(promised, now) && (promised.arrival?.latest ?? now) > promised.end;

/** How work stands to its promise; null while all is well. `now` in whole minutes gives whole minutes. */
export function latenessOf(promised: Promised, now: Instant): Lateness | null {
  const { end, arrival, isUnassigned = false } = promised;
  if (end <= now) return { kind: "late", minutes: minutesAtLeastOne(now - end) };
  if (arrival && isLate(promised, now))
    return { kind: "will-be-late", minutes: minutesAtLeastOne(arrival.at - end) };
  if (isAtRisk(promised, now)) return { kind: "at-risk", minutes: 0 };
  return isUnassigned && end - now <= NEAR_MS
    ? { kind: "left", minutes: minutesAtLeastOne(end - now) }
    : null;
}

const minutesAtLeastOne = (ms: number): number => Math.max(1, Math.floor(ms / MINUTE_MS));
