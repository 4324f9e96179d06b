import { expect, test, vi } from "vitest";
import { matches } from "./live.ts";
import { backoff, readStream, type StreamMessage } from "./stream.ts";

const body = (...chunks: string[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  );

test("reads events cut anywhere, and resumes after the last one it heard", async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const heard: StreamMessage[] = [];
  const asked: (string | null)[] = [];
  let cursor: string | undefined;
  const statuses: boolean[] = [];
  const reading = readStream({
    url: "/api/live",
    signal: stop.signal,
    cursor: () => cursor,
    chance: () => 0,
    onStatus: (now) => statuses.push(now),
    onMessage: (message) => {
      heard.push(message);
      cursor = message.cursor ?? cursor;
    },
    fetch: async (_url, init) => {
      asked.push(new Headers(init?.headers).get("last-event-id"));
      if (asked.length === 1)
        return body(
          ": here\n\nid: 7\nevent: delivery.col",
          'lected\ndata: {"deliveryId":"a"}\n\n',
          "event: position\ndata: [1]\n\n",
        );
      stop.abort();
      throw new Error("gone");
    },
  });
  await vi.runAllTimersAsync();
  await reading;
  expect(heard).toEqual([
    { type: "delivery.collected", data: { deliveryId: "a" }, cursor: "7" },
    { type: "position", data: [1], cursor: undefined },
  ]);
  expect(asked).toEqual([null, "7"]);
  expect(statuses).toEqual([true, false, false]);
  vi.useRealTimers();
});

test("waits longer after each failure, up to half a minute, and never all at once", () => {
  expect([0, 1, 2, 3, 9].map((attempt) => backoff(attempt, 0))).toEqual([500, 1000, 2000, 4000, 15_000]);
  expect(backoff(9, 1)).toBe(30_000);
});

test("a handler matches its own type, or all below it", () => {
  expect(matches("delivery.*", "delivery.created")).toBe(true);
  expect(matches("delivery.*", "deliveryman")).toBe(false);
  expect(matches("route.changed", "route.changed")).toBe(true);
});
