import { expect, test } from "vitest";
import { windowText } from "./window-text.ts";

const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const HOUR_MS = 3_600_000;
/** 10:00 in Berlin. */
const WEDNESDAY = Date.UTC(2026, 5, 17, 8, 0);

test.each([
  ["en", 0, 2, /^Wednesday, June 17, 2026.* 10:00 AM – 12:00 PM$/],
  ["en", 13.5, 14.75, /^Wednesday, June 17, 2026.* 11:30 PM – Thu 12:45 AM$/],
  ["de", 13.5, 14.75, /^Mittwoch, 17\. Juni 2026.* 23:30 – Do\.?,? 00:45$/],
])("a mail's window in %s from %d h to %d h has its date once", (locale, from, to, text) => {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const window = { start: WEDNESDAY + from * HOUR_MS, end: WEDNESDAY + to * HOUR_MS };
  const written = windowText(dates, window, "Europe/Berlin", LONG);
  expect(written.replaceAll(/[\u00a0\u202f\u2009]/g, " ")).toMatch(text);
});
