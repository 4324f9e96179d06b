import { expect, test } from "vitest";
import { fromIso } from "#kernel/instant.ts";
import { retryTimes } from "./retry-times.ts";

const ZONE = "Europe/Berlin";
const window = { start: "2026-03-28T09:00:00.000Z", end: "2026-03-28T11:00:00.000Z" };

test("the promised time is offered while a quarter of an hour of it is left", () => {
  expect(retryTimes({ window }, fromIso("2026-03-28T10:45:00.000Z"), ZONE).kept).toEqual(window);
  expect(retryTimes({ window }, fromIso("2026-03-28T10:45:00.001Z"), ZONE).kept).toBeUndefined();
});

test("the next day has the same hours, also after the clocks went forward", () => {
  expect(retryTimes({ window }, fromIso("2026-03-28T10:00:00.000Z"), ZONE).next).toEqual({
    start: "2026-03-29T08:00:00.000Z",
    end: "2026-03-29T10:00:00.000Z",
  });
});

test("a promise of last week moves to tomorrow, one of next week to the day after it", () => {
  expect(retryTimes({ window }, fromIso("2026-04-04T10:00:00.000Z"), ZONE).next.start).toBe(
    "2026-04-05T08:00:00.000Z",
  );
  expect(retryTimes({ window }, fromIso("2026-03-20T10:00:00.000Z"), ZONE).next.start).toBe(
    "2026-03-29T08:00:00.000Z",
  );
});

test("a window across midnight stays one", () => {
  const night = { start: "2026-06-01T20:00:00.000Z", end: "2026-06-01T23:00:00.000Z" };
  expect(retryTimes({ window: night }, fromIso("2026-06-02T06:00:00.000Z"), ZONE).next).toEqual({
    start: "2026-06-03T20:00:00.000Z",
    end: "2026-06-03T23:00:00.000Z",
  });
});
