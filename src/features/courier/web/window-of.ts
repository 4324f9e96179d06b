import type { CourierDay, CourierStop } from "../contract/api.ts";
import type { Formats } from "#web/i18n/format.ts";
import { otherDay } from "#web/i18n/other-day.ts";

export type WindowDay = Pick<CourierDay, "date" | "timezone">;

/**
 * Parts of the time of a stop: any day other than the courier's, the hours, and the predicted time while it may come true.
 * A line breaks between them only.
 */
export function windowParts(
  { window, arrival, state }: Pick<CourierStop, "window" | "arrival" | "state">,
  { date, timezone }: WindowDay,
  format: Formats,
  now = new Date().toISOString(),
): string[] {
  const isAhead = state === "assigned" || state === "en_route";
  const shown = isAhead && arrival && arrival.latest > now ? arrival : undefined;
  return [
    otherDay(format, window.start, timezone, date),
    format.hours(window, timezone),
    shown === undefined ? "" : `≈\u00a0${predicted(shown, timezone, format)}`,
  ].filter((part) => part !== "");
}

/** The interval in which the stop begins; the median alone where an older build stored the day. */
function predicted(
  { at, earliest, latest }: NonNullable<CourierStop["arrival"]>,
  zone: string,
  format: Formats,
): string {
  return earliest === undefined
    ? format.time(at, zone)
    : format.hours({ start: earliest, end: latest }, zone);
}
