import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Role } from "#kernel/actor.ts";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { Counted, Report, ReportGroup, ShownZone } from "../contract/api.ts";
import { NO_SUMS } from "../domain/sums.ts";
import { BehindPage } from "./behind-page.tsx";
import { ReportPage } from "./report-page.tsx";
import { BehindSearch, ReportSearch } from "./report-search.ts";

const ZONES: readonly ShownZone[] = [
  { code: "north", name: "Northern bank", colour: "green" },
  { code: "inner", name: "=Inner()", colour: "pink" },
];
const group = (by: ReportGroup["by"], key: string, onTime: number): ReportGroup => ({
  by,
  key,
  name: null,
  now: { ...NO_SUMS, onTime },
  before: NO_SUMS,
});
const reportWith = (zones: readonly ShownZone[], groups: readonly ReportGroup[]): Report => ({
  timezone: "Europe/Berlin",
  asOf: "2026-06-17T08:00:00.000Z",
  days: { from: "2026-06-11", to: "2026-06-17" },
  before: { from: "2026-06-04", to: "2026-06-10" },
  zones: [...zones],
  groups: [group("all", "", 9), ...groups],
});
const DIVIDED = reportWith(ZONES, [
  group("zone", "", 1),
  group("zone", "gone", 2),
  group("zone", "inner", 3),
  group("zone", "north", 3),
]);

beforeAll(async () => {
  await startWords("hall", "reports", "deliveries", "quotes");
  await setLocale("en");
  // The page fetches them late; here they are loaded before a test waits for them.
  await Promise.all([import("./bars-chart.tsx"), import("./report-csv.ts")]);
});
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      private readonly seen: () => void;
      constructor(seen: () => void) {
        this.seen = seen;
      }
      observe(element: HTMLElement) {
        Object.defineProperty(element, "clientWidth", { value: 600, configurable: true });
        this.seen();
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const inQueries = (page: React.ReactNode) =>
  act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {page}
      </QueryClientProvider>,
    );
  });

async function open(report: Report, role: Role = "dispatcher") {
  stubAuth(signedIn([role]));
  stubServer({
    "GET /api/reports": () => ({ body: report }),
    "GET /api/reports/mail": () => ({ body: { on: false, address: null } }),
  });
  const search = { ...ReportSearch.parse({}), by: "zone" as const };
  await inQueries(<ReportPage params={{}} search={search} setSearch={() => undefined} />);
}

const namesOf = (rows: readonly HTMLElement[]) =>
  rows.slice(1).map((row) => within(row).getAllByRole("cell")[0]?.textContent);

test("zones stand in their order with name and colour, then one that is gone, then places outside", async () => {
  await open(DIVIDED);
  const rows = await screen.findAllByRole("row");
  expect(namesOf(rows)).toEqual([
    "Northern bank",
    "=Inner()",
    "gone (this zone is gone)",
    "Outside all zones",
  ]);
  expect(rows.slice(1).map((row) => row.querySelectorAll(".zone-swatch").length)).toEqual([1, 1, 0, 0]);
  expect(within(rows[1]!).getByRole("link").getAttribute("href")).toContain(
    "&behind=promised&by=zone&key=north",
  );
});

test("the chart names the zones beside their colours", async () => {
  await open(DIVIDED);
  const chart = await screen.findByRole("img", { name: /divided by: Zone/ });
  expect(chart.querySelectorAll("text.chart-name").length).toBeGreaterThanOrEqual(4);
  expect(chart.textContent).toContain("Northern bank");
  expect(chart.querySelectorAll("rect[rx]")).toHaveLength(2);
});

test("the file names each zone with its code, and no name is a formula", async () => {
  await open(DIVIDED);
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return "blob:file";
  });
  const save = await screen.findByRole("button", { name: "Save as CSV" });
  await act(async () => fireEvent.click(save));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]!.text()).split("\r\n").map((line) => line.split(",")[0]);
  expect(lines.slice(0, 5)).toEqual([
    "\uFEFFZone",
    "Northern bank (north)",
    "'=Inner() (inner)",
    "gone (this zone is gone)",
    "Outside all zones",
  ]);
});

test.each([
  ["org-admin", "Draw the parts of the town", ["/a/zones"]],
  ["dispatcher", "An administrator draws them", []],
] as const)("without zones, the %s reads who draws them in place of a table", async (role, text, links) => {
  await open(reportWith([], [group("zone", "", 9)]), role);
  expect(await screen.findByText("No zones yet")).toBeTruthy();
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("button", { name: "Save as CSV" })).toBeNull();
  const found = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(found.filter((href) => href?.startsWith("/a/"))).toEqual(links);
});

const COUNTED: Counted = {
  id: "00000000-0000-4000-8000-000000000001",
  number: "WB-1",
  day: "2026-06-17",
  state: "delivered",
  promise: "on_time",
  promisedEnd: "2026-06-17T10:00:00.000Z",
  deliveredAt: "2026-06-17T09:00:00.000Z",
  courierName: "Kim",
  area: "10115",
  zone: "north",
  tries: 1,
};

test.each([
  [ZONES, "north", /· Northern bank$/, ["Zone", "Northern bank", "Outside all zones"]],
  [ZONES, "gone", /· gone \(this zone is gone\)$/, ["Zone"]],
  [[], "", /· Outside all zones$/, []],
] as const)(
  "the deliveries behind a number are named by their zones (%#)",
  async (zones, key, detail, cells) => {
    stubServer({
      "GET /api/reports": () => ({ body: reportWith(zones, []) }),
      "GET /api/reports/deliveries": () => ({
        body: { items: [COUNTED, { ...COUNTED, id: COUNTED.id.replace(/1$/, "2"), zone: "" }], next: null },
      }),
    });
    const days = { from: "2026-06-17", to: "2026-06-17" };
    const search = { ...BehindSearch.parse({ ...days, by: "zone" }), key };
    await inQueries(<BehindPage params={{}} search={search} setSearch={() => undefined} />);
    expect(await screen.findByText(detail)).toBeTruthy();
    const table = await screen.findByRole("table");
    for (const text of cells) expect(within(table).getByText(text)).toBeTruthy();
    expect(within(table).queryAllByRole("columnheader", { name: "Zone" })).toHaveLength(
      zones.length > 0 ? 1 : 0,
    );
  },
);
