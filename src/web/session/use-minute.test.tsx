import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { learnClock } from "./clock.ts";
import { useMinute } from "./use-minute.ts";

const START = fromIso("2026-11-23T13:00:20.000Z");

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  learnClock(new Date(START).toUTCString());
});
afterEach(() => {
  cleanup();
  seen(true);
  vi.useRealTimers();
});

function seen(is: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(is ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}
let drawn: number[] = [];
function Shown({ read }: { read: (now: number) => number }) {
  drawn.push(useMinute(read));
  return null;
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const minutes = () => drawn.map((ms) => new Date(ms).toISOString().slice(11, 19));

beforeEach(() => {
  drawn = [];
});

test("the clock goes on with each whole minute of the server", async () => {
  learnClock(new Date(START + 2 * MINUTE_MS).toUTCString());
  render(<Shown read={(now) => now} />);
  await pass(39_000);
  expect(minutes()).toEqual(["13:02:00"]);
  await pass(2_000);
  await pass(MINUTE_MS);
  expect(minutes()).toEqual(["13:02:00", "13:03:00", "13:04:00"]);
});

test("what reads the same is not drawn again", async () => {
  render(<Shown read={(now) => Math.floor(now / (5 * MINUTE_MS))} />);
  await pass(4 * MINUTE_MS);
  expect(drawn).toHaveLength(1);
  await pass(MINUTE_MS);
  expect(drawn).toHaveLength(2);
});

test("a page that nobody sees has no clock; it catches up when it is seen again", async () => {
  render(<Shown read={(now) => now} />);
  act(() => seen(false));
  expect(vi.getTimerCount()).toBe(0);
  await pass(10 * MINUTE_MS);
  expect(minutes()).toEqual(["13:00:00"]);
  act(() => seen(true));
  expect(minutes()).toEqual(["13:00:00", "13:10:00"]);
});

test("many readers share one timer, and the last of them ends it", () => {
  const { unmount } = render(
    <>
      <Shown read={(now) => now} />
      <Shown read={(now) => now} />
    </>,
  );
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
