import { expect, test } from "vitest";
import type { Op } from "./op.ts";
import { draftsOf } from "./drafts-of.ts";

// Safe: a draft is made of these alone.
const op = (type: string, body: object, taskId = "t") =>
  ({ taskId, command: { type, body: JSON.stringify({ taskId, ...body }) } }) as unknown as Op;

test.each<[string, Op[], string, object]>([
  [
    "a handover's name, note, age check and PIN",
    [op("succeed", { recipientName: "Rita", note: "At the side", ofAge: true, pin: "4821" })],
    "courier.done.t",
    { recipientName: "Rita", note: "At the side", ofAge: true, pin: "4821" },
  ],
  [
    "the one name of several deliveries at a door",
    [op("succeed", { recipientName: "Rita", note: null }), op("succeed", { recipientName: "Rita" }, "u")],
    "custody.door.t",
    { recipientName: "Rita", note: "", ofAge: false, pin: "" },
  ],
  [
    "a failure's reason",
    [op("fail", { reason: "no_access", note: "Gate" })],
    "courier.fail.t",
    { reason: "no_access", note: "Gate" },
  ],
  [
    "a correction to a failure",
    [op("correct", { to: "failed", reason: "no_access", note: null })],
    "courier.fail.t",
    { reason: "no_access", note: "" },
  ],
  [
    "a correction to a handover",
    [op("correct", { to: "succeeded", recipientName: "Rita", note: null })],
    "courier.done.t",
    { recipientName: "Rita", note: "", ofAge: false, pin: "" },
  ],
])("an outcome that is taken back brings its form's text back: %s", (_, taken, name, values) => {
  expect(draftsOf(taken)).toEqual([[name, values]]);
});

test("work about no stop brings nothing back", () => {
  expect(draftsOf([])).toEqual([]);
  expect(draftsOf([{ ...op("shift", {}), taskId: null }])).toEqual([]);
});
