import { expect, test } from "vitest";
import { lostWork, type DeviceCall, type SeenDevice } from "./device.ts";

const seen: SeenDevice = { device: "old", nextSeq: 9, waitingCommands: 3, waitingProofs: 2 };
const waiting = { commands: 0, proofs: 0, positions: 0, nextSeq: 9, withdrawn: 0 };
const call = (changes: Partial<DeviceCall>): DeviceCall => ({
  device: "new",
  now: 5,
  waiting,
  before: { ...seen, device: "new" },
  other: null,
  numbersHere: 8,
  ...changes,
});
const of = (changes: Partial<DeviceCall>) => lostWork(call(changes)).map(({ key, facts }) => [key, facts]);

test.each<[string, Partial<DeviceCall>, unknown]>([
  ["nothing is missing where every number is here", {}, []],
  ["numbers that still wait are not missing", { numbersHere: 5, waiting: { ...waiting, commands: 3 } }, []],
  ["undone numbers are not missing", { numbersHere: 6, waiting: { ...waiting, withdrawn: 2 } }, []],
  ["a number that is nowhere is", { numbersHere: 6 }, [["phone:new", { missing: 2 }]]],
  ["a first phone misses nothing", { before: null, numbersHere: 0 }, []],
  [
    "a new phone in place of one with unsent work tells what was waiting there",
    { before: null, other: seen },
    [["phone:old", { waiting: 3, proofs: 2, device: "new" }]],
  ],
  [
    "a phone whose numbers went back was put back or copied",
    { waiting: { ...waiting, nextSeq: 2 }, numbersHere: 1 },
    [["phone:new", { waiting: 3, proofs: 2, from: 9, to: 2 }]],
  ],
])("%s", (_what, changes, found) => {
  expect(of(changes)).toEqual(found);
});
