import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { SlotLoad, Slots } from "../../contract/api.ts";
import { CapacityPage } from "./capacity-page.tsx";
import { LoadPage } from "./load-page.tsx";

const slots: Slots = {
  version: 2,
  rows: [
    { id: "row-1", level: null, from: "08:00", until: "12:00", places: [20, 20, 20, 20, 20, null, 0] },
    { id: "row-2", level: "same_day", from: "12:00", until: "24:00", places: [5, 5, 5, 5, 5, 5, 5] },
  ],
  days: [{ date: "2026-12-25", closed: true, reason: "Christmas", places: {} }],
  changedAt: "2026-11-20T08:00:00.000Z",
  changedBy: "Ada",
};
const NO_DAY = { closed: false, reason: "", rows: [], taken: 0, overbooked: [] };
const load: SlotLoad = {
  timezone: "Europe/Berlin",
  days: [
    {
      ...NO_DAY,
      date: "2026-11-21",
      taken: 7,
      rows: [{ id: "row-2", level: "same_day", from: "12:00", until: "24:00", places: 5, taken: 7 }],
      overbooked: [
        {
          level: "same_day",
          window: { start: "2026-11-21T12:00:00.000Z", end: "2026-11-21T14:00:00.000Z" },
          at: "2026-11-21T09:00:00.000Z",
          by: "Bo Board",
        },
      ],
    },
    { ...NO_DAY, date: "2026-11-22", closed: true, reason: "Sunday" },
  ],
};
const server = (more: Parameters<typeof stubServer>[0] = {}) =>
  stubServer({
    "GET /api/slots": () => ({ body: slots }),
    "GET /api/slots/load": () => ({ body: load }),
    ...more,
  });

beforeAll(async () => {
  await startWords("drafts", "hall", "capacity", "quotes");
  await setLocale("en");
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T11:02:00Z") });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(Page = CapacityPage) {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page />
      </QueryClientProvider>,
    );
  });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(document.querySelector(".skeleton")).toBeNull());
}
const plain = (element: Element | null) => element?.textContent?.replaceAll(/[\u00a0\u202f]/g, " ") ?? "";
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const dialog = () => {
  const found = document.querySelector("dialog");
  if (!found) throw new Error("no dialog is open");
  return found;
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } });
const apply = (name: string) => act(async () => fireEvent.submit(screen.getByRole("form", { name })));
const rows = () => screen.getAllByRole("row").slice(1).map(plain);

test("the week is a grid, days that differ are a list, and today's load stands beside them", async () => {
  server();
  await open();
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toMatch(/8:00 AM.*12:00 PM.*All services.*20.*no limit.*0/);
  expect(plain(document.querySelector(".capacity-day"))).toMatch(/Dec 25.*Closed.*Christmas/);
  expect(plain(screen.getByRole("region", { name: "Today" }))).toMatch(/7 of 5, 2 too many.*Bo Board/);
});

test("a new row is checked as it is typed, waits in this tab and is saved on its version", async () => {
  const sent = server({
    "PUT /api/slots": (body) => ({ body: { ...slots, ...(body as object), version: 3 } }),
  });
  await open();
  await press("Add times");
  type(/^From/, "10:00");
  type(/^Until/, "11:00");
  type("Mon", "x");
  await apply("Times and their places");
  expect(plain(dialog())).toContain("Type a whole number up to 10,000");
  type("Mon", "3");
  await apply("Times and their places");
  expect(plain(dialog())).toContain("Another row for the same service");
  type(/^Service/, "scheduled");
  await apply("Times and their places");
  expect(rows()).toHaveLength(3);
  cleanup();
  await open();
  await press("Save");
  const put = sent.find(({ route }) => route === "PUT /api/slots");
  expect(put?.body).toMatchObject({
    version: 2,
    rows: [
      {},
      {},
      { level: "scheduled", from: "10:00", until: "11:00", places: [3, null, null, null, null, null, null] },
    ],
  });
});

test("a day with other places names the usual ones; a closed one needs its reason", async () => {
  server();
  await open();
  await press("Add a day");
  await apply("Day that differs");
  expect(plain(dialog())).toContain("Reason: Please fill this in");
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Closed all day" })));
  type("Date", "2026-12-28");
  expect(plain(dialog())).toContain("Usually: 20");
  type(/12:00 PM, All services/, "8");
  await apply("Day that differs");
  const days = [...document.querySelectorAll(".capacity-day")].map(plain);
  expect(days[1]).toMatch(/Dec 28.*12:00 PM, All services: 8/);
});

test("changes of somebody else are named, and one's own go on top of them", async () => {
  let inForce: Slots = slots;
  server({
    "GET /api/slots": () => ({ body: inForce }),
    "PUT /api/slots": () => problem(409, "capacity.changed-meanwhile"),
  });
  await open();
  await press(/^Remove .*Dec 25/);
  inForce = { ...slots, version: 3, changedBy: "Eve", rows: slots.rows.slice(0, 1) };
  await press("Save");
  expect(plain(await screen.findByRole("alert"))).toMatch(/Eve changed meanwhile: 12:00 PM.*Same day/);
  await press("Keep mine on top");
  expect(rows()).toHaveLength(1);
  expect(document.querySelectorAll(".capacity-day")).toHaveLength(0);
});

test.each([
  [403, "accounts.forbidden"],
  [500, "http.internal"],
] as const)("a read that fails with %i has a face of its own", async (status, code) => {
  server({
    "GET /api/slots": () => problem(status, code),
    "GET /api/slots/load": () => problem(status, code),
  });
  await open();
  expect(document.querySelector(".message")).not.toBeNull();
  cleanup();
  await open(LoadPage);
  expect(document.querySelector(".message")).not.toBeNull();
});

test("the desk reads both days with what was promised beyond the places", async () => {
  server();
  await open(LoadPage);
  expect(plain(screen.getByRole("region", { name: "Tomorrow" }))).toContain("Closed: Sunday");
  expect(plain(screen.getByRole("region", { name: "Today" }))).toContain("7 deliveries and unpaid orders");
});
