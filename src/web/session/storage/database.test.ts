import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** How the browser's database answers each opening, one after the other. */
type Way = "kept" | "closing" | "full" | "silent";
let ways: Way[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(): EventTarget {
  const way = ways.shift() ?? "kept";
  const result = { close: () => undefined, transaction: () => transaction(way) };
  const request = Object.assign(new EventTarget(), { result });
  return way === "silent" ? request : tellsSoon(request, "success");
}

function transaction(way: Way): EventTarget {
  if (way === "closing") throw new DOMException("The database connection is closing.", "InvalidStateError");
  const error = way === "full" ? new DOMException("Nothing fits.", "QuotaExceededError") : null;
  const made = Object.assign(new EventTarget(), { error, objectStore: () => ({}) });
  return tellsSoon(made, error ? "abort" : "complete");
}

function tellsSoon<T extends EventTarget>(target: T, name: string): T {
  queueMicrotask(() => target.dispatchEvent(new Event(name)));
  return target;
}

/** Does something in the store as these answers come. @returns what came of it, and where things are kept then */
async function doAfter(before: readonly Way[], ...then: Way[]) {
  const { inStore, storageKind } = await import("./database.ts");
  const work = () => inStore<string>("readonly", (_store, keep) => keep("found"));
  ways = [...before];
  for (const _ of before) await work();
  ways = then;
  const [done] = await Promise.all([work(), vi.runAllTimersAsync()]);
  return { value: done?.value, kind: storageKind() };
}

test("a clearing of the browser's data that takes its time is waited out, and the session does not live on in memory", async () => {
  const clearing = Array<Way>(7).fill("closing");
  expect(await doAfter(["kept"], ...clearing, "kept")).toEqual({ value: "found", kind: "browser" });
});

test("an opening that the clearing of the data left unanswered is tried again", async () => {
  expect(await doAfter(["kept"], "silent", "closing", "kept")).toEqual({ value: "found", kind: "browser" });
});

test("what is full is not asked again, and what never kept anything once more", async () => {
  expect(await doAfter(["kept"], "full", "kept")).toEqual({ value: undefined, kind: "memory" });
  expect(ways).toEqual(["kept"]);
  vi.resetModules();
  expect(await doAfter([], "closing", "closing", "kept")).toEqual({ value: undefined, kind: "memory" });
  expect(ways).toEqual(["kept"]);
});
