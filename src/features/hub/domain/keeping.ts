import { DAY_MS, type Instant } from "#kernel/instant.ts";

/** Days for which parcels are kept at the hub unless the organisation says otherwise, and the bounds of what it says. */
export const KEEP_DAYS = { default: 7, min: 1, max: 60 } as const;

/** Days for which a parcel is kept on once its recipient was reminded. */
export const REMINDED_DAYS = 3;

/** @param longer until when it is kept on at least; null where nobody was reminded */
export const keptUntil = (since: Instant, keepDays: number, longer: Instant | null): Instant =>
  Math.max(since + keepDays * DAY_MS, longer ?? 0);

/** Whom parcels at the hub wait for: `decision` after a missed try that nobody said anything of. */
export const WAITS_FOR = ["recipient", "courier", "decision", "sender"] as const;
