import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { troubleOf } from "./watch.ts";

const NOON = Date.UTC(2026, 5, 17, 12);
const ago = (minutes: number) => NOON - minutes * MINUTE_MS;

test.each([
  ["a courier who moves", 0, 1, undefined],
  ["19 minutes at a place", 0, 19, undefined],
  ["20 minutes at a place", 0, 20, { kind: "stopped_moving", happenedAt: NOON }],
  ["14 minutes without a position", 14, 14, undefined],
  ["15 minutes without a position", 15, 15, { kind: "no_position", happenedAt: NOON }],
  ["no position for long at a place", 30, 60, { kind: "no_position", happenedAt: ago(15) }],
])("%s", (_name, seen, stood, trouble) => {
  expect(troubleOf({ seenAt: ago(seen), stoodSince: ago(stood) }, NOON)).toEqual(trouble);
});

test("a courier at a stop does not stand still", () => {
  expect(troubleOf({ seenAt: NOON, stoodSince: null }, NOON)).toBeUndefined();
});
