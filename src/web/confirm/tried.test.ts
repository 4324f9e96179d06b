import { beforeEach, expect, test } from "vitest";
import { land } from "../session/storage/landed.ts";
import { isTriedInVain, noteTry } from "./tried.ts";

const NOW = 1_700_000_000_000;
beforeEach(() => sessionStorage.clear());

test("the first refusal leads to the provider", () => {
  land("signed in once", "/f");
  expect(isTriedInVain(NOW)).toBe(false);
});

test("whoever turned back at the provider may go there again", () => {
  land("signed in once", "/f");
  noteTry(NOW);
  expect(isTriedInVain(NOW + 10_000)).toBe(false);
});

test("a refusal right after a finished sign-in goes there no more, until a while has passed", () => {
  noteTry(NOW);
  land("came back", "/f");
  expect(isTriedInVain(NOW + 10_000)).toBe(true);
  expect(isTriedInVain(NOW + 6 * 60_000)).toBe(false);
});
