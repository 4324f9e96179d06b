import { expect, test } from "vitest";
import { STEP_EVENTS } from "#features/deliveries/domain/event.ts";
import { type Step, storyOf, timelineOf } from "./story.ts";

const NOW = 1_000;
const step = (type: string, state: Step["state"], more: Partial<Step> = {}): Step => ({
  type: `delivery.${type}`,
  taskId: "deliver-1",
  state,
  occurredAt: 1,
  ...more,
});
const states = (...steps: Step[]) => storyOf(steps, NOW).map(({ state }) => state);

test.each(Object.values(STEP_EVENTS).flatMap(({ succeeded, failed }) => [succeeded, failed]))(
  "the outcome %s is replaced by its correction",
  (type) => {
    const wrong = { ...step("", "attempt_failed"), type };
    expect(states(step("at_dropoff", "at_dropoff"), wrong, step("corrected", "delivered"))).toEqual([
      "at_dropoff",
      "delivered",
    ]);
  },
);

test("what was planned because of a wrong outcome goes with it", () => {
  const next = { taskId: "deliver-2" };
  expect(
    states(
      step("out_for_delivery", "out_for_delivery"),
      step("attempt_failed", "attempt_failed"),
      step("retry_planned", "collected", next),
      step("assigned", "collected", next),
      step("corrected", "delivered"),
    ),
  ).toEqual(["out_for_delivery", "delivered"]);
});

test("a correction of a correction stands alone, and another task's outcome stays", () => {
  expect(
    states(
      step("collected", "collected", { taskId: "collect-1" }),
      step("delivered", "delivered"),
      step("corrected", "attempt_failed"),
      step("corrected", "delivered"),
    ),
  ).toEqual(["collected", "delivered"]);
});

test("nothing lies in the future, whatever the courier's clock said", () => {
  const ahead = step("delivered", "delivered", { occurredAt: NOW + 60_000 });
  expect(storyOf([ahead], NOW).map(({ occurredAt }) => occurredAt)).toEqual([NOW]);
});

test("a try that brought a part says how many parcels were brought until then, also after later steps", () => {
  const part = (brought: number | null) => step("attempt_failed", "attempt_failed", { brought });
  const ride = step("out_for_delivery", "out_for_delivery");
  expect(
    timelineOf([ride, part(1), ride, part(null), ride, part(2)]).map(({ state, brought }) => [
      state,
      brought,
    ]),
  ).toEqual([
    ["on_its_way", undefined],
    ["missed", 1],
    ["on_its_way", undefined],
    ["missed", undefined],
    ["on_its_way", undefined],
    ["missed", 3],
  ]);
});

test("what was picked up once reads so once, whatever tries follow", () => {
  const told = timelineOf([
    step("collected", "collected", { taskId: "collect-1" }),
    step("out_for_delivery", "out_for_delivery"),
    step("attempt_failed", "attempt_failed"),
    step("retry_planned", "collected", { taskId: "deliver-2" }),
    step("at_hub", "at_hub"),
    step("out_for_delivery", "out_for_delivery", { taskId: "deliver-2" }),
    step("unassigned", "collected", { taskId: "deliver-2" }),
  ]);
  expect(told.map(({ state, turn }) => turn ?? state)).toEqual([
    "with_us",
    "on_its_way",
    "missed",
    "again",
    "on_its_way",
    "again",
  ]);
});

test("a delivery that was cancelled and taken up, or lost and found, says so", () => {
  const told = timelineOf([
    step("created", "created"),
    step("cancelled", "cancelled"),
    step("reopened", "assigned"),
    step("collected", "collected", { taskId: "collect-1" }),
    step("lost", "lost"),
    step("found", "at_hub"),
  ]);
  expect(told.map(({ state, turn }) => turn ?? state)).toEqual([
    "booked",
    "cancelled",
    "reopened",
    "with_us",
    "lost",
    "found",
  ]);
});
