import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Sending, startSending } from "./sending.ts";

const BEAT = "wb.outbox.h.beat";
const HALF_A_MINUTE = 30_000;

let sending: Sending | undefined;
const stolen = vi.fn<() => void>();
const work = vi.fn<() => Promise<"sent">>(() => Promise.resolve("sent"));

/** Another tab holds the lock of the sending; its last beat is of half a minute ago. */
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem(BEAT, String(Date.now() - HALF_A_MINUTE));
  const request = async (
    _name: string,
    { steal }: LockOptions,
    granted: (lock: object | null) => unknown,
  ) => {
    if (steal) stolen();
    return granted(steal ? {} : null);
  };
  vi.stubGlobal("navigator", { locks: { request } });
});

afterEach(() => {
  sending?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  localStorage.clear();
});

const start = () =>
  startSending({ name: "wb.outbox.h", work, ripeIn: () => undefined, onEnd: () => undefined });

test("the lock of a tab that took it just now is not taken from it", async () => {
  sending = start();
  await vi.advanceTimersByTimeAsync(500);
  localStorage.setItem(BEAT, String(Date.now()));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(stolen).not.toHaveBeenCalled();
  expect(work).not.toHaveBeenCalled();
});

test("the lock of a tab that shows no life is taken", async () => {
  sending = start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(stolen).toHaveBeenCalledTimes(1);
  expect(work).toHaveBeenCalledTimes(1);
});
