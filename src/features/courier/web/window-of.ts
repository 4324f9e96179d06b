import type { CourierDay, CourierStop } from "../contract/api.ts";
import type { Formats } from "#web/i18n/format.ts";
import { otherDay } from "#web/i18n/other-day.ts";

export type WindowDay = Pick<CourierDay, "date" | "timezone">;

/** The hours of a stop on the courier's day, any other day before them, and the predicted time while it may come true. */
export function windowOf(
  { window, arrival, state }: Pick<CourierStop, "window" | "arrival" | "state">,
  { date, timezone }: WindowDay,
  format: Formats,
  now = new Date().toISOString(),
): string {
  const isAhead = state === "assigned" || state === "en_route";
  return [
    otherDay(format, window.start, timezone, date),
    format.hours(window, timezone),
    isAhead && arrival && arrival.latest > now && `≈\u00a0${format.time(arrival.at, timezone)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
