import { act, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { Snackbar } from "#web/ui/snackbar.tsx";
import type { DeskCommand } from "../contract/api.ts";
import type { HistorySearch } from "../contract/search.ts";
import { HistoryPage } from "./history-page.tsx";

usePage("history", "deliveries");

const id = (n: number): string => `0190a000-0000-7000-8000-00000000000${n}`;
const COMMAND: DeskCommand = {
  id: id(1),
  at: "2026-06-17T08:00:00.000Z",
  by: { id: id(2), name: "Bo Board" },
  kind: "plan.assign",
  deliveries: [{ id: id(3), number: "WB-1" }],
  count: 4,
  courier: "Kim Kurier",
  toDate: null,
  undid: null,
  undo: { state: "possible" },
};
const NO_FILTER: HistorySearch = { group: "all", person: "", date: "" };
const setSearch = vi.fn<(patch: Partial<HistorySearch>) => void>();
const rows =
  (...items: DeskCommand[]): Answer =>
  () => ({ body: { items, next: null, date: "2026-06-17", timezone: "Europe/Berlin" } });
const UNDO = `POST /api/history/${id(1)}/undo`;

async function open(
  answers: Readonly<Record<string, Answer>>,
  search: HistorySearch = NO_FILTER,
): Promise<ReturnType<typeof stubServer>> {
  const sent = stubServer(answers);
  await show(
    <>
      <HistoryPage params={{}} search={search} setSearch={setSearch} />
      <Snackbar />
    </>,
  );
  return sent;
}

test("a command says when, what, to which deliveries, by whom and what its undo does", async () => {
  await open({ "GET /api/history": rows(COMMAND) });
  const line = within(await screen.findByRole("listitem"));
  for (const part of ["Assigned", "10:00", "Bo Board", "for Kim Kurier", "and 3 more"])
    expect(line.getByText(part, { exact: false })).toBeTruthy();
  expect(line.getByRole("link", { name: "WB-1" }).getAttribute("href")).toBe(`/d/deliveries/${id(3)}`);
  expect(line.getByText("Couriers, places in the routes and days become as before")).toBeTruthy();
});

test.each([
  [{ state: "done", by: "Dora Desk", at: COMMAND.at }, "Undone by Dora Desk, 10:00"],
  [
    {
      state: "moved-on",
      since: { by: "Dora Desk", at: COMMAND.at, number: "WB-1", kind: "plan.assign" },
    },
    "Changed since by Dora Desk, 10:00 AM: no undo",
  ],
  [{ state: "day-over" }, "That day is over: no undo"],
  [{ state: "none", why: "parcel" }, "Parcels changed hands or place: no undo"],
] as const)("a command without an undo says why: %j", async (undo, words) => {
  await open({ "GET /api/history": rows({ ...COMMAND, undo }) });
  expect(await screen.findByText((text) => text.replaceAll(/\s/gu, " ").startsWith(words))).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("an undo is sent once and said", async () => {
  const sent = await open({
    "GET /api/history": rows(COMMAND),
    [UNDO]: () => ({ body: { id: id(1), kind: "plan.assign" } }),
  });
  await press("Undo: Assigned");
  expect(await screen.findByText("Undone: Assigned")).toBeTruthy();
  expect(sent.filter(({ route }) => route === UNDO)).toHaveLength(1);
});

test("where the world moved on, it is said what was done since, to what and by whom", async () => {
  await open({
    "GET /api/history": rows(COMMAND),
    [UNDO]: () => {
      const refused = problem(409, "history.moved-on");
      const facts = { by: "Dora Desk", at: COMMAND.at, number: "WB-1", kind: "plan.assign" };
      return { ...refused, body: { ...refused.body, facts } };
    },
  });
  await press("Undo: Assigned");
  expect(
    await screen.findByText(
      "Nothing was undone, as something changed since: Assigned · WB-1 · Dora Desk. Look at it first.",
    ),
  ).toBeTruthy();
});

test("bones stand while it is read", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  await show(<HistoryPage params={{}} search={NO_FILTER} setSearch={setSearch} />);
  expect(document.querySelector(".skeleton")).toBeTruthy();
});

test("an empty day says so, and a filter that leaves nothing can be cleared", async () => {
  await open({ "GET /api/history": rows() });
  expect(await screen.findByText("Nothing was done on this day")).toBeTruthy();
});

test("a filter that leaves nothing can be cleared", async () => {
  await open({ "GET /api/history": rows() }, { ...NO_FILTER, group: "street" });
  expect(await screen.findByText("Nothing fits the filters")).toBeTruthy();
  await press("Clear filters");
  expect(setSearch).toHaveBeenCalledWith({ group: "all", person: "" });
});

test.each([
  [500, "http.internal"],
  [403, "accounts.forbidden"],
])("a reading that fails with %i says so in words", async (status, code) => {
  await open({ "GET /api/history": () => problem(status, code) });
  await vi.waitFor(() => expect(document.querySelector(".skeleton")).toBeNull());
  expect(screen.queryByText("Nothing was done on this day")).toBeNull();
  expect(screen.getByRole("article").textContent).not.toContain(code);
});

function Filtered() {
  const [search, set] = useState(NO_FILTER);
  return (
    <>
      <button onClick={() => set({ ...NO_FILTER, group: "street" })}>Another filter</button>
      <HistoryPage params={{}} search={search} setSearch={setSearch} />
    </>
  );
}

test("the day stays while another filter has no answer", async () => {
  let isLost = false;
  stubServer({
    "GET /api/history": (...asked) => (isLost ? problem(500, "http.internal") : rows(COMMAND)(...asked)),
  });
  await show(<Filtered />);
  const day = screen.getByLabelText("Day");
  await vi.waitFor(() => expect(day).toHaveProperty("value", "2026-06-17"));
  isLost = true;
  await press("Another filter");
  await vi.waitFor(() => expect(screen.queryByText("Assigned")).toBeNull());
  expect(screen.getByLabelText("Day")).toHaveProperty("value", "2026-06-17");
});

test("without network nothing can be undone", async () => {
  await open({ "GET /api/history": rows(COMMAND) });
  const undo = await screen.findByRole("button", { name: "Undo: Assigned" });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(undo).toHaveProperty("disabled", true);
});
