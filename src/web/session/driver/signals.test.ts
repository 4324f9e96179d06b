import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkReport } from "./check-report.ts";
import type { FrameParts, FrameState } from "./session-check.ts";
import type { SessionState } from "../port.ts";
import type { Hint } from "#web/session/diagnosis.ts";
import type { Watched } from "./watched.ts";

const TICK = 5_000;
const live = vi.hoisted(() => ({ handlers: [] as { type: string; run: (m: unknown) => void }[] }));
const reconnectLive = vi.hoisted(() => vi.fn<() => void>());
vi.mock("../../live/live.ts", async (original) => ({
  ...(await original<object>()),
  listenLive: (added: typeof live.handlers) => {
    live.handlers.push(...added);
    return () => live.handlers.splice(0);
  },
  isLive: () => true,
  reconnectLive,
}));
const frames = vi.hoisted(
  () => [] as { parts: FrameParts; state: FrameState; asked: number; closed: boolean }[],
);
vi.mock("./session-check.ts", () => ({
  openSessionFrame: (parts: FrameParts) => {
    const frame = { parts, state: "waiting" as FrameState, asked: 0, closed: false };
    frames.push(frame);
    return {
      ask: () => void (frame.asked += 1),
      state: () => frame.state,
      heardAt: () => 7,
      close: () => void (frame.closed = true),
    };
  },
}));
const { watchSession } = await import("./signals.ts");

const SIGNED_IN: SessionState = { kind: "signed-in", subject: "ada", name: "Ada", roles: [], offline: false };
let state: SessionState;
let offered: Awaited<ReturnType<Watched["frame"]>>;
let listeners: Set<() => void>;
const confirm = vi.fn<(hint: Hint) => Promise<void>>(async () => undefined);
let stop: () => void;
const become = (next: SessionState) => {
  state = next;
  for (const listener of listeners) listener();
};
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  frames.length = live.handlers.length = 0;
  vi.clearAllMocks();
  state = SIGNED_IN;
  offered = { url: "https://id.example/check", clientId: "w", sessionState: "s1" };
  listeners = new Set();
  stop = watch();
  await settle();
});
const watch = () =>
  watchSession({
    state: () => state,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    frame: async () => offered,
    confirm,
    checkEveryMs: TICK,
    messageWaitMs: 10_000,
  });
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("while somebody is signed in", () => {
  test("the provider's frame is asked every five seconds, and a change leads to one question", async () => {
    expect(frames).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 * TICK);
    expect(frames[0]?.asked).toBe(2);
    frames[0]?.parts.onChanged();
    expect(confirm.mock.calls).toEqual([["frame"]]);
  });

  test("a hidden page asks nothing, and asks as soon as it is seen", async () => {
    const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await vi.advanceTimersByTimeAsync(2 * TICK);
    expect(frames[0]?.asked).toBe(0);
    seen.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(frames[0]?.asked).toBe(1);
    seen.mockRestore();
  });

  test("our server's word leads to a question, and to one more while nothing ended", async () => {
    expect(live.handlers.map(({ type }) => type)).toEqual(["session.ended"]);
    live.handlers[0]?.run({ data: { sid: "x" }, type: "session.ended" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(confirm.mock.calls).toEqual([["event"], ["event"]]);
  });

  test("once it ended, nothing more is asked", async () => {
    confirm.mockImplementationOnce(async () => become({ kind: "signed-out" }));
    live.handlers[0]?.run({ data: {}, type: "session.ended" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(frames[0]?.closed).toBe(true);
  });

  test("a laptop that slept is looked at when it wakes, and hears news on a fresh connection", async () => {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(TICK);
    expect(confirm.mock.calls).toEqual([["wake"]]);
    expect(reconnectLive).toHaveBeenCalledTimes(1);
  });

  test("a slow tick is no sleep", async () => {
    vi.setSystemTime(Date.now() + 9_000);
    await vi.advanceTimersByTimeAsync(TICK);
    expect(confirm).not.toHaveBeenCalled();
  });

  test.each([
    ["alive", { by: "frame", at: 7 }],
    ["error", { by: "events", noFrame: "error" }],
    ["silent", { by: "events", noFrame: "silent" }],
    ["changed", { by: "events", noFrame: "changed" }],
    ["blocked", { by: "events", noFrame: "blocked" }],
  ] as const)("says what it uses when the frame is %s", async (frameState, report) => {
    if (frames[0]) frames[0].state = frameState;
    await vi.advanceTimersByTimeAsync(TICK);
    expect(checkReport()).toEqual(report);
  });
});

describe("which frame is open", () => {
  test("another sign-in opens another one", async () => {
    offered = { url: "https://id.example/check", clientId: "w", sessionState: "s2" };
    become({ ...SIGNED_IN, subject: "bo" });
    await settle();
    expect(frames.map(({ parts, closed }) => [parts.sessionState, closed])).toEqual([
      ["s1", true],
      ["s2", false],
    ]);
  });

  test("the same sign-in keeps the same one, through a loss of the network too", async () => {
    become({ ...SIGNED_IN, offline: true });
    become(SIGNED_IN);
    await settle();
    expect(frames).toHaveLength(1);
    expect(frames[0]?.closed).toBe(false);
  });

  test("one that fell silent gets another chance when the network is back", async () => {
    become({ ...SIGNED_IN, offline: true });
    if (frames[0]) frames[0].state = "silent";
    become(SIGNED_IN);
    await settle();
    expect(frames).toHaveLength(2);
  });

  test("one that said changed without an end is asked anew a minute later, then after two", async () => {
    const change = async () => {
      const frame = frames.at(-1);
      if (frame) frame.state = "changed";
      frame?.parts.onChanged();
      await settle();
    };
    await change();
    await vi.advanceTimersByTimeAsync(55_000);
    expect(frames).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(TICK);
    expect(frames).toHaveLength(2);
    await change();
    await vi.advanceTimersByTimeAsync(115_000);
    expect(frames).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(TICK);
    expect(frames).toHaveLength(3);
    expect(confirm.mock.calls).toEqual([["frame"], ["frame"]]);
  });

  test("one that said changed rightly stays closed", async () => {
    confirm.mockImplementationOnce(async () => become({ kind: "signed-out" }));
    frames[0]?.parts.onChanged();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(frames).toHaveLength(1);
  });

  test("without the network none is opened, and one is as soon as it is back", async () => {
    stop();
    frames.length = 0;
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    stop = watch();
    await vi.advanceTimersByTimeAsync(30 * TICK);
    expect(frames).toHaveLength(0);
    expect(checkReport()).toEqual({ by: "events" });
    online.mockRestore();
    dispatchEvent(new Event("online"));
    await settle();
    expect(frames).toHaveLength(1);
  });

  test("one that fell silent without the network is opened anew when it is back", async () => {
    if (frames[0]) frames[0].state = "silent";
    dispatchEvent(new Event("online"));
    await settle();
    expect(frames).toHaveLength(2);
    stop();
    dispatchEvent(new Event("online"));
    await settle();
    expect(frames).toHaveLength(2);
  });

  test("without an offer there is none, and it is said so", async () => {
    offered = undefined;
    become({ ...SIGNED_IN, subject: "bo" });
    await settle();
    await vi.advanceTimersByTimeAsync(TICK);
    expect(frames.every(({ closed }) => closed)).toBe(true);
    expect(checkReport()).toEqual({ by: "events", noFrame: "not-offered" });
  });
});
