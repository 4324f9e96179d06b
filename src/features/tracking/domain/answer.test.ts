import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import {
  ADDRESS_LIMITS,
  answersLeft,
  houseNumberIn,
  isKnown,
  pinHiddenSince,
  takenAgainAt,
} from "./answer.ts";

test.each([
  [["at_dropoff", "delivered"], 1],
  [["delivered", "delivered"], 0],
  [["delivered", "at_dropoff", "delivered", "delivered"], 2],
  [["delivered", "at_dropoff"], Infinity],
  [[], Infinity],
] as const)("after the steps %j no page shows the PIN since %j", (states, since) => {
  expect(pinHiddenSince(states.map((state, recordedAt) => ({ state, recordedAt })))).toBe(since);
});

test.each([
  [{ street: "Kanalstraße", houseNumber: "5 b" }, "5 b"],
  [{ street: "Kanalstraße 17a", houseNumber: null }, " 17a"],
  [{ street: "12 rue Cler", houseNumber: null }, "12 "],
  [{ street: "Am Markt", houseNumber: null }, null],
  [{ street: null, houseNumber: null }, null],
  [{ street: "Am Markt", houseNumber: " - " }, null],
])("the house number of %j", (address, number) => {
  expect(houseNumberIn(address)).toBe(number);
});

test.each([
  ["5B", true],
  [" 5 b ", true],
  ["5-b", true],
  ["٥ب", false],
  ["0417", true],
  ["٠٤١٧", true],
  ["5", false],
  ["", false],
  ["-", false],
])("%j is an answer: %j", (answer, is) => {
  expect(isKnown(answer, { houseNumber: "5 b", pin: "0417" })).toBe(is);
  expect(isKnown(answer, { houseNumber: null, pin: null })).toBe(false);
});

test("five wrong answers lock for an hour, ten within a week for the week", () => {
  const now = 10 * DAY_MS;
  const ago = (...ms: number[]) => ms.map((one) => now - one);
  expect(takenAgainAt(ago(1, 2, 3, 4), now)).toBeNull();
  expect(takenAgainAt(ago(1, 2, 3, 4, MINUTE_MS), now)).toBe(now + 59 * MINUTE_MS);
  expect(takenAgainAt(ago(1, 2, 3, 4, HOUR_MS), now)).toBeNull();
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((hours) => hours * HOUR_MS);
  expect(takenAgainAt(ago(...ten, 6 * DAY_MS), now)).toBe(now + DAY_MS);
  expect(takenAgainAt(ago(...ten, 7 * DAY_MS), now)).toBeNull();
  expect(takenAgainAt(ago(1, 2, 3, 4, 5), now, ADDRESS_LIMITS)).toBeNull();
  expect(answersLeft(ago(1, 2), now)).toBe(3);
  expect(answersLeft(ago(1, ...ten.slice(1)), now)).toBe(1);
});
