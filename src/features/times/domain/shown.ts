import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Arrival } from "./predict.ts";

/** A recipient's interval is rounded outward to the first while their stop is near, to the second before. */
const NEAR_STEP_MS = 5 * MINUTE_MS;
const FAR_STEP_MS = 15 * MINUTE_MS;
/** A stop is near with at most this many stops before it. */
const NEAR_STOPS = 3;
/** A prediction that changes by less leaves the shown interval where it is. */
const LEAST_MOVE_MS = 5 * MINUTE_MS;

type Predicted = Pick<Arrival, "earliest" | "latest" | "ahead">;

/** Interval that a recipient reads, with the prediction that it was made of. */
export interface Shown {
  readonly from: Instant;
  readonly to: Instant;
  readonly of: Predicted;
}

const isNear = ({ ahead }: Predicted): boolean => ahead <= NEAR_STOPS;
const isApart = (a: Instant, b: Instant): boolean => Math.abs(a - b) >= LEAST_MOVE_MS;

/** The interval for recipients: rounded outward, and kept as it was while the prediction hardly changes. */
export function shownOf({ earliest, latest, ahead }: Predicted, before: Shown | null): Shown {
  const next = { earliest, latest, ahead };
  if (before && !mustMove(before.of, next)) return before;
  const step = isNear(next) ? NEAR_STEP_MS : FAR_STEP_MS;
  return { from: Math.floor(earliest / step) * step, to: Math.ceil(latest / step) * step, of: next };
}

const mustMove = (before: Predicted, next: Predicted): boolean =>
  (isNear(next) && !isNear(before)) ||
  isApart(before.earliest, next.earliest) ||
  isApart(before.latest, next.latest);
