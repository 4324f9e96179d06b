import { describe, expect, test } from "vitest";
import { mustBeRecent, recentSignInFault } from "./recent-sign-in.ts";

const NOW = Date.UTC(2026, 5, 17, 8, 0);
const ago = (seconds: number) => ({ authenticatedAt: NOW - seconds * 1000 });
const WITHIN_15_MIN = { maxAgeS: 900, acr: [] };

describe("a recent sign-in", () => {
  test.each([
    ["of this moment", ago(0), undefined],
    ["of the last second that counts", ago(900), undefined],
    ["older by less than two clocks may differ", ago(930), undefined],
    ["older than that", ago(931), "old"],
    ["that the provider's clock has in the future", ago(-30), undefined],
    ["further in the future than two clocks may differ", ago(-31), "unknown"],
    ["whose token says milliseconds", { authenticatedAt: NOW * 1000 }, "unknown"],
    ["whose token does not say when", {}, "unknown"],
  ] as const)("%s: %s gives %s", (_what, signIn, fault) => {
    expect(recentSignInFault(WITHIN_15_MIN, signIn, NOW)).toBe(fault);
  });

  test("of somebody without a sign-in is none", () => {
    expect(recentSignInFault(WITHIN_15_MIN, undefined, NOW)).toBe("unknown");
  });

  test("is not asked for where both settings are off", () => {
    expect(recentSignInFault({ maxAgeS: 0, acr: [] }, {}, NOW)).toBeUndefined();
  });
});

// v5.0.0-6.8.4, v5.0.0-10.3.4
describe("a strong sign-in", () => {
  const rule = { maxAgeS: 900, acr: ["2", "urn:mfa"] };
  test.each([
    ["2", undefined],
    ["urn:mfa", undefined],
    ["1", "acr"],
    ["22", "acr"],
    [undefined, "acr"],
  ])("%s gives %s", (acr, fault) => {
    expect(recentSignInFault(rule, { ...ago(1), ...(acr !== undefined && { acr }) }, NOW)).toBe(fault);
  });

  test("is asked for without any age where only that is set, and an old one is called old first", () => {
    expect(recentSignInFault({ ...rule, maxAgeS: 0 }, { acr: "2" }, NOW)).toBeUndefined();
    expect(recentSignInFault(rule, { ...ago(2000), acr: "1" }, NOW)).toBe("old");
  });
});

test("the refusal says what the provider is to be asked for", () => {
  expect(() => mustBeRecent({ maxAgeS: 900, acr: ["2", "3"] }, undefined, NOW)).toThrow(
    expect.objectContaining({
      code: "accounts.confirm-sign-in",
      facts: { fault: "unknown", maxAgeS: 900, acr: "2 3" },
    }),
  );
});
