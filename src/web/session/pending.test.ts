import { beforeEach, expect, test } from "vitest";
import { keepPending, sweepPending, takePending } from "./pending.ts";
import { safeReturn } from "./safe-return.ts";

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
  sweepPending(1_001 + HOUR, HOUR);
  expect(Object.keys(localStorage).toSorted()).toEqual(["wb.auth.tx.new", "wb.locale"]);
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
