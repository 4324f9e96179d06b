import { expect, test } from "vitest";
import { nextOpenDay } from "./hours.ts";

const ZONE = "Europe/Berlin";
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: "08:00", closes: "18:00" }));

test("a weekend and a day that is closed are skipped", () => {
  expect(nextOpenDay({ weekly: weekdays, exceptions: [] }, ZONE, "2026-11-26")).toBe("2026-11-27");
  expect(nextOpenDay({ weekly: weekdays, exceptions: [] }, ZONE, "2026-11-27")).toBe("2026-11-30");
  const closed = { date: "2026-11-30", closed: true, opens: null, closes: null, note: "" };
  expect(nextOpenDay({ weekly: weekdays, exceptions: [closed] }, ZONE, "2026-11-27")).toBe("2026-12-01");
  expect(nextOpenDay({ weekly: [], exceptions: [] }, ZONE, "2026-11-27")).toBe("2026-11-28");
});
