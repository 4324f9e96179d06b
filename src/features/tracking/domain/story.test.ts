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
