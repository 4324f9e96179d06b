import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pause } from "./pause.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a pause lasts its time, and none takes none", async () => {
  let isOver = false;
  const resting = pause(500).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(499);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await resting;
  await pause(0);
});

test("a pause ends at once where its page has gone on, before it or during it", async () => {
  const page = new AbortController();
  const during = pause(500, page.signal);
  page.abort();
  await expect(during).rejects.toMatchObject({ name: "AbortError" });
  await expect(pause(0, page.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect(vi.getTimerCount()).toBe(0);
});
