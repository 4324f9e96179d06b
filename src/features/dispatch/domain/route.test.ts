import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { ROUTE_MACHINE } from "./route-lifecycle.ts";
import { type Route, type RouteEdit, plan } from "./route.ts";
import type { PlannedStop } from "./sequence.ts";

const stop = (
  kind: "collect" | "deliver",
  n: number,
  state: PlannedStop["state"] = "assigned",
): PlannedStop => ({ taskId: `${kind[0] ?? ""}${n}`, deliveryId: `d${n}`, number: `WB-${n}`, kind, state });
const pair = (n: number): PlannedStop[] => [stop("collect", n), stop("deliver", n)];
const empty: Route = { courierId: "anna", revision: 0, stops: [] };
const assign = (route: Route, n: number, beforeTaskId: string | null = null): Route =>
  plan(route, { type: "assign", stops: pair(n), beforeTaskId }, route.revision);
const ids = (route: Route): string => route.stops.map((one) => one.taskId).join(" ");
const two = assign(assign(empty, 1), 2);

describe("a route", () => {
  test("grows by one revision with every edit", () => {
    expect([ids(two), two.revision]).toEqual(["c1 d1 c2 d2", 2]);
    expect(ids(assign(two, 3, "d1"))).toBe("c1 c3 d3 d1 c2 d2");
    expect(ids(assign(two, 1))).toBe("c2 d2 c1 d1");
  });
  test("is not edited by somebody who has not seen the newest revision", () => {
    expect(() => plan(two, { type: "unassign", deliveryIds: ["d1"] }, 1)).toThrow(
      expect.objectContaining({
        code: "dispatch.conflict",
        facts: { courierId: "anna", expected: 1, revision: 2 },
      }),
    );
  });
  test("collects before it delivers", () => {
    expect(() => plan(two, { type: "move", taskId: "d1", beforeTaskId: "c1" }, 2)).toThrow(
      "dispatch.order-of-stops",
    );
    expect(ids(plan(two, { type: "move", taskId: "d1", beforeTaskId: null }, 2))).toBe("c1 c2 d2 d1");
    expect(ids(plan(two, { type: "move", taskId: "c2", beforeTaskId: "c2" }, 2))).toBe("c1 d1 c2 d2");
  });
  test("loses only what nobody has arrived at", () => {
    const begun: Route = {
      ...empty,
      stops: [stop("collect", 1, "succeeded"), stop("deliver", 1), ...pair(2)],
    };
    expect(ids(plan(begun, { type: "unassign", deliveryIds: ["d1", "d2"] }, 0))).toBe("c1");
    expect(() => plan(begun, { type: "unassign", deliveryIds: ["d9"] }, 0)).toThrow("deliveries.not-found");
    expect(() => plan(begun, { type: "move", taskId: "c1", beforeTaskId: null }, 0)).toThrow(
      "deliveries.wrong-state",
    );
  });
  test("refuses a stop and a neighbour that it does not have", () => {
    expect(() => plan(two, { type: "move", taskId: "x", beforeTaskId: null }, 2)).toThrow(
      "deliveries.not-found",
    );
    expect(() => plan(two, { type: "move", taskId: "c1", beforeTaskId: "x" }, 2)).toThrow(
      "deliveries.not-found",
    );
  });
});

test("whatever is edited, nothing is lost or doubled and everything is collected before it is delivered", () => {
  const n = fc.integer({ min: 1, max: 5 });
  const task = fc.tuple(fc.constantFrom("c", "d"), n).map(([kind, i]) => `${kind}${i}`);
  const edit: fc.Arbitrary<RouteEdit> = fc.oneof(
    fc.record({ type: fc.constant("assign" as const), stops: n.map(pair), beforeTaskId: fc.option(task) }),
    fc.record({
      type: fc.constant("unassign" as const),
      deliveryIds: fc.array(
        n.map((i) => `d${i}`),
        { minLength: 1 },
      ),
    }),
    fc.record({ type: fc.constant("move" as const), taskId: task, beforeTaskId: fc.option(task) }),
  );
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let route = empty;
      for (const one of edits) {
        const before = route;
        try {
          route = plan(route, one, route.revision);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        const order = route.stops.map((each) => each.taskId);
        expect(new Set(order).size).toBe(order.length);
        for (const id of order.filter((each) => each.startsWith("d")))
          expect(order.indexOf(`c${id.slice(1)}`)).toBeLessThan(order.indexOf(id));
        expect(one.type === "move" && route.stops.length !== before.stops.length).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});

test("every row of the route's table has its sentence and every state can be reached", () => {
  const targets: readonly string[] = [
    ROUTE_MACHINE.initial,
    ...ROUTE_MACHINE.transitions.map((row) => row.to),
  ];
  expect(ROUTE_MACHINE.states.filter((state) => !targets.includes(state))).toEqual([]);
  expect(ROUTE_MACHINE.transitions.filter((row) => !/^[A-Z].+\.$/.test(row.guard))).toEqual([]);
});
