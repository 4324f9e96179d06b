import { expect, test } from "vitest";
import { fromIso, toIso } from "#kernel/instant.ts";
import { nextOpenDay, onDay } from "./postpone.ts";

const ZONE = "Europe/Berlin";
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: "08:00", closes: "18:00" }));

test("a weekend and a day that is closed are skipped", () => {
  expect(nextOpenDay({ weekly: weekdays, exceptions: [] }, ZONE, "2026-11-26")).toBe("2026-11-27");
  expect(nextOpenDay({ weekly: weekdays, exceptions: [] }, ZONE, "2026-11-27")).toBe("2026-11-30");
  const closed = { date: "2026-11-30", closed: true, opens: null, closes: null, note: "" };
  expect(nextOpenDay({ weekly: weekdays, exceptions: [closed] }, ZONE, "2026-11-27")).toBe("2026-12-01");
  expect(nextOpenDay({ weekly: [], exceptions: [] }, ZONE, "2026-11-27")).toBe("2026-11-28");
});

test("the hours on the wall stay the same after the clocks changed, and across midnight", () => {
  const window = (start: string, end: string) => ({ start: fromIso(start), end: fromIso(end) });
  const shown = ({ start, end }: { start: number; end: number }) => `${toIso(start)}/${toIso(end)}`;
  const noon = window("2026-03-28T11:00:00.000Z", "2026-03-28T13:00:00.000Z");
  expect(shown(onDay(noon, "2026-03-29", ZONE))).toBe("2026-03-29T10:00:00.000Z/2026-03-29T12:00:00.000Z");
  const night = window("2026-06-01T20:00:00.000Z", "2026-06-01T23:00:00.000Z");
  expect(shown(onDay(night, "2026-06-04", ZONE))).toBe("2026-06-04T20:00:00.000Z/2026-06-04T23:00:00.000Z");
});
