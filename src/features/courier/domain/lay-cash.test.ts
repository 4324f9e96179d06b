import { expect, test } from "vitest";
import { layCash } from "./lay-cash.ts";

const stop = { taskId: "t1", cash: { isReceived: false } };
const said = (state: string, type = "cash", taskId = "t1") => ({ state, taskId, command: { type } });

test.each([
  ["waits", [said("waiting")], true],
  ["was refused", [said("look")], false],
  ["is not recorded", [said("waiting", "arrive")], false],
  ["is another stop's", [said("waiting", "cash", "t2")], false],
])("cash whose record %s", (_name, ops, isReceived) => {
  expect(layCash([stop], ops)).toEqual([{ taskId: "t1", cash: { isReceived } }]);
});

test("a stop without cash stays without", () => {
  const none = { taskId: "t1", cash: null };
  expect(layCash([none], [said("waiting")])).toEqual([none]);
});
