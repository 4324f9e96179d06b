import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { openingOf, rankOf } from "./lifecycle.ts";

const NOON = Date.UTC(2026, 5, 17, 12);

test("a key opens once, and again only for what happened after it was resolved", () => {
  expect(openingOf(undefined, NOON)).toBe("opened");
  expect(openingOf({ resolvedAt: null, isByItself: false }, NOON)).toBeNull();
  expect(openingOf({ resolvedAt: NOON, isByItself: false }, NOON)).toBeNull();
  expect(openingOf({ resolvedAt: NOON, isByItself: true }, NOON)).toBeNull();
  expect(openingOf({ resolvedAt: NOON, isByItself: false }, NOON + 1)).toBe("reopened");
});

test("the latest word reopens what closed by itself, and nothing that a person judged", () => {
  expect(openingOf({ resolvedAt: NOON, isByItself: true }, NOON - 1, true)).toBe("reopened");
  expect(openingOf({ resolvedAt: NOON, isByItself: false }, NOON - 1, true)).toBeNull();
  expect(openingOf({ resolvedAt: null, isByItself: false }, NOON - 1, true)).toBeNull();
});

test("the queue shows the worst first, then the oldest", () => {
  const ranks = [rankOf(2, NOON), rankOf(1, NOON + MINUTE_MS), rankOf(2, NOON - MINUTE_MS)];
  expect(ranks.toSorted()).toEqual([ranks[1], ranks[2], ranks[0]]);
});
