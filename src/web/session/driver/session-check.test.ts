import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FrameState, openSessionFrame, type SessionFrame } from "./session-check.ts";

const PROVIDER = "https://id.example";
const WAIT = 10_000;
let frame: SessionFrame;
let asked: unknown[][];
let element: HTMLElement;
const onChanged = vi.fn<() => void>();
const onState = vi.fn<(state: FrameState) => void>();

/** A message as the browser delivers it. */
function say(data: unknown, from: { origin?: string; source?: unknown } = {}): void {
  const event = new Event("message");
  Object.assign(event, { data, origin: PROVIDER, source: Reflect.get(element, "contentWindow"), ...from });
  dispatchEvent(event);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  asked = [];
  // A stand-in that loads nothing; what the provider's page would be asked is written down.
  element = document.createElement("div");
  Object.assign(element, { contentWindow: { postMessage: (...given: unknown[]) => void asked.push(given) } });
  vi.spyOn(document, "createElement").mockReturnValue(element);
  frame = openSessionFrame({
    url: `${PROVIDER}/session/check`,
    clientId: "waybill-web",
    sessionState: "abc.salt",
    waitMs: WAIT,
    onChanged,
    onState,
  });
});
afterEach(() => {
  frame.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const load = () => element.dispatchEvent(new Event("load"));

describe("the provider's session frame", () => {
  test("is asked in the words of the standard, as soon as it is there, and only at its own origin", () => {
    frame.ask();
    expect(asked).toEqual([]);
    load();
    expect(asked).toEqual([["waybill-web abc.salt", PROVIDER]]);
  });

  test("is believed once it said unchanged: a later changed is told, once", () => {
    load();
    say("unchanged");
    expect(frame.state()).toBe("alive");
    expect(frame.heardAt()).toBe(Date.now());
    frame.ask();
    say("changed");
    say("changed");
    expect(onChanged).toHaveBeenCalledTimes(1);
    expect(frame.state()).toBe("changed");
    expect(element.isConnected).toBe(false);
  });

  test("that begins with changed never proved alive and is given up", () => {
    load();
    say("changed");
    expect(onChanged).not.toHaveBeenCalled();
    expect(element.isConnected).toBe(false);
  });

  test("that answers error is given up without a word (blocked cookies)", () => {
    load();
    say("unchanged");
    say("error");
    expect(frame.state()).toBe("error");
    expect(onChanged).not.toHaveBeenCalled();
  });

  test("that never loads or never answers is given up after the wait", () => {
    vi.advanceTimersByTime(WAIT - 1);
    expect(frame.state()).toBe("waiting");
    load();
    vi.advanceTimersByTime(1);
    expect(frame.state()).toBe("silent");
    expect(onState).toHaveBeenLastCalledWith("silent");
    frame.ask();
    expect(asked).toHaveLength(1);
  });

  test("that falls silent later is given up as well; one that answers in time never is", () => {
    load();
    for (let tick = 0; tick < 5; tick += 1) {
      frame.ask();
      say("unchanged");
      vi.advanceTimersByTime(5_000);
    }
    expect(frame.state()).toBe("alive");
    frame.ask();
    vi.advanceTimersByTime(WAIT);
    expect(frame.state()).toBe("silent");
    expect(onChanged).not.toHaveBeenCalled();
  });

  test.each([
    ["another origin", "changed", { origin: "https://evil.example" }],
    ["an origin that only begins like it", "changed", { origin: `${PROVIDER}.evil.example` }],
    ["another window of the same origin", "changed", { source: {} }],
    ["our own page", "changed", { source: globalThis }],
    ["an object", { data: "changed" }, {}],
    ["an array that reads like it", ["changed"], {}],
    ["another word", "CHANGED", {}],
    ["words around it", " changed", {}],
    ["markup", "<img src=x>", {}],
    ["nothing", null, {}],
  ])("does not hear %s", (_title, data, from) => {
    load();
    say("unchanged");
    const heardAt = frame.heardAt();
    vi.advanceTimersByTime(1);
    say(data, from);
    expect(frame.state()).toBe("alive");
    expect(frame.heardAt()).toBe(heardAt);
    expect(onChanged).not.toHaveBeenCalled();
  });

  test("that our own content policy refuses is given up at once", () => {
    const event = new Event("securitypolicyviolation");
    Object.assign(event, { effectiveDirective: "frame-src", blockedURI: `${PROVIDER}/session/check` });
    document.dispatchEvent(event);
    expect(frame.state()).toBe("blocked");
  });
});
