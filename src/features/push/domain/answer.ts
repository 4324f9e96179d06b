import { HOUR_MS, type Instant, SECOND_MS } from "#kernel/instant.ts";

/**
 * End of one try. `gone`: the device is no more. `refused`: no later try is taken either. `again`: it was not taken, a later
 * try may be. `unknown`: it may have been taken.
 */
export type End = "taken" | "gone" | "refused" | "again" | "unknown";

/** Statuses after which the same push may be taken later. */
const LATER = new Set([408, 425, 429, 503]);

/** The end of a try by the push service's status (RFC 8030). */
export function endOf(status: number): End {
  if (status >= 200 && status < 300) return "taken";
  if (status === 404 || status === 410) return "gone";
  if (LATER.has(status)) return "again";
  return status >= 500 ? "unknown" : "refused";
}

/** A service that asks for more is asked after an hour. */
const LONGEST_WAIT_MS = HOUR_MS;

/** Milliseconds that a `Retry-After` asks for, in seconds or as a date; 0 where it says nothing. */
export function waitIn(retryAfter: string | undefined, now: Instant): number {
  if (retryAfter === undefined) return 0;
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_WAIT_MS);
}

/** The end for a person with several devices: whoever may still get it comes first, then whoever has it. */
export function endOfAll(ends: readonly End[]): End {
  for (const end of ["unknown", "again", "taken", "refused"] as const) if (ends.includes(end)) return end;
  return "gone";
}
