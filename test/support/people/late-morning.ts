const HOUR_MS = 3_600_000;
const WANTED_HOUR = 10;

/**
 * A time zone in which it is now between 10 and 11 in the morning, so that journeys through opening hours and "today"
 * go the same way at whatever hour the tests run. `Etc/GMT-3` is three hours ahead of UTC.
 */
export function lateMorningZone(now = Date.now()): string {
  const hour = Math.floor(now / HOUR_MS) % 24;
  const ahead = ((WANTED_HOUR - hour + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
