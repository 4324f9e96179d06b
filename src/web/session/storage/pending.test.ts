import { beforeEach, expect, test, vi } from "vitest";
import { makeLazyDriver } from "../lazy-driver.ts";
import { stubDatabase } from "#test/support/web/stub-database.ts";
import { keepPending, removeOldPending, takePending } from "./pending.ts";
import { isOlderThan, markedState } from "../driver/state-mark.ts";
import type { AuthPort } from "../port.ts";
import { safeReturn } from "../safe-return.ts";

const HOUR = 3_600_000;
const pending = { verifier: "v", nonce: "n", issuer: "https://id.example", returnTo: "/d/board", at: 1_000 };
beforeEach(() => localStorage.clear());

test("a pending sign-in can be used once", () => {
  keepPending("s1", pending);
  expect(takePending("s1")).toEqual(pending);
  expect(takePending("s1")).toBeUndefined();
  expect(takePending(null)).toBeUndefined();
});

test("what nobody came back for within the hour is swept, nothing else", () => {
  keepPending("old", pending);
  keepPending("new", { ...pending, at: HOUR });
  localStorage.setItem("wb.auth.tx.broken", "{");
  localStorage.setItem("wb.locale", "de");
  removeOldPending(1_001 + HOUR, HOUR);
  expect(Object.keys(localStorage).toSorted()).toEqual(["wb.auth.tx.new", "wb.locale"]);
});

test("on a guest's page too, what nobody came back for goes in its time", async () => {
  vi.useFakeTimers({ now: 50 * HOUR });
  keepPending("old", { ...pending, at: 48 * HOUR });
  keepPending("young", { ...pending, at: 50 * HOUR - 30 * 60_000 });
  const load = vi.fn<() => Promise<AuthPort>>();
  await makeLazyDriver(load).start();
  expect(Object.keys(localStorage)).toEqual(["wb.auth.tx.young"]);
  vi.advanceTimersByTime(32 * 60_000);
  expect(Object.keys(localStorage)).toEqual([]);
  expect(load).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test("the key of a sign-in that nobody came back for within the hour goes too, and no younger one", async () => {
  const { indexedDB, content } = stubDatabase();
  vi.stubGlobal("indexedDB", indexedDB);
  vi.useFakeTimers({ now: 48 * HOUR, toFake: ["Date", "setInterval", "clearInterval"] });
  // An earlier test may have found that nothing can be kept here.
  vi.resetModules();
  const { keepPendingKey, removeOldPendingInTime } = await import("./pending.ts");
  const states = () =>
    (content.get("pending-keys") as { state: string }[] | undefined)?.map(({ state }) => state);
  await keepPendingKey("old", {} as CryptoKeyPair);
  vi.setSystemTime(48.5 * HOUR);
  await keepPendingKey("young", {} as CryptoKeyPair);
  vi.setSystemTime(49 * HOUR + 1_000);
  expect(states()).toEqual(["old", "young"]);
  removeOldPendingInTime();
  await vi.waitFor(() => expect(states()).toEqual(["young"]));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("how old an answer is can be told when nothing is kept of its sign-in", () => {
  const state = markedState("r4nd0m_-A", 1_800_000_000_000);
  expect(isOlderThan(state, HOUR, 1_800_000_000_000 + HOUR)).toBe(false);
  expect(isOlderThan(state, HOUR, 1_800_000_002_000 + HOUR)).toBe(true);
  for (const other of [null, "", "of-somebody-else", "r4nd0m_-A", "app.r4nd0m"])
    expect(isOlderThan(other, HOUR, 1_900_000_000_000)).toBe(false);
});

test.each([
  ["/d/board?q=1#x", "/d/board?q=1#x"],
  ["//evil.example/x", "/"],
  ["https://evil.example", "/"],
  ["/\\evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["http://", "/"],
  ["/auth/callback?code=1", "/"],
])("after signing in, %s leads to %s", (wish, path) => {
  expect(safeReturn(wish, "https://waybill.example")).toBe(path);
});
