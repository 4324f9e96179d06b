import type { CourierDay, CourierStop } from "../contract/api.ts";
import type { Formats } from "#web/i18n/format.ts";
import { otherDay } from "#web/i18n/other-day.ts";

export type WindowDay = Pick<CourierDay, "date" | "timezone">;

/** The hours of a stop on the courier's day; any other day stands before them. */
export const windowOf = ({ window }: Pick<CourierStop, "window">, day: WindowDay, format: Formats): string =>
  [otherDay(format, window.start, day.timezone, day.date), format.hours(window, day.timezone)]
    .filter(Boolean)
    .join(" · ");
