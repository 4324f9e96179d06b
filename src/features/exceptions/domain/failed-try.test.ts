import { expect, test } from "vitest";
import { type Task, newTask } from "#features/deliveries/domain/delivery.ts";
import { awaitsDecision } from "./failed-try.ts";

const task = (id: string, kind: Task["kind"], state: Task["state"]): Task => ({
  ...newTask({ id, kind, tryNo: 1 }),
  state,
});
const collected = task("c", "collect", "succeeded");
const missed = task("d", "deliver", "failed");

test.each([
  ["a try that failed", [collected, missed], "d", true],
  ["one with another try after it", [collected, missed, task("e", "deliver", "open")], "d", false],
  ["one whose other try was withdrawn", [collected, missed, task("e", "deliver", "cancelled")], "d", true],
  ["one that goes back", [collected, missed, task("r", "return", "assigned")], "d", false],
  ["one that was corrected", [collected, task("d", "deliver", "succeeded")], "d", false],
  ["a pickup before its drop-off", [task("c", "collect", "failed"), task("d", "deliver", "open")], "c", true],
  [
    "a pickup that is tried again",
    [task("c", "collect", "failed"), task("d", "deliver", "open"), task("f", "collect", "open")],
    "c",
    false,
  ],
])("somebody must decide about %s", (_what, tasks, id, awaits) => {
  expect(awaitsDecision({ tasks, closedAs: null }, id)).toBe(awaits);
});

test("nobody decides about what has ended", () => {
  expect(awaitsDecision({ tasks: [collected, missed], closedAs: "lost" }, "d")).toBe(false);
});
