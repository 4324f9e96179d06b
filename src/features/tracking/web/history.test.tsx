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
  [1, "One of 3 parcels is delivered"],
  [undefined, "Nobody there"],
])("a last try that brought %s reads %s", (brought, sentence) => {
  const told = [{ ...timeline[0], ...(brought && { brought }) }];
  // Safe: the list reads these alone.
  const view = { timezone: "UTC", parcels: 3, timeline: told } as unknown as TrackingView;
  render(<History view={view} />);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("a last try at which nobody was there claims no part of an earlier one", () => {
  const told = [
    { ...timeline[0], brought: 1 },
    { state: "on_its_way", at: "2026-06-17T09:00:00.000Z" },
    { state: "missed", at: "2026-06-17T10:00:00.000Z" },
  ];
  const parts = { delivered: 1, notSent: 0, rest: 2 };
  // Safe: the list reads these alone.
  const view = { timezone: "UTC", parcels: 3, timeline: told, parts } as unknown as TrackingView;
  render(<History view={view} />);
  const [last, , first] = screen.getAllByRole("listitem");
  expect(last?.textContent).toContain("Nobody there");
  expect(first?.textContent).toContain("One of 3 parcels is delivered");
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
