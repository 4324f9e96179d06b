import type { Instant } from "#kernel/instant.ts";

export interface ChangeTimes {
  readonly from: Instant;
  /** `null`: until somebody takes it out. */
  readonly until: Instant | null;
}

/** Whether a change is still to come, holds, or has ended. */
export function stateOf({ from, until }: ChangeTimes, now: Instant): "later" | "now" | "over" {
  if (until !== null && until <= now) return "over";
  return from <= now ? "now" : "later";
}
