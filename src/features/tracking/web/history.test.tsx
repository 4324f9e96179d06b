import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { TrackingView } from "../contract/api.ts";
import { History } from "./details.tsx";

const timeline = [{ state: "missed", at: "2026-06-17T08:00:00.000Z" }];

beforeAll(async () => {
  await startWords("hall", "tracking");
  await setLocale("en");
});
afterEach(cleanup);

test.each([
  [{ delivered: 1, notSent: 1, rest: 1 }, "One of 3 parcels is delivered"],
  [{ delivered: 0, notSent: 1, rest: 2 }, "Nobody there"],
  [undefined, "Nobody there"],
])("a try with the parts %o reads %s", (parts, sentence) => {
  // Safe: the list reads these alone.
  const view = { timezone: "UTC", parcels: 3, timeline, parts } as unknown as TrackingView;
  render(<History view={view} />);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("an earlier try that brought a part still says so after the next one set out", () => {
  const told = [
    { ...timeline[0], brought: 1 },
    { state: "on_its_way", at: "2026-06-17T09:00:00.000Z" },
  ];
  // Safe: the list reads these alone.
  const view = { timezone: "UTC", parcels: 3, timeline: told } as unknown as TrackingView;
  render(<History view={view} />);
  expect(screen.getByText("One of 3 parcels is delivered")).toBeTruthy();
  expect(screen.queryByText("Nobody there")).toBeNull();
});
