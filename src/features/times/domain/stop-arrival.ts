import { type Instant, MINUTE_MS } from "#kernel/instant.ts";

/** When a stop begins by what is known now, and by the plan. */
export interface StopArrival {
  readonly at: Instant;
  readonly earliest: Instant;
  readonly latest: Instant;
  readonly planned: Instant;
  /** Milliseconds of the stop itself and of the way to it. */
  readonly stay: number;
  readonly way: number;
}

/** A prediction that is this far from the plan is shown beside it. */
const APART_MS = 5 * MINUTE_MS;

export const isApart = ({ at, planned }: Pick<StopArrival, "at" | "planned">): boolean =>
  Math.abs(at - planned) >= APART_MS;
