import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FrameFollower, followFrame } from "./follow-frame.ts";

const PROVIDER = "https://id.example";
const MINUTE = 60_000;
const confirm = vi.fn<() => Promise<void>>(() => Promise.resolve());
/** Stand-ins for the frames, which load nothing, in the order in which they were opened. */
let frames: HTMLElement[];
let follower: FrameFollower;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  frames = [];
  const make = document.createElement.bind(document);
  vi.spyOn(document, "createElement").mockImplementation(() => {
    const element = make("div");
    Object.assign(element, { contentWindow: { postMessage: () => undefined } });
    frames.push(element);
    return element;
  });
  follower = followFrame({
    state: () => ({ kind: "signed-in", offline: false }) as never,
    on: () => () => undefined,
    frame: () =>
      Promise.resolve({ url: `${PROVIDER}/session`, clientId: "waybill-web", sessionState: "abc.salt" }),
    confirm,
    checkEveryMs: 5_000,
    messageWaitMs: 10_000,
  });
});
afterEach(() => {
  follower.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The newest frame loads and answers, one word after the other. */
function answers(...words: readonly string[]): void {
  const frame = frames.at(-1);
  frame?.dispatchEvent(new Event("load"));
  for (const data of words) {
    const event = new Event("message");
    const source: unknown = frame && Reflect.get(frame, "contentWindow");
    dispatchEvent(Object.assign(event, { data, origin: PROVIDER, source }));
  }
}

/** Checks come every five seconds, as the session's timer makes them. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    await vi.advanceTimersByTimeAsync(5_000);
    follower.ask();
    await vi.advanceTimersByTimeAsync(0);
  }
}

test("after a changed that meant nothing the frame opens again, and a later changed is heard", async () => {
  await vi.advanceTimersByTimeAsync(0);
  answers("unchanged", "changed");
  expect(confirm).toHaveBeenCalledTimes(1);
  await pass(MINUTE - 5_000);
  expect(frames).toHaveLength(1);
  await pass(5_000);
  expect(frames).toHaveLength(2);
  answers("unchanged");
  expect(confirm).toHaveBeenCalledTimes(1);
  answers("changed");
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(confirm).toHaveBeenLastCalledWith("frame");
});

test("a provider that says changed for ever is asked less and less often", async () => {
  await vi.advanceTimersByTimeAsync(0);
  answers("unchanged", "changed");
  await pass(MINUTE);
  answers("unchanged", "changed");
  await pass(MINUTE);
  expect(frames).toHaveLength(2);
  await pass(MINUTE);
  expect(frames).toHaveLength(3);
  answers("unchanged", "changed");
  expect(confirm).toHaveBeenCalledTimes(3);
});
