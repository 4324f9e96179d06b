import fc from "fast-check";
import { expect, test } from "vitest";
import { placesOn } from "./places-on.ts";

const ROUTE = ["a", "b", "c"];
const places = (collect: string | null, deliver: string | null) =>
  placesOn(ROUTE, [
    { taskId: "collect", beforeTaskId: collect },
    { taskId: "deliver", beforeTaskId: deliver },
  ]).map(({ beforeTaskId }) => beforeTaskId);

test.each([
  ["in the route's order they stay", "a", "c", ["a", "c"]],
  ["one behind the other at one place", "b", "b", ["b", "b"]],
  ["at the end", null, null, [null, null]],
  ["a handover before its collection goes right behind it", "c", "a", ["c", "c"]],
  ["a handover before a collection at the end goes to the end", null, "b", [null, null]],
  ["a neighbour on another route means the end", "elsewhere", "b", [null, null]],
])("%s", (_, collect, deliver, expected) => {
  expect(places(collect, deliver)).toEqual(expected);
});

test("no answer of the planner puts a handover before its collection", () => {
  const neighbour = fc.constantFrom(...ROUTE, "elsewhere", null);
  const rank = (id: string | null | undefined) => (typeof id === "string" ? ROUTE.indexOf(id) : ROUTE.length);
  fc.assert(
    fc.property(neighbour, neighbour, (collect, deliver) => {
      const [first, second] = places(collect, deliver);
      expect(rank(first)).toBeGreaterThanOrEqual(0);
      expect(rank(second)).toBeGreaterThanOrEqual(rank(first));
    }),
  );
});
