import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { CalibrationReply } from "../contract/api.ts";
import { csvOf } from "./calibration-csv.ts";
import { ReportPage } from "./report-page.tsx";

const none = { from: 0, to: 0.5, stops: 0, given: null, kept: null };
const told: CalibrationReply = {
  days: 28,
  buckets: [
    none,
    { from: 0.85, to: 0.95, stops: 400, given: 0.9, kept: 0.91 },
    { from: 0.95, to: 1, stops: 300, given: 0.99, kept: 0.9 },
  ],
  arrivals: 50,
  within: 0.74,
};
const READ = "GET /api/times/calibration";

beforeAll(async () => {
  await startWords("hall", "times");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(answer: () => ReturnType<typeof problem> | { body: unknown }) {
  stubServer({ [READ]: answer });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ReportPage params={{}} search={{ days: "28" }} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
  });
}

test("each bucket has its row with a verdict, and the interval its share", async () => {
  await open(() => ({ body: told }));
  const rows = (await screen.findAllByRole("row")).map((row) => row.textContent);
  expect(rows).toContain("85% – 95%40090%91%agrees");
  expect(rows).toContain("95% – 100%30099%90%promised too much");
  expect(rows).toContain("0% – 50%0––too few to tell");
  expect(screen.getByText(/of 50 arrivals lay in the predicted interval/)).toBeTruthy();
});

test("nothing to compare and a failed read have faces of their own", async () => {
  await open(() => ({ body: { ...told, buckets: [none] } }));
  expect(await screen.findByText("Nothing to compare yet")).toBeTruthy();
  cleanup();
  await open(() => problem(500, "http.internal"));
  expect(await screen.findByRole("alert")).toBeTruthy();
});

test("the file holds numbers alone", () => {
  expect(csvOf(told).split("\r\n").slice(0, 3)).toEqual([
    "days,odds_from,odds_to,stops,given_mean,kept_share",
    "28,0,0.5,0,,",
    "28,0.85,0.95,400,0.9,0.91",
  ]);
  for (const line of csvOf(told)
    .split("\r\n")
    .filter((text) => text !== "" && !/[a-z]/.test(text)))
    expect(line).toMatch(/^[0-9.,]+$/);
});
