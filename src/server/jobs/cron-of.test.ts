import { expect, test } from "vitest";
import { cronOf } from "./jobs.ts";

test("a job runs every few minutes, once an hour or once a night", () => {
  expect(cronOf(1)).toBe("*/1 * * * *");
  expect(cronOf(59)).toBe("*/59 * * * *");
  expect(cronOf("hourly")).toBe("0 * * * *");
  expect(cronOf("nightly")).toBe("0 3 * * *");
});

test.each([0, -1, 1.5, 60, 1440])(
  "a step of %s minutes is refused: the clock would not keep it",
  (minutes) => {
    expect(() => cronOf(minutes)).toThrow(RangeError);
  },
);
