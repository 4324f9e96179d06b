import { afterEach, expect, test, vi } from "vitest";
import type { Sample } from "#kernel/outbox/op.ts";
import { courierStorage } from "./storage-check.ts";

const NOW = Date.parse("2026-11-23T09:41:00Z");
const ROOM = { quota: 1_000_000_000, usage: 0 };
const withStorage = (storage: object | undefined) => vi.stubGlobal("navigator", { storage });
const storage = (isKept: boolean, room: StorageEstimate = ROOM) => ({
  persisted: async () => isKept,
  estimate: async () => room,
});

afterEach(() => vi.unstubAllGlobals());

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

test("a clock that is wrong by more than two minutes is said", async () => {
  withStorage(storage(true));
  const sample: Sample = { life: "life", mono: 0, wall: NOW, server: NOW + 121_000, rtt: 9, seq: 1 };
  expect(await courierStorage([sample])).toEqual(["clock-off"]);
  expect(await courierStorage([{ ...sample, server: NOW - 119_000 }])).toEqual([]);
});
