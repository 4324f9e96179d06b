import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { fromIso } from "#kernel/instant.ts";
import { STATUSES } from "#features/times/domain/status.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { Arrival } from "./arrival.tsx";

const window = { start: "2026-11-21T13:00:00.000Z", end: "2026-11-21T13:25:00.000Z" };
const view = {
  state: "on_its_way",
  timezone: "Europe/Berlin",
  arrival: { window, status: "available", ahead: null },
} as const;
const NOW = fromIso(window.start);

beforeAll(async () => {
  await startWords("hall", "tracking");
  await setLocale("en");
});
afterEach(cleanup);

const textOf = (element: HTMLElement) => element.textContent?.replaceAll(/\s/gu, " ");

test("the interval stands with words for how sure it is", () => {
  const texts = STATUSES.map((status) => {
    cleanup();
    render(<Arrival view={{ ...view, arrival: { window, status, ahead: 3 } }} now={NOW} />);
    return textOf(screen.getByTestId("arrival"));
  });
  expect(texts[0]).toBe("Courier expected 2:00 – 2:25 PM 3 stops before you");
  expect(new Set(texts).size).toBe(STATUSES.length);
});

test.each([
  ["that is over", { ...view, state: "delivered" as const }, NOW],
  ["that nobody waits for until it is planned again", { ...view, state: "missed" as const }, NOW],
  ["whose interval has passed", view, fromIso(window.end)],
  ["without a prediction", { ...view, arrival: null }, NOW],
])("a delivery %s has none", (_, shown, now) => {
  render(<Arrival view={shown} now={now} />);
  expect(screen.queryByTestId("arrival")).toBeNull();
});

test.each([
  [3, "3 stops before you"],
  [1, "One stop before you"],
  [0, "You are next"],
])("%i stops before the door are said", (ahead, text) => {
  render(<Arrival view={{ ...view, arrival: { ...view.arrival, ahead } }} now={NOW} />);
  expect(textOf(screen.getByTestId("arrival"))).toContain(text);
});
