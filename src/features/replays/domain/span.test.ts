import { expect, test } from "vitest";
import { daysOf } from "./span.ts";

const none = { from: "", to: "" };

test.each([
  ["1", "2026-11-29", "2026-10-30"],
  ["1", "2026-03-31", "2026-03-01"],
  ["1", "2026-12-31", "2026-12-01"],
  ["3", "2026-02-10", "2025-11-11"],
  ["12", "2024-02-29", "2023-03-01"],
  ["12", "2026-11-29", "2025-11-30"],
] as const)("%s months that end on %s begin on %s", (span, today, from) => {
  expect(daysOf(span, today, none)).toEqual({ from, to: today });
});

test("chosen days stand as they are, and missing ones are those of the last month", () => {
  const own = { from: "2026-01-05", to: "2026-01-07" };
  expect(daysOf("own", "2026-11-29", own)).toEqual(own);
  expect(daysOf("own", "2026-11-29", none)).toEqual({ from: "2026-10-30", to: "2026-11-29" });
});
