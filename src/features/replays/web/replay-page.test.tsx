import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { PriceList } from "#features/quotes/contract/api.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { saveDraft } from "#web/forms/draft.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Replay, ReplayOrder } from "../contract/api.ts";
import { ReplayPage } from "./replay-page.tsx";
import { ReplaySearch } from "./replay-search.ts";

const ID = "01990000-0000-7000-8000-000000000001";
const rules: PriceList["rules"] = [
  { id: "base", title: "Base", when: [], do: { kind: "flat", amount: 490 } },
];
const list: PriceList = {
  version: 3,
  currency: "EUR",
  publishedAt: "2026-11-20T08:00:00.000Z",
  publishedBy: "Ada",
  rules,
  cases: [],
};
const sums = { orders: 3, more: 1, less: 1, same: 1, was: 3_000, now: 3_100 };
const done: Replay = {
  id: ID,
  state: "done",
  days: { from: "2026-10-30", to: "2026-11-29" },
  level: null,
  zone: null,
  listVersion: 3,
  currency: "EUR",
  askedBy: "Ada",
  askedAt: "2026-11-29T08:00:00.000Z",
  endedAt: "2026-11-29T08:00:01.000Z",
  expiresAt: "2026-12-06T08:00:00.000Z",
  total: 5,
  done: 5,
  rules,
  outcome: {
    all: sums,
    unpriced: [
      { reason: "no-fact", detail: "specialDay", orders: 1 },
      { reason: "other-currency", detail: "CHF", orders: 1 },
    ],
    barWidth: 100,
    bars: [
      { bar: -1, orders: 1, difference: -50 },
      { bar: 0, orders: 1, difference: 0 },
      { bar: 2, orders: 1, difference: 150 },
    ],
    levels: [{ level: "same_day", ...sums }],
    bands: [{ band: 1, ...sums }],
    zones: [],
  },
  dearer: [{ orderId: ID, name: "Corner Bakery", orders: 1, was: 1_000, now: 1_150 }],
  cheaper: [{ orderId: ID, name: null, orders: 1, was: 1_000, now: 950 }],
};
const order: ReplayOrder = {
  orderId: ID,
  number: "WB-7K4M-92QX",
  deliveryId: null,
  customer: "Corner Bakery",
  bookedAt: "2026-11-20T08:00:00.000Z",
  level: "same_day",
  was: 1_000,
  now: 1_150,
  currency: "EUR",
  reason: null,
  detail: "",
  changed: [{ ruleId: "tax 1900", title: "", was: 160, now: 310 }],
};

beforeAll(async () => {
  await startWords("hall", "levels", "quotes", "prices", "replays");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof stubServer>[0];

const answers = (replay: Replay, more: Answers = {}): Answers => ({
  "GET /api/price-list": () => ({ body: list }),
  "GET /api/price-replays": () => ({ body: { items: [] } }),
  [`GET /api/price-replays/${ID}`]: () => ({ body: replay }),
  [`GET /api/price-replays/${ID}/orders`]: () => ({ body: { items: [order], next: null } }),
  ...more,
});

async function open(search: Partial<ReplaySearch> = { id: ID }) {
  const setSearch = vi.fn<(change: Partial<ReplaySearch>) => void>();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ReplayPage params={{}} search={{ ...ReplaySearch.parse({}), ...search }} setSearch={setSearch} />
      </QueryClientProvider>,
    );
  });
  return setSearch;
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("a result tells the sums, who pays more or less, and what could not be replayed", async () => {
  stubServer(answers(done));
  await open();
  expect((await screen.findAllByText("+€1.00")).length).toBe(3);
  expect(screen.getByText(/2 orders are in no number below/)).toBeTruthy();
  expect(screen.getByText(/the draft asks for “Special day”, which was not kept/)).toBeTruthy();
  expect(screen.getByText(/another currency: CHF/)).toBeTruthy();
  const spread = screen.getByRole("table", { name: "How much more or less" });
  expect(within(spread).getByText("up to €2.00 more")).toBeTruthy();
  const dearer = screen.getByRole("table", { name: "Customers who would pay more" });
  expect(within(dearer).getByText("+€1.50")).toBeTruthy();
  const cheaper = screen.getByRole("table", { name: "Customers who would pay less" });
  expect(within(cheaper).getByText("name deleted")).toBeTruthy();
  const orders = await screen.findByRole("table", { name: "Orders" });
  expect(within(orders).getByText(/Tax 19%/).parentElement?.textContent).toContain("€1.60 → €3.10");
});

test("a draft that changed since says so, and runs again as it is now", async () => {
  const changed = [{ ...rules[0], do: { kind: "flat", amount: 700 } }];
  saveDraft("prices.price-list", { version: 3, base: rules, items: changed });
  const sent = stubServer(
    answers(done, { "POST /api/price-replays": () => ({ body: { ...done, state: "running", done: 1 } }) }),
  );
  const setSearch = await open();
  await screen.findByText(/Your draft has changed since this replay/);
  await press("Run again");
  expect(sent.find(({ route }) => route === "POST /api/price-replays")?.body).toEqual({
    days: done.days,
    level: null,
    zone: null,
    listVersion: 3,
    rules: changed,
  });
  await waitFor(() => expect(setSearch).toHaveBeenCalledWith({ id: ID }));
});

test("a draft with faults is replayed by nobody", async () => {
  saveDraft("prices.price-list", {
    version: 3,
    base: rules,
    items: [{ ...rules[0], do: { kind: "tax", basisPoints: 1 } }],
  });
  stubServer(answers(done));
  await open({});
  await screen.findByText(/Your draft has faults/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Replay" }).disabled).toBe(true);
});

test("a replay that runs says how far it is, and is cancelled", async () => {
  const running: Replay = { ...done, state: "running", outcome: null, done: 2, endedAt: null };
  stubServer(
    answers(running, {
      [`POST /api/price-replays/${ID}/cancel`]: () => ({ body: { ...running, state: "cancelled" } }),
    }),
  );
  await open();
  await screen.findByText("2 of 5 orders");
  await press("Cancel");
  expect(await screen.findByText("This replay was cancelled")).toBeTruthy();
});

test.each([
  ["a span without bookings", { ...done, total: 0 }, "Nothing was booked in this span"],
  ["a failed one", { ...done, state: "failed", outcome: null }, "This replay failed"],
] as const)("%s says so", async (_, replay, title) => {
  stubServer(answers(replay));
  await open();
  expect(await screen.findByText(title)).toBeTruthy();
});

test("a replay that expired says so", async () => {
  stubServer(answers(done, { [`GET /api/price-replays/${ID}`]: () => problem(404, "replays.not-found") }));
  await open();
  expect(await screen.findByText(/This replay is not there any more/)).toBeTruthy();
});

test("without network the result stays, and a new replay waits", async () => {
  stubServer(answers(done));
  await open();
  await screen.findAllByText("+€1.00");
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => dispatchEvent(new Event("offline")));
  expect(screen.getByText(/You are offline/)).toBeTruthy();
  expect(screen.getAllByText("+€1.00").length).toBe(3);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Replay" }).disabled).toBe(true);
  isOnline.mockReturnValue(true);
  await act(async () => dispatchEvent(new Event("online")));
  isOnline.mockRestore();
});
