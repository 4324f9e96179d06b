import { expect, test } from "vitest";
import { newTask } from "#features/deliveries/domain/delivery.ts";
import { offeredFor, type Settleable } from "./offer.ts";

const about: Settleable = {
  kind: "parcels_left",
  taskId: "t",
  courierId: null,
  reported: null,
  facts: {},
};
const begun = { courierId: "kim", startedAt: 1 };
const outcome = { recipientName: null, note: null, proofIds: [], occurredAt: 2, recordedAt: 2 };
const collected = {
  ...newTask({ id: "c", kind: "collect", tryNo: 1 }),
  ...begun,
  state: "succeeded",
  outcome: { ...outcome, reason: null, fault: null },
} as const;
const failed = {
  ...newTask({ id: "t", kind: "deliver", tryNo: 1 }),
  ...begun,
  state: "failed",
  outcome: { ...outcome, reason: "refused", fault: "recipient" },
} as const;
const delivery = {
  id: "d",
  tasks: [collected, failed],
  custody: "courier",
  closedAs: null,
  undeliverableAction: "return_to_sender",
  maxAttempts: 3,
  version: 3,
  acceptedCommandIds: [],
} as const;

const booked = (kind: "collect" | "deliver", state: "cancelled" | "failed" = "cancelled") => ({
  ...newTask({ id: kind, kind, tryNo: 1 }),
  state,
});

test.each([
  ["collect", "courier", [booked("collect"), booked("deliver")], "cancelled", true],
  ["deliver", "courier", [booked("collect"), booked("deliver")], "cancelled", true],
  ["deliver", "nobody", [booked("collect"), booked("deliver")], "cancelled", false],
  ["collect", "courier", [booked("collect"), booked("deliver")], "lost", false],
  ["deliver", "courier", [booked("collect", "failed"), booked("deliver")], "cancelled", false],
] as const)(
  "a success of %s that %s reported reopens only what was cancelled: %#",
  (taskId, by, tasks, closedAs, is) => {
    const reported = { type: "succeed" };
    const refused = { ...about, kind: "command_refused", taskId, reported } as const;
    const courierId = by === "courier" ? "kim" : null;
    const cancelled = { ...delivery, tasks, closedAs, custody: "sender" } as const;
    const offered = offeredFor({ about: { ...refused, courierId }, delivery: cancelled, now: 3 });
    expect(offered.includes("reopen")).toBe(is);
  },
);

test("parcels that were left are offered the usual next step of their reason first, and nothing else changes", () => {
  const offered = (nextAction?: "retry" | "hub" | "return" | "settle") =>
    offeredFor({ about, delivery, now: 3, nextAction });
  const usual = offered();
  expect(offered("return")[0]).toBe("send-back");
  expect(offered("retry")[0]).toBe("try-again");
  expect(offered("hub")[0]).toBe("keep-at-hub");
  expect(offered("settle")).toEqual(usual);
  expect(offered("hub").toSorted()).toEqual(usual.toSorted());
});
