import type { Instant } from "#kernel/instant.ts";
import { NO_POSITION_MS, STOPPED_MS } from "./limits.ts";

/** A courier on duty whose next stop waits. */
export interface Watched {
  /** Time of the newest position; the beginning of the shift before the first one. */
  readonly seenAt: Instant;
  /** Since when they have been at the same place; null while they are at a stop. */
  readonly stoodSince: Instant | null;
}

export interface Trouble {
  readonly kind: "no_position" | "stopped_moving";
  /** When the limit was passed. */
  readonly happenedAt: Instant;
}

/** Finds trouble with a courier on the road; without positions nobody knows whether they move. */
export function troubleOf({ seenAt, stoodSince }: Watched, now: Instant): Trouble | undefined {
  if (now - seenAt >= NO_POSITION_MS) return { kind: "no_position", happenedAt: seenAt + NO_POSITION_MS };
  if (stoodSince !== null && now - stoodSince >= STOPPED_MS)
    return { kind: "stopped_moving", happenedAt: stoodSince + STOPPED_MS };
  return undefined;
}
