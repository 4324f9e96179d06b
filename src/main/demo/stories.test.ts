import { expect, test } from "vitest";
import { DELIVERY_STATES } from "#features/deliveries/domain/state.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { storiesAround } from "./stories.ts";

const now = Date.UTC(2026, 10, 21, 9, 0);
const stories = storiesAround(now, now - DAY_MS, now - 4 * DAY_MS);

test("the demo tells sixty stories that end in every state there is", () => {
  expect(stories).toHaveLength(60);
  expect(new Set(stories.map((story) => story.ends))).toEqual(new Set(DELIVERY_STATES));
});

test("no story happens in the future, before its booking, or backwards", () => {
  for (const { bookedAt, acts } of stories) {
    const times = [bookedAt, ...acts.map((act) => act.at)];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(now);
  }
});
