import { expect, test } from "vitest";
import { type DoorStop, doorOf } from "./door.ts";

const stop = (taskId: string, changes: Partial<DoorStop> = {}): DoorStop => ({
  taskId,
  kind: "deliver",
  state: "assigned",
  blocked: false,
  addressTag: "a",
  contactName: "Rita Ray",
  window: { start: "2026-11-23T10:00:00Z", end: "2026-11-23T12:00:00Z" },
  cash: null,
  required: [],
  preferred: [],
  ...changes,
});

test("deliveries for the same person, door are done together where their windows overlap", () => {
  const stops = [
    stop("here"),
    stop("arrived", { state: "arrived" }),
    stop("paid", { cash: { isReceived: true } }),
    stop("booked later", { window: { start: "2026-11-23T10:03:00Z", end: "2026-11-23T13:00:00Z" } }),
    stop("other kind", { kind: "collect" }),
    stop("other door", { addressTag: "b" }),
    stop("other person", { contactName: "Rob Roe" }),
    stop("other time", { window: { start: "2026-11-23T12:00:00Z", end: "2026-11-23T14:00:00Z" } }),
    stop("over", { state: "succeeded" }),
    stop("not with the courier", { blocked: true }),
    stop("asks for its own PIN", { required: ["pin"] }),
    stop("cash to take", { cash: { isReceived: false } }),
  ];
  const [here] = stops;
  if (!here) throw new Error("no stop");
  expect(doorOf(stops, here).map(({ taskId }) => taskId)).toEqual([
    "here",
    "arrived",
    "paid",
    "booked later",
  ]);
});

test("a stop that is over has no door to work at", () => {
  const over = stop("over", { state: "failed" });
  expect(doorOf([over, stop("open")], over)).toEqual([]);
});
