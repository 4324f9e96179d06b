import type { Instant } from "#kernel/instant.ts";

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
