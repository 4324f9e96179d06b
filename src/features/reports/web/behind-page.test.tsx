import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { BehindPage } from "./behind-page.tsx";
import { BehindSearch } from "./report-search.ts";

beforeAll(async () => {
  await startWords("hall", "reports", "deliveries", "quotes");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("without dates the page shows today by the zone that the server counts by", async () => {
  // Already the 18th on Kiritimati, 14 hours ahead of UTC.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-06-17T11:00:00Z") });
  const days = { from: "2026-06-17", to: "2026-06-17" };
  const report = {
    timezone: "Pacific/Kiritimati",
    zones: [],
    asOf: "2026-06-17T11:00:00.000Z",
    days,
    before: days,
    groups: [],
  };
  const sent = stubServer({
    "GET /api/reports": () => ({ body: report }),
    "GET /api/reports/deliveries": () => ({ body: { items: [], next: null } }),
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BehindPage params={{}} search={BehindSearch.parse({})} setSearch={() => undefined} />
      </QueryClientProvider>,
    );
  });
  expect(await screen.findByText(/· Jun 18, 2026$/)).toBeTruthy();
  expect(sent.some(({ route }) => route === "GET /api/reports/deliveries")).toBe(true);
});
