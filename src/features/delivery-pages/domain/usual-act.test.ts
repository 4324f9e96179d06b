import { expect, test } from "vitest";
import { DEFAULT_TERMS, reasonsOf } from "#features/reasons/domain/terms.ts";
import { nextActionOf, usualAct } from "./usual-act.ts";

const done = { kind: "collect", state: "succeeded", outcome: { reason: null } } as const;
const missed = (reason: string) => ({ kind: "deliver", state: "failed", outcome: { reason } }) as const;
const pending = { kind: "deliver", state: "assigned", outcome: null } as const;
const actions = ["retry", "send_back", "to_hub"] as const;
const all = reasonsOf(
  DEFAULT_TERMS.map((one) => (one.code === "closed" ? { ...one, nextAction: "hub" as const } : one)),
);

test.each([
  ["refused", "send_back"],
  ["cash_not_available", "retry"],
  ["weather", "retry"],
  ["closed", "to_hub"],
] as const)("the desk's usual act after %s is %s", (reason, act) => {
  expect(usualAct({ tasks: [done, missed(reason)], actions }, all)).toEqual({ reason, act });
});

test("nothing is suggested where people talk first, where another try stands, or where it is not allowed", () => {
  expect(usualAct({ tasks: [done, missed("no_access")], actions }, all)).toBeUndefined();
  expect(usualAct({ tasks: [done, missed("refused"), pending], actions }, all)).toBeUndefined();
  expect(usualAct({ tasks: [done, missed("refused")], actions: ["retry"] }, all)).toBeUndefined();
  expect(usualAct({ tasks: [done], actions }, all)).toBeUndefined();
});

test("a pickup that failed is what the act is for, though its drop-off stands as it was booked", () => {
  const pickup = { kind: "collect", state: "failed", outcome: { reason: "pickup_closed" } } as const;
  const again = { kind: "collect", state: "assigned", outcome: null } as const;
  expect(usualAct({ tasks: [pickup, pending], actions }, all)).toEqual({
    reason: "pickup_closed",
    act: "retry",
  });
  expect(usualAct({ tasks: [pickup, pending, again], actions }, all)).toBeUndefined();
});

test("a cancelled way back does not hide why the try before it failed", () => {
  const back = { kind: "return", state: "cancelled", outcome: null } as const;
  expect(usualAct({ tasks: [missed("refused"), back], actions }, all)?.act).toBe("send_back");
  expect(nextActionOf(missed("own_unknown"), all)).toBeUndefined();
});
