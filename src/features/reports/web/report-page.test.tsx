import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import type { Role } from "#kernel/actor.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { MoneySums, Report, ReportGroup } from "../contract/api.ts";
import { NO_SUMS, type Sums } from "../domain/sums.ts";
import { csvOf } from "./report-csv.ts";
import { ReportPage } from "./report-page.tsx";
import { ReportSearch } from "./report-search.ts";
import { MONEY_COLUMNS, SHOWN, inOrder } from "./views.ts";

const sums = (some: Partial<Sums>): Sums => ({ ...NO_SUMS, ...some });
const group = (
  by: ReportGroup["by"],
  key: string,
  now: Partial<Sums>,
  name: string | null = null,
): ReportGroup => ({
  by,
  key,
  name,
  now: sums(now),
  before: sums({ onTime: 1, late: 1 }),
});
const REPORT: Report = {
  timezone: "Europe/Berlin",
  zones: [],
  asOf: "2026-06-17T08:00:00.000Z",
  days: { from: "2026-06-11", to: "2026-06-17" },
  before: { from: "2026-06-04", to: "2026-06-10" },
  groups: [
    group("all", "", { onTime: 9, late: 1 }),
    group("day", "2026-06-16", { onTime: 5, late: 1 }),
    group("day", "2026-06-17", { onTime: 4 }),
    group("courier", "k", { onTime: 4 }, "Kim Kurier"),
    group("courier", "l", { onTime: 5, late: 1 }, "=Lee()"),
    group("courier", "", { open: 2 }),
  ],
};

beforeAll(async () => {
  await startWords("hall", "reports", "deliveries", "quotes");
  await setLocale("en");
});
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  read: () => ReturnType<typeof problem> | { body: unknown },
  { search = {}, roles = ["dispatcher"] }: { search?: Partial<ReportSearch>; roles?: readonly Role[] } = {},
) {
  stubAuth(signedIn(roles));
  const sent = stubServer({
    "GET /api/reports": read,
    "GET /api/reports/money": () => ({ body: { ...REPORT, groups: [] } }),
    "GET /api/reports/mail": () => ({ body: { on: false, address: "bo@example.org" } }),
    "PUT /api/reports/mail": (body) => ({ body: { ...(body as object), address: "bo@example.org" } }),
  });
  const setSearch = vi.fn<(patch: Partial<ReportSearch>, options?: { replace?: boolean }) => void>();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ReportPage params={{}} search={{ ...ReportSearch.parse({}), ...search }} setSearch={setSearch} />
      </QueryClientProvider>,
    );
  });
  return { sent, setSearch };
}

test("each figure has its number, the one before, its sentence and the way to its deliveries", async () => {
  await open(() => ({ body: REPORT }));
  const card = (await screen.findByRole("heading", { name: "On time", level: 2 })).closest("section")!;
  expect(card.textContent).toContain("90%");
  expect(card.textContent).toContain("before: 50%better");
  expect(card.textContent).toContain("handed over before the promised window ended");
  const link = within(card).getByRole("link").getAttribute("href");
  expect(link).toMatch(/^\/d\/reports\/deliveries\?from=.+&to=.+&behind=decided&by=all&key=$/);
  expect(screen.getAllByRole("link").map((one) => one.getAttribute("href"))).toContainEqual(
    expect.stringContaining("behind=delivered"),
  );
});

test("the table has the numbers of the chart, is ordered by its heads and leads to the deliveries of a row", async () => {
  const { setSearch } = await open(() => ({ body: REPORT }), {
    search: { by: "courier", sort: "on-time", order: "asc" },
  });
  const rows = (await screen.findAllByRole("row")).slice(1);
  expect(rows.map((row) => row.textContent?.slice(0, 8))).toEqual(["=Lee()83", "Kim Kuri", "Nobody y"]);
  expect(within(rows[1]!).getByRole("link").getAttribute("href")).toContain(
    "&behind=promised&by=courier&key=k",
  );
  fireEvent.click(screen.getByRole("button", { name: "Late" }));
  expect(setSearch).toHaveBeenCalledWith({ sort: "late", order: "asc" }, { replace: true });
});

test("money is a tab of those who may read it, and the only one of finance", async () => {
  await open(() => ({ body: REPORT }));
  expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).not.toContain("Money");
  cleanup();
  await open(() => ({ body: REPORT }), { roles: ["finance"] });
  expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual(["Money"]);
  expect(await screen.findByText("Nothing happened in these days")).toBeTruthy();
  expect(screen.queryByRole("switch")).toBeNull();
});

test("nothing, no network, no permission and a failure have faces of their own", async () => {
  await open(() => ({ body: { ...REPORT, groups: [{ ...group("all", "", {}), before: NO_SUMS }] } }));
  expect(await screen.findByText("Nothing happened in these days")).toBeTruthy();
  for (const [status, code, face] of [
    [403, "accounts.forbidden", ".message-forbidden"],
    [500, "http.internal", ".message-error"],
  ] as const) {
    cleanup();
    await open(() => problem(status, code));
    await waitFor(() => expect(document.querySelector(face)).not.toBeNull());
  }
});

test("the weekly mail is switched on by one press and says where it goes", async () => {
  const { sent } = await open(() => ({ body: REPORT }));
  const box = await screen.findByRole("switch");
  expect(screen.getByText("It goes to bo@example.org.")).toBeTruthy();
  await act(async () => fireEvent.click(box));
  await waitFor(() => expect(box).toHaveProperty("checked", true));
  expect(sent.filter(({ route }) => route.startsWith("PUT"))).toMatchObject([{ body: { on: true } }]);
});

const HEADS = {
  group: "Courier",
  currency: "Currency",
  of: (name: string) => `of ${name}`,
  before: (head: string) => `before: ${head}`,
};

test("the days end today by the zone that the server counts by", async () => {
  // Already the 18th on Kiritimati, 14 hours ahead of UTC.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-06-17T11:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  await open(() => ({ body: { ...REPORT, timezone: "Pacific/Kiritimati" } }), {
    search: { period: "today" },
  });
  await waitFor(() =>
    expect(
      screen.getAllByRole("link").some((link) => link.getAttribute("href")?.includes("from=2026-06-18")),
    ).toBe(true),
  );
});

test.each([
  ["x;=1+1", `"x;'=1+1"`],
  ["x; @y", `"x;' @y"`],
  ["x\t-1", `"x\t'-1"`],
  ["\t=1", `"'\t'=1"`],
  ["－1", "'－1"],
  ["10115-2", "10115-2"],
])("the text %j is guarded in a file, whatever divides its cells", (name, cell) => {
  const row = { name, now: NO_SUMS, before: NO_SUMS };
  const [, line] = csvOf(HEADS, SHOWN.stops.columns, [row]).split("\r\n");
  expect(line?.startsWith(`${cell},`)).toBe(true);
});

test("the file holds the table's numbers, and no text that a spreadsheet takes for a formula", () => {
  const { columns } = SHOWN["on-time"];
  const rows = REPORT.groups
    .filter(({ by }) => by === "courier")
    .map((one) => ({ ...one, name: one.name ?? '@nobody, "yet"' }));
  const lines = csvOf(HEADS, columns, rows).replace("\uFEFF", "").split("\r\n");
  expect(lines[0]).toMatch(/^Courier,of on-time,before: of on-time,of in-time/);
  expect(lines[1]).toBe("Kim Kurier,1,0.5,4,1,0,1,0,0,0,0");
  expect(lines[2]).toBe("'=Lee(),0.8333,0.5,5,1,1,1,0,0,0,0");
  expect(lines[3]).toBe(`"'@nobody, ""yet""",,0.5,0,1,0,1,0,0,2,0`);
});

test("money in a file is in units of its currency, whatever its digits", () => {
  const amount = (minor: number, currency: string) => ({ minor, currency });
  const of = (currency: string): MoneySums => ({
    deliveries: 2,
    price: amount(3001, currency),
    givenBack: amount(1, currency),
    lost: amount(0, currency),
    disputeFees: amount(0, currency),
  });
  const lossOf = (currency: string) => ({ ...of(currency), lost: amount(9003, currency) });
  const [head, euro, yen] = csvOf(HEADS, MONEY_COLUMNS, [
    { name: "a", now: of("EUR"), before: lossOf("EUR") },
    { name: "b", now: of("JPY"), before: of("JPY") },
  ]).split("\r\n");
  expect(head).toMatch(/Courier,Currency,of deliveries,/);
  expect(euro).toMatch(/^a,EUR,2,2,30\.01,30\.01,.+,-30\.01$/);
  expect(yen).toMatch(/^b,JPY,2,2,3001,3001,/);
});

test("groups without a value come last, whichever way they are ordered", () => {
  const couriers = REPORT.groups.filter(({ by }) => by === "courier");
  const [column] = SHOWN["on-time"].columns;
  for (const order of ["asc", "desc"] as const)
    expect(inOrder(couriers, { column, order, zones: [] }).at(-1)?.key).toBe("");
});
