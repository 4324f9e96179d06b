import { expect, test } from "vitest";
import { fromIso, toIso } from "./instant.ts";
import { onDay } from "./on-day.ts";

const ZONE = "Europe/Berlin";

test("the hours on the wall stay the same after the clocks changed, and across midnight", () => {
  const window = (start: string, end: string) => ({ start: fromIso(start), end: fromIso(end) });
  const shown = ({ start, end }: { start: number; end: number }) => `${toIso(start)}/${toIso(end)}`;
  const noon = window("2026-03-28T11:00:00.000Z", "2026-03-28T13:00:00.000Z");
  expect(shown(onDay(noon, "2026-03-29", ZONE))).toBe("2026-03-29T10:00:00.000Z/2026-03-29T12:00:00.000Z");
  const night = window("2026-06-01T20:00:00.000Z", "2026-06-01T23:00:00.000Z");
  expect(shown(onDay(night, "2026-06-04", ZONE))).toBe("2026-06-04T20:00:00.000Z/2026-06-04T23:00:00.000Z");
});
