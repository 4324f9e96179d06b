import { expect, test } from "vitest";
import { newDelivery } from "#features/deliveries/domain/delivery.ts";
import { disposalChanges } from "./disposal.ts";

const booked = newDelivery({ id: "d", collectTaskId: "c", deliverTaskId: "t" });
const aboard = { ...booked, custody: "courier" } as const;
const agreed = { agreed: true, reason: "said by telephone" };

test("the sender's word stands with its reason, and can be withdrawn", () => {
  expect(disposalChanges(aboard, agreed)).toEqual([
    { field: "disposal", from: "return_to_sender", to: "dispose" },
    { field: "disposal-reason", from: null, to: "said by telephone" },
  ]);
  const free = { ...aboard, undeliverableAction: "dispose" } as const;
  expect(disposalChanges(free, agreed)).toEqual([]);
  expect(disposalChanges(free, { agreed: false, reason: "wants it back" })).toMatchObject([
    { from: "dispose", to: "return_to_sender" },
    { to: "wants it back" },
  ]);
  expect(disposalChanges(aboard, { agreed: false, reason: "x" })).toEqual([]);
});

test.each([
  ["the sender has them", booked],
  ["they were delivered", { ...booked, custody: "recipient" as const }],
  ["they are lost", { ...aboard, closedAs: "lost" as const }],
])("nothing is agreed while %s", (_when, delivery) => {
  expect(() => disposalChanges(delivery, agreed)).toThrow("deliveries.wrong-state");
});
