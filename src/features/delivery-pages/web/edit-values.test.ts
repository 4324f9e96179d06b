import { expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { changedParts, rebased, valuesOf } from "./edit-values.ts";

const ZONE = "Europe/Berlin";
const contact = { name: "Rita Ray", phone: "+4930123456", email: null, note: "" };
// Safe: the form reads these alone.
const delivery = {
  state: "assigned",
  sender: { ...contact, name: "Sam", email: "sam@example.org" },
  recipient: contact,
  window: { start: "2026-11-25T12:00:00.000Z", end: "2026-11-25T13:00:00.000Z" },
} as Delivery;
const base = valuesOf(delivery, ZONE);

test("a form shows the area's time, and sends only the parts that were typed over", () => {
  expect(base.window).toEqual({ date: "2026-11-25", from: "13:00", until: "14:00" });
  expect(changedParts(delivery, base, ZONE)).toEqual({});
  const recipient = { ...base.recipient, phone: "+4930777777", note: "back yard" };
  expect(changedParts(delivery, { ...base, recipient }, ZONE)).toEqual({
    recipient: { ...contact, phone: "+4930777777", note: "back yard" },
  });
  expect(changedParts({ ...delivery, state: "delivered" }, { ...base, recipient }, ZONE)).toEqual({});
});

test("a window that ends before it begins ends on the next day, also where clocks change", () => {
  const over = { ...base, window: { date: "2026-11-25", from: "23:00", until: "01:00" } };
  expect(changedParts(delivery, over, ZONE).window).toEqual({
    start: "2026-11-25T22:00:00.000Z",
    end: "2026-11-26T00:00:00.000Z",
  });
  const summer = { ...base, window: { date: "2027-03-27", from: "23:00", until: "04:00" } };
  expect(changedParts(delivery, summer, ZONE).window?.end).toBe("2027-03-28T02:00:00.000Z");
});

test("what somebody else changed meanwhile follows, what was typed stays", () => {
  const fresh = {
    ...base,
    sender: { ...base.sender, phone: "+4930555555", note: "ring" },
    window: { ...base.window, until: "15:00" },
  };
  const typed = {
    ...base,
    sender: { ...base.sender, note: "knock" },
    recipient: { ...base.recipient, name: "Zoe" },
  };
  expect(rebased(base, fresh, typed)).toEqual({
    ...fresh,
    sender: { ...fresh.sender, note: "knock" },
    recipient: typed.recipient,
  });
  const mine = { ...base, window: { ...base.window, from: "12:00" } };
  expect(rebased(base, fresh, mine).window).toEqual(mine.window);
});
