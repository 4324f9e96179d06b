import { expect, test } from "vitest";
import type { CourierStop } from "../contract/api.ts";
import { nextStop } from "./day-query.ts";
import { dayStep } from "./day-step.ts";

type State = CourierStop["state"];

const stops = (...given: readonly (State | "blocked")[]): CourierStop[] =>
  given.map(
    (state, at) =>
      // Safe: the step reads these alone.
      ({
        taskId: `t${at}`,
        state: state === "blocked" ? "assigned" : state,
        blocked: state === "blocked",
      }) as unknown as CourierStop,
  );
const DONE = { isChecked: true, inHand: 0 };

test.each([
  ["off duty, with work", false, stops("assigned"), DONE, "begin"],
  ["off duty, before there is work", false, [], DONE, "begin"],
  ["off duty, with a stop begun", false, stops("arrived"), DONE, "begin"],
  ["off duty, all done", false, stops("succeeded", "failed", "cancelled"), DONE, undefined],
  ["off duty, all done but parcels in hand", false, stops("succeeded"), { ...DONE, inHand: 1 }, "begin"],
  ["nothing checked yet", true, stops("assigned", "assigned"), { ...DONE, isChecked: false }, "load"],
  ["all behind the load", true, stops("blocked"), { ...DONE, isChecked: false }, "load"],
  ["checked", true, stops("assigned", "assigned"), DONE, "next"],
  [
    "unchecked, but the first stop is over",
    true,
    stops("failed", "assigned"),
    { ...DONE, isChecked: false },
    "next",
  ],
  ["on the way, unchecked", true, stops("en_route"), { ...DONE, isChecked: false }, "go-on"],
  ["a later stop begun first", true, stops("assigned", "arrived"), DONE, "go-on"],
  ["parcels in hand, stops ahead", true, stops("assigned"), { ...DONE, inHand: 2 }, "next"],
  ["parcels in hand, no stop ahead", true, stops("succeeded"), { ...DONE, inHand: 2 }, "in-hand"],
  ["waiting for parcels of others", true, stops("succeeded", "blocked"), DONE, undefined],
  ["waiting for work", true, [], DONE, undefined],
  ["all done", true, stops("succeeded", "cancelled"), DONE, "end"],
] as const)("the day's next step: %s", (_, onDuty, given, aboard, step) => {
  expect(dayStep({ onDuty, stops: [...given] }, aboard)).toBe(step);
});

test("a stop that was begun comes before the first that is ahead", () => {
  expect(nextStop(stops("assigned", "en_route"))?.taskId).toBe("t1");
  expect(nextStop(stops("succeeded", "blocked", "assigned"))?.taskId).toBe("t2");
});
