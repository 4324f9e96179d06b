import { expect, test } from "vitest";
import { FAILURE_REASONS } from "#features/parcels/domain/reasons.ts";
import { differing, withFault } from "./faults.ts";

test("only what differs from the usual fault of a known reason is kept", () => {
  const usual = Object.fromEntries(FAILURE_REASONS.map(({ code, fault }) => [code, fault]));
  expect(differing(usual)).toEqual({});
  expect(differing({ ...usual, weather: "carrier", unknown: "sender" })).toEqual({ weather: "carrier" });
});

test("an outcome gets the company's fault by its reason, and no other one changes", () => {
  const failed = { reason: "weather", fault: "nobody", note: "ice" } as const;
  expect(withFault(failed, { weather: "carrier" })).toEqual({ ...failed, fault: "carrier" });
  expect(withFault(failed, { closed: "carrier" })).toBe(failed);
  const done = { reason: null, fault: null };
  expect(withFault(done, { weather: "carrier" })).toBe(done);
});
