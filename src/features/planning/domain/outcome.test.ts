import { expect, test } from "vitest";
import type { PlannedRoute } from "#kernel/plan-request.ts";
import type { Carriage, DayJob } from "./day-job.ts";
import type { Lack } from "./means.ts";
import { compared, type MoveCause } from "./outcome.ts";

const carriage = (orderId: string, courierId: string | null) =>
  ({ orderId, deliveryId: `d-${orderId}`, courierId }) as unknown as Carriage; // Safe: these are read alone.
const job = (lacks: readonly (readonly [string, Lack])[] = []) =>
  ({
    request: { orders: [], couriers: [] },
    carriages: new Map(
      [carriage("a", "carla"), carriage("b", "carla"), carriage("c", null)].map((one) => [one.orderId, one]),
    ),
    lacks: new Map(lacks),
  }) as unknown as DayJob; // Safe: these are read alone.
const routes = [
  {
    courier: "dmitri",
    stops: ["a", "b", "c"].map((order) => ({ order, kind: "drop", start: 0 })),
    seconds: 0,
    metres: 0,
    end: 0,
    breaks: [],
  },
] as unknown as PlannedRoute[];
const reasons = (moved: readonly MoveCause[], lacks: readonly (readonly [string, Lack])[] = []) =>
  compared(job(lacks), [], { routes, moved }).moves.map(({ because }) => because);

test("a move has the planner's reason, in deliveries; what nobody had was open", () => {
  expect(
    reasons([
      { order: "a", kind: "late", late: "b", by: 600 },
      { order: "b", kind: "saves", seconds: 240, metres: 900 },
    ]),
  ).toEqual([
    { kind: "late", deliveryId: "d-b", by: 600 },
    { kind: "saves", seconds: 240, metres: 900 },
    { kind: "open" },
  ]);
});

test("what the courier of before lacks is told only where the planner has no cause of its own", () => {
  const told = reasons(
    [
      { order: "a", kind: "saves", seconds: 240, metres: 900 },
      { order: "b", kind: "together" },
    ],
    [
      ["a", { kind: "skill", skill: "cold" }],
      ["b", { kind: "vehicle" }],
    ],
  );
  expect(told).toEqual([{ kind: "saves", seconds: 240, metres: 900 }, { kind: "vehicle" }, { kind: "open" }]);
  expect(reasons([], [["a", { kind: "skill", skill: "cold" }]])[0]).toEqual({ kind: "skill", skill: "cold" });
});

test("a move that the planner does not tell pays together with others", () => {
  expect(reasons([])).toEqual([{ kind: "together" }, { kind: "together" }, { kind: "open" }]);
});
