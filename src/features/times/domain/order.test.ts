import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { nextOf } from "./order.ts";

const NOON = Date.UTC(2026, 5, 17, 12);
const stop = (deliveryId: string, opensIn: number, kind: "collect" | "deliver" = "deliver") => ({
  deliveryId,
  kind,
  state: "assigned" as "assigned" | "en_route",
  start: NOON + opensIn,
});

test("the plan's first open stop is next", () => {
  const [a, b] = [stop("a", 30 * MINUTE_MS), stop("b", 0)];
  expect(nextOf([a, b], NOON)).toBe(a);
});

test("a stop that opens much later gives way to one that is open, and not for ever", () => {
  const [a, b] = [stop("a", HOUR_MS), stop("b", 0)];
  expect(nextOf([a, b], NOON)).toBe(b);
  expect(nextOf([a, b], NOON + 30 * MINUTE_MS)).toBe(a);
});

test("where all open much later, the first to open is next, by the plan among equals", () => {
  const [a, b, c] = [stop("a", 3 * HOUR_MS), stop("b", 2 * HOUR_MS), stop("c", 2 * HOUR_MS)];
  expect(nextOf([a, b, c], NOON)).toBe(b);
  expect(nextOf([], NOON)).toBeUndefined();
});

test("nothing is brought before it is collected", () => {
  const [bring, collect] = [stop("a", 0), stop("a", 2 * HOUR_MS, "collect")];
  expect(nextOf([bring, collect], NOON)).toBe(collect);
  expect(nextOf([bring], NOON)).toBe(bring);
});

test("a stop that the courier is on the way to comes before all others", () => {
  const [a, b] = [stop("a", 0), { ...stop("b", 2 * HOUR_MS), state: "en_route" as const }];
  expect(nextOf([a, b], NOON)).toBe(b);
});
