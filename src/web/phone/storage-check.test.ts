import { DAY_MS } from "#kernel/instant.ts";
import { afterEach, expect, test, vi } from "vitest";
import type { Kept, KeptFile, Op, Sample } from "#kernel/outbox/op.ts";
import { markMap, unmarkMap } from "#web/map/kept/map-cache.ts";
import { courierStorage, freeRoom, needReserve } from "./storage-check.ts";

const NOW = Date.parse("2026-11-23T09:41:00Z");
const ROOM = { quota: 1_000_000_000, usage: 0 };
const withStorage = (storage: object | undefined) => vi.stubGlobal("navigator", { storage });
const storage = (isKept: boolean, room: StorageEstimate = ROOM) => ({
  persisted: async () => isKept,
  estimate: async () => room,
});

afterEach(() => {
  vi.unstubAllGlobals();
  unmarkMap();
});

test.each([
  ["keeps it", storage(true), []],
  ["does not promise to keep it", storage(false), ["not-kept"]],
  ["cannot say", undefined, ["not-kept"]],
  ["fails to say", { persisted: () => Promise.reject(new Error("no")) }, ["not-kept"]],
  ["has little room", storage(true, { quota: 60_000_000, usage: 20_000_000 }), ["nearly-full"]],
])("a browser that %s", async (_how, given, expected) => {
  withStorage(given);
  expect(await courierStorage([])).toEqual(expected);
});

/** A phone with so many bytes free, of which a stored map takes 8 MB. */
function phoneWithMap(free: number) {
  let hasMap = true;
  const left = () => (hasMap ? free : free + 8_000_000);
  const remove = vi.fn<(name: string) => Promise<boolean>>(async () => {
    const had = hasMap;
    hasMap = false;
    return had;
  });
  vi.stubGlobal("caches", { delete: remove, has: async () => hasMap });
  withStorage({ persisted: async () => true, estimate: async () => ({ quota: left(), usage: 0 }) });
  markMap();
  return remove;
}

test.each([
  ["is enough", 45_000_000, ["map-gone"]],
  ["is not enough", 30_000_000, ["nearly-full", "map-gone"]],
])(
  "on a phone short of room the map goes before anything of the person, and that is said: it %s",
  async (_how, free, expected) => {
    const remove = phoneWithMap(free);
    expect(await courierStorage([])).toEqual(expected);
    expect(remove).toHaveBeenCalledWith("waybill-map");
    unmarkMap();
    expect(await courierStorage([])).toEqual(expected.filter((warning) => warning !== "map-gone"));
  },
);

test("a phone with room keeps its map", async () => {
  const remove = phoneWithMap(60_000_000);
  expect(await courierStorage([])).toEqual([]);
  expect(remove).not.toHaveBeenCalled();
});

test("a clock that is wrong by more than two minutes is said", async () => {
  withStorage(storage(true));
  const sample: Sample = { life: "life", mono: 0, wall: NOW, server: NOW + 121_000, rtt: 9, seq: 1 };
  expect(await courierStorage([sample])).toEqual(["clock-off"]);
  expect(await courierStorage([{ ...sample, server: NOW - 119_000 }])).toEqual([]);
});

/** A store whose writes of the reserve the browser takes or refuses. */
function reserveOf(isThere: boolean, isRefused = false) {
  const kept = { isThere, writes: 0 };
  return {
    kept,
    hasReserve: async () => kept.isThere,
    keepReserve: async () => {
      kept.writes += 1;
      if (isRefused) throw new DOMException("full", "QuotaExceededError");
      kept.isThere = true;
    },
  };
}

test("a reserve that was given up comes back on duty once there is room for it and more", async () => {
  withStorage(storage(true, { quota: 70_000_000, usage: 51_000_000 }));
  const reserve = reserveOf(false);
  expect(await courierStorage([], reserve)).toEqual(["full"]);
  await expect(needReserve(reserve)).rejects.toThrow(DOMException);
  expect(reserve.kept).toEqual({ isThere: false, writes: 0 });
  withStorage(storage(true, { quota: 78_000_000, usage: 51_000_000 }));
  expect(await courierStorage([], reserve)).toEqual(["nearly-full"]);
  await needReserve(reserve);
  expect(reserve.kept).toEqual({ isThere: true, writes: 1 });
});

test("a browser that names more room than it gives is asked once a minute", async () => {
  withStorage(storage(true));
  const reserve = reserveOf(false, true);
  expect(await courierStorage([], reserve)).toEqual(["full"]);
  expect(await courierStorage([], reserve)).toEqual(["full"]);
  expect(reserve.kept.writes).toBe(1);
});

test("a reserve that cannot be read is no fault of what was just written", async () => {
  withStorage(storage(true));
  const reserve = { ...reserveOf(true), hasReserve: () => Promise.reject(new Error("lost")) };
  expect(await courierStorage([], reserve)).toEqual([]);
});

/** A phone that keeps a sent command of each of these ages in days, with a picture. */
function keptOf(...ages: number[]) {
  const endedAt = (days: number) => Date.now() - days * DAY_MS;
  // Safe: what is removed is chosen by these fields.
  const kept = {
    ops: ages.map((days) => ({ command: { id: `c${days}` }, state: "done", endedAt: endedAt(days) })),
    files: [
      ...ages.map((days) => ({ id: `p${days}`, state: "sent", endedAt: endedAt(days) })),
      { id: "waits", state: "waiting", endedAt: null },
    ],
  } as unknown as Kept<unknown> & { ops: Op[]; files: KeptFile[] };
  return { change: async <C>(work: (kept: Kept<unknown>) => C) => work(kept) };
}

test.each([
  ["whose time is over, from a phone that is nearly full", "nearly-full", [["c8"], ["p3", "p8"]]],
  ["and every sent picture, from a full one", "full", [["c8"], ["p3", "p8", "p1", "p3", "p8"]]],
] as const)("Make room removes sent work %s", async (_what, warning, expected) => {
  const store = keptOf(1, 3, 8);
  const change = vi.spyOn(store, "change");
  expect(await freeRoom(store, [warning])).toBe(true);
  const [droppedOps, droppedFiles] = expected;
  expect(await change.mock.results[0]?.value).toEqual({ droppedOps, droppedFiles });
});

test("Make room removes a map, and says where there was nothing", async () => {
  phoneWithMap(45_000_000);
  expect(await freeRoom(keptOf(), ["nearly-full"])).toBe(true);
  expect(await freeRoom(keptOf(1), ["nearly-full"])).toBe(false);
});

test("after Make room a browser that gave less room than it named is asked at once", async () => {
  withStorage(storage(true));
  const reserve = reserveOf(false, true);
  expect(await courierStorage([], reserve)).toEqual(["full"]);
  await freeRoom(keptOf(), ["full"]);
  expect(await courierStorage([], reserveOf(false))).toEqual([]);
});
