import { expect, test } from "vitest";
import { formats } from "#web/i18n/format.ts";
import { windowParts } from "./window-of.ts";

const windowOf = (...given: Parameters<typeof windowParts>) => windowParts(...given).join(" · ");

/** Already Tuesday in Tokyo, still Monday in Berlin. */
const WINDOW = { start: "2026-11-23T17:00:00.000Z", end: "2026-11-23T19:00:00.000Z" };

test.each([
  ["2026-11-23", "Europe/Berlin", "6:00 – 8:00 PM"],
  ["2026-11-24", "Europe/Berlin", "Mon, Nov 23 · 6:00 – 8:00 PM"],
  ["2026-11-24", "Asia/Tokyo", "2:00 – 4:00 AM"],
  ["2026-11-23", "Asia/Tokyo", "Tue, Nov 24 · 2:00 – 4:00 AM"],
])("on the courier's %s in %s the stop is at %s", (date, timezone, text) => {
  const shown = windowOf({ window: WINDOW, state: "assigned" }, { date, timezone }, formats("en"));
  expect(shown.replaceAll(/\s/g, " ")).toBe(text);
});

test("the predicted time stands behind the hours while the stop is ahead and the time may come true", () => {
  const arrival = { at: "2026-11-23T17:35:00.000Z", latest: "2026-11-23T17:50:00.000Z", risk: false };
  const day = { date: "2026-11-23", timezone: "Europe/Berlin" };
  const shown = (state: "en_route" | "succeeded", now: string) =>
    windowOf({ window: WINDOW, state, arrival }, day, formats("en"), now).replaceAll(/\s/g, " ");
  expect(shown("en_route", "2026-11-23T17:49:00.000Z")).toBe("6:00 – 8:00 PM · ≈ 6:35 PM");
  const earliest = "2026-11-23T17:30:00.000Z";
  const whole = { window: WINDOW, state: "en_route" as const, arrival: { ...arrival, earliest } };
  expect(windowOf(whole, day, formats("en"), earliest).replaceAll(/\s/g, " ")).toBe(
    "6:00 – 8:00 PM · ≈ 6:30 – 6:50 PM",
  );
  expect(shown("en_route", "2026-11-23T17:51:00.000Z")).toBe("6:00 – 8:00 PM");
  expect(shown("succeeded", "2026-11-23T17:30:00.000Z")).toBe("6:00 – 8:00 PM");
});
