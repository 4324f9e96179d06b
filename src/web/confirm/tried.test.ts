import { beforeEach, expect, test } from "vitest";
import { land } from "../session/storage/landed.ts";
import { forgetTry, isTriedInVain, noteTry } from "./tried.ts";

const NOW = 1_700_000_000_000;
const QUARTER_S = 900;
beforeEach(() => sessionStorage.clear());

test("the first refusal leads to the provider", () => {
  land("signed in once", "/f");
  expect(isTriedInVain(NOW, QUARTER_S)).toBe(false);
});

test("whoever turned back at the provider may go there again", () => {
  land("signed in once", "/f");
  noteTry(NOW);
  expect(isTriedInVain(NOW + 10_000, QUARTER_S)).toBe(false);
});

test("a refusal right after a finished sign-in goes there no more, until a while has passed", () => {
  noteTry(NOW);
  land("came back", "/f");
  expect(isTriedInVain(NOW + 10_000, QUARTER_S)).toBe(true);
  expect(isTriedInVain(NOW + 6 * 60_000, QUARTER_S)).toBe(false);
});

test.each([
  [60, 59_000, true],
  [60, 61_000, false],
  [240, 200_000, true],
  [240, 241_000, false],
  [0, 299_000, true],
  [0, 301_000, false],
])("where a sign-in holds for %i s, a refusal %i ms after leaving: %s", (maxAgeS, afterMs, inVain) => {
  noteTry(NOW);
  land("came back", "/f");
  expect(isTriedInVain(NOW + afterMs, maxAgeS)).toBe(inVain);
});

test("once our server was content, the next refusal leads to the provider again", () => {
  noteTry(NOW);
  land("came back", "/f");
  forgetTry();
  expect(isTriedInVain(NOW + 10_000, QUARTER_S)).toBe(false);
});
