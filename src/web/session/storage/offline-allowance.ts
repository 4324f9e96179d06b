const HOUR_MS = 3_600_000;
/** A clock that went back further than this is not believed any more. */
export const CLOCK_BACK_MS = 5 * 60_000;

/**
 * `too-long`: the allowed hours are over. `clock-back`: the hours cannot be counted. Both need the network once.
 */
export type OfflineAllowance = "allowed" | "too-long" | "clock-back";

/** Times in ms since 1970 by this device's clock. */
export interface OfflineFacts {
  /** Last answer of the provider. */
  readonly lastConfirmedAt: number;
  /** Latest time that this device ever showed since then. */
  readonly lastSeen: number;
  readonly now: number;
  readonly offlineHours: number;
}

/** Whether work may go on without the provider. Setting the clock back wins no hours: the latest time seen counts. */
export function mayWorkOffline(facts: OfflineFacts): OfflineAllowance {
  const seen = Math.max(facts.lastSeen, facts.lastConfirmedAt);
  if (facts.now < seen - CLOCK_BACK_MS) return "clock-back";
  return latestOf(seen, facts.now) > offlineUntil(facts) ? "too-long" : "allowed";
}

/** When the allowed hours end. */
export const offlineUntil = ({
  lastConfirmedAt,
  offlineHours,
}: Pick<OfflineFacts, "lastConfirmedAt" | "offlineHours">): number =>
  lastConfirmedAt + offlineHours * HOUR_MS;

/** The time to remember as seen. Time never runs back here. */
export const latestOf = (lastSeen: number, now: number): number => Math.max(lastSeen, now);
