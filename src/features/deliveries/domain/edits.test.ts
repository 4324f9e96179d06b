import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { newDelivery, type DeliveryState } from "./delivery.ts";
import { EDIT_LOCKS, EDIT_PARTS, decideEdit, mayEdit, type EditWish, type Editable } from "./edits.ts";
import { DELIVERY_STATES, DELIVERY_TERMINAL } from "./state.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (hours: number, length = 1) => ({
  start: NOON + hours * HOUR_MS,
  end: NOON + (hours + length) * HOUR_MS,
});
const person = (name: string) => ({ name, phone: "+4930123456", email: null, note: "ring twice" });
const values: Editable = {
  sender: person("Sam"),
  recipient: person("Rita"),
  window: at(3),
  pickupWindow: at(2),
};
const booked = newDelivery({ id: "d", collectTaskId: "c1", deliverTaskId: "d1" });
type State = DeliveryState["tasks"][number]["state"];
const withTask = (kind: string, state: State): DeliveryState & Editable => ({
  ...booked,
  ...values,
  tasks: booked.tasks.map((task) => (task.kind === kind ? { ...task, state } : task)),
});
const edit = (wish: EditWish, delivery = { ...booked, ...values }) => decideEdit(delivery, wish, NOON);

describe("the table of what may be changed", () => {
  test("knows every state, and opens nothing once it ended", () => {
    expect(Object.keys(EDIT_LOCKS).toSorted()).toEqual([...DELIVERY_STATES].toSorted());
    expect(DELIVERY_STATES.filter((state) => !mayEdit(state)).toSorted()).toEqual(
      [...DELIVERY_TERMINAL].toSorted(),
    );
  });
  test.each([
    ["created", [null, null, null]],
    ["at_pickup", [null, null, null]],
    ["pickup_failed", [null, null, null]],
    ["collected", ["collected", null, null]],
    ["out_for_delivery", ["collected", null, null]],
    ["at_dropoff", ["collected", null, "at-door"]],
    ["attempt_failed", ["collected", null, null]],
    ["returning", [null, null, "returning"]],
    ["delivered", ["ended", "ended", "ended"]],
  ] as const)("of a delivery that is %s: sender, recipient, window", (state, locks) => {
    expect(EDIT_PARTS.map((part) => EDIT_LOCKS[state][part])).toEqual(locks);
  });
  test.each([
    ["assigned", [null, null]],
    ["en_route_to_pickup", [null, "under-way"]],
    ["at_pickup", [null, "under-way"]],
    ["pickup_failed", [null, null]],
    ["collected", ["collected", "under-way"]],
    ["attempt_failed", ["collected", "under-way"]],
    ["cancelled", ["ended", "ended"]],
  ] as const)("of a delivery that is %s: parcels, service level", (state, locks) => {
    expect([EDIT_LOCKS[state].parcels, EDIT_LOCKS[state].service]).toEqual(locks);
  });
});

describe("an edit", () => {
  test("names each value that differs, with the old one and the new one", () => {
    const recipient = { ...values.recipient, phone: "+4930999", note: "" };
    const { after, changes } = edit({ sender: { ...values.sender }, recipient });
    expect(changes).toEqual([
      { field: "recipient-phone", from: "+4930123456", to: "+4930999" },
      { field: "recipient-note", from: "ring twice", to: "" },
    ]);
    expect(after).toEqual({ ...values, recipient });
    expect(edit({ ...values }).changes).toEqual([]);
  });

  test("moves the pickup along with the window, until a courier stands there", () => {
    const moved = edit({ window: at(6) });
    expect(moved.after.pickupWindow).toEqual(at(5));
    expect(moved.changes.map(({ field }) => field)).toEqual(["window", "pickup-window"]);
    expect(edit({ window: at(6) }, withTask("collect", "arrived")).after.pickupWindow).toEqual(at(2));
    expect(edit({ window: at(3, 2) }).after.pickupWindow).toEqual(at(2));
    expect(edit({ window: at(-1, 2) }).after.pickupWindow).toEqual(at(2));
  });

  test("is refused with what is too late, and not for values that stay", () => {
    const aboard = { ...withTask("collect", "succeeded"), custody: "courier" as const };
    const sender = person("Other");
    expect(() => edit({ sender }, aboard)).toThrow(
      expect.objectContaining({
        code: "deliveries.too-late-to-edit",
        facts: { part: "sender", why: "collected", state: "collected" },
      }),
    );
    expect(edit({ sender: values.sender, window: at(5) }, aboard).changes).toHaveLength(1);
  });

  test.each([
    [at(-2), "deliveries.window-past"],
    [{ start: NOON - HOUR_MS, end: NOON }, "deliveries.window-past"],
    [{ start: NOON, end: NOON }, "deliveries.window-wrong"],
    [{ start: NOON, end: NOON + 14 * MINUTE_MS }, "deliveries.window-wrong"],
    [at(1, 25), "deliveries.window-wrong"],
    [{ start: NOON + 91 * DAY_MS, end: NOON + 91 * DAY_MS + HOUR_MS }, "deliveries.window-wrong"],
  ])("of an impossible window is refused", (window, code) => {
    expect(() => edit({ window })).toThrow(code);
  });
});
