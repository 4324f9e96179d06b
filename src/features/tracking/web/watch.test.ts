import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "#web/api/problem.ts";
import type { TrackingView } from "../contract/api.ts";
import { watchDelivery } from "./watch.ts";

interface Stream {
  onMessage: (message: { type: string; data: unknown; cursor: string | undefined }) => void;
  onStatus: (connected: boolean) => void;
}
const world = vi.hoisted(() => ({
  answer: (): Promise<unknown> => Promise.reject(new Error("nothing")),
  reads: 0,
  headers: {} as Record<string, string>,
  stream: undefined as unknown,
}));
vi.mock("#web/api/call.ts", () => ({
  call: (_endpoint: unknown, _input: unknown, options: { headers: Record<string, string> }) => {
    world.reads += 1;
    world.headers = options.headers;
    return world.answer();
  },
}));
vi.mock("#web/live/stream.ts", () => ({
  readStream: (options: unknown) => {
    world.stream = options;
    return Promise.resolve();
  },
}));
/** Safe: the mock above stored the options that the code under test gave. */
const stream = () => world.stream as Stream;

const TOKEN = "0123456789012345678901";
const view = (changes: Partial<TrackingView> = {}): TrackingView => ({
  number: "WB-0000-0000",
  state: "booked",
  carrier: "Carrier",
  timezone: "Europe/Berlin",
  phone: null,
  window: { start: "2026-11-21T13:00:00.000Z", end: "2026-11-21T15:00:00.000Z" },
  arrival: null,
  from: "",
  to: "",
  dropoff: null,
  parcels: 1,
  courier: null,
  timeline: [],
  proof: null,
  pin: null,
  acts: false,
  updatedAt: "2026-11-21T09:00:00.000Z",
  readAt: "2026-11-21T09:00:00.000Z",
  ...changes,
});
const says = (next: TrackingView) => () => Promise.resolve(next);
const fails = (code: string, status: number) => () => Promise.reject(new Problem(code, { status }));
const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  world.reads = 0;
});
afterEach(() => vi.useRealTimers());

function open(token = TOKEN) {
  const watch = watchDelivery(token);
  const stop = watch.start();
  return { watch, stop };
}

test("what is no token is unknown without asking anybody, as is one that the server refuses", async () => {
  expect(open("x").watch.now()).toEqual({ at: "unknown" });
  expect(world.reads).toBe(0);
  world.answer = fails("tracking.unknown-link", 404);
  const { watch } = open();
  await turn();
  expect(watch.now()).toEqual({ at: "unknown" });
});

test("the token travels in a header", async () => {
  world.answer = says(view());
  const { stop } = open();
  await turn();
  expect(world.headers).toEqual({ "x-tracking-token": TOKEN });
  stop();
});

test("news make it read anew, many at once make one more read", async () => {
  world.answer = says(view());
  const { watch, stop } = open();
  await turn();
  world.answer = says(view({ state: "on_its_way" }));
  for (let n = 0; n < 5; n += 1)
    stream().onMessage({ type: "tracking.changed", data: {}, cursor: String(n) });
  await turn();
  expect(watch.now()).toMatchObject({ at: "shown", view: { state: "on_its_way" }, stale: false });
  expect(world.reads).toBeLessThanOrEqual(3);
  stop();
});

test("trouble keeps what was shown and says that it is old; the next answer heals it", async () => {
  world.answer = says(view());
  const { watch, stop } = open();
  await turn();
  world.answer = fails("http.offline", 0);
  watch.refresh();
  await turn();
  expect(watch.now()).toMatchObject({ at: "shown", stale: true });
  world.answer = says(view());
  await turn(60_000);
  expect(watch.now()).toMatchObject({ at: "shown", stale: false });
  stop();
});

test("the first read may fail and be tried again", async () => {
  world.answer = fails("http.unreachable", 0);
  const { watch, stop } = open();
  await turn();
  expect(watch.now().at).toBe("failed");
  world.answer = says(view());
  watch.refresh();
  await turn();
  expect(watch.now().at).toBe("shown");
  stop();
});

test("a connection that stands before the first view is not forgotten", async () => {
  let release: (next: TrackingView) => void = () => undefined;
  world.answer = () => new Promise((resolve) => (release = resolve));
  const { watch, stop } = open();
  stream().onStatus(true);
  release(view());
  await turn();
  expect(watch.now()).toMatchObject({ at: "shown", live: true });
  stop();
});

test("after it is stopped nothing is asked any more", async () => {
  world.answer = says(view());
  const { stop } = open();
  await turn();
  stop();
  const before = world.reads;
  await turn(300_000);
  expect(world.reads).toBe(before);
});
