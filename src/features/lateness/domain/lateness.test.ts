import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { isAtRisk, isLate, latenessOf, type Promised } from "./lateness.ts";

const NOW = Date.UTC(2026, 10, 23, 13);
const at = (minutes: number) => NOW + minutes * MINUTE_MS;
const by = (begins: number, latest = begins + 5) => ({ at: at(begins), latest: at(latest) });

const CASES: readonly (readonly [string, Promised, string, boolean])[] = [
  ["over since 12 minutes", { end: at(-12) }, "late 12", true],
  ["over since now", { end: at(0) }, "late 1", true],
  ["over, and predicted", { end: at(-3), arrival: by(10) }, "late 3", true],
  ["over since two days", { end: at(-2880), isUnassigned: true }, "late 2880", true],
  ["predicted 12 minutes past its end", { end: at(20), arrival: by(32) }, "will-be-late 12", true],
  ["predicted for its end", { end: at(20), arrival: by(20) }, "will-be-late 1", true],
  ["its interval ends a minute past it", { end: at(20), arrival: by(16, 21) }, "at-risk 0", false],
  ["its interval ends with it", { end: at(20), arrival: by(15, 20) }, "well", false],
  ["near, with a courier", { end: at(40) }, "well", false],
  ["near, without one", { end: at(40), isUnassigned: true }, "left 40", false],
  ["an hour away", { end: at(60), isUnassigned: true }, "left 60", false],
  ["further away", { end: at(61), isUnassigned: true }, "well", false],
];

test.each(CASES)("a promise that is %s", (_what, promised, word, late) => {
  const found = latenessOf(promised, NOW);
  expect(found ? `${found.kind} ${found.minutes}` : "well").toBe(word);
  expect(isLate(promised, NOW)).toBe(late);
  expect(isAtRisk(promised, NOW)).toBe(found?.kind === "at-risk");
});
