import { expect, test } from "vitest";
import { formats } from "#web/i18n/format.ts";
import { windowOf } from "./window-of.ts";

/** Already Tuesday in Tokyo, still Monday in Berlin. */
const WINDOW = { start: "2026-11-23T17:00:00.000Z", end: "2026-11-23T19:00:00.000Z" };

test.each([
  ["2026-11-23", "Europe/Berlin", "6:00 – 8:00 PM"],
  ["2026-11-24", "Europe/Berlin", "Mon, Nov 23 · 6:00 – 8:00 PM"],
  ["2026-11-24", "Asia/Tokyo", "2:00 – 4:00 AM"],
  ["2026-11-23", "Asia/Tokyo", "Tue, Nov 24 · 2:00 – 4:00 AM"],
])("on the courier's %s in %s the stop is at %s", (date, timezone, text) => {
  const shown = windowOf({ window: WINDOW }, { date, timezone }, formats("en"));
  expect(shown.replaceAll(/\s/g, " ")).toBe(text);
});
