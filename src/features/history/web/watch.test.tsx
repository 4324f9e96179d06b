import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { press, show, usePage } from "#test/support/web/page.tsx";
import { type Answer, stubServer } from "#test/support/web/stub-server.ts";
import { changeSnacks, showSnack, Snackbar } from "#web/ui/snackbar.tsx";
import type { LiveHandler } from "#web/live/live.ts";
import type { DeskCommand } from "../contract/api.ts";
import { offer } from "./use-undo.ts";
import { UndoWatch } from "./watch.tsx";

const live = vi.hoisted(() => ({ handlers: [] as LiveHandler[] }));
vi.mock("#web/live/live.ts", async (original) => ({
  ...(await original<object>()),
  useLive: (handlers: LiveHandler[]) => void (live.handlers = handlers),
}));
vi.mock("#web/session/session.ts", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ kind: "signed-in", subject: "1", name: "Bo Board", roles: [], offline: false }),
}));
usePage("history");

let nth = 0;
const freshId = (): string => `0190a000-0000-7000-8000-${String((nth += 1)).padStart(12, "0")}`;
let ID: string;
const command = (undo: DeskCommand["undo"]): DeskCommand => ({
  id: ID,
  at: "2026-06-17T08:00:00.000Z",
  by: { id: freshId(), name: "Bo Board" },
  kind: "delivery.retry",
  deliveries: [],
  count: 0,
  courier: null,
  toDate: null,
  undid: null,
  undo,
});
const rows =
  (...items: DeskCommand[]): Answer =>
  () => ({ body: { items, next: null, date: "2026-06-17", timezone: "Europe/Berlin" } });

async function open(list: Answer): Promise<ReturnType<typeof stubServer>> {
  const sent = stubServer({
    "GET /api/history": list,
    [`POST /api/history/${ID}/undo`]: () => ({ body: { id: ID, kind: "delivery.retry" } }),
  });
  await show(<Snackbar />);
  await show(<UndoWatch />);
  return sent;
}
/** The live events of commands that come at the same time, the newest last. */
const hear = (by = "Bo Board", undoable = true, ids: readonly string[] = [ID]) =>
  act(async () => {
    const data = { kind: "delivery.retry", by, undoable };
    for (const commandId of ids)
      for (const { run } of live.handlers)
        run({ type: "desk.noted", data: { ...data, commandId } } as Parameters<typeof run>[0]);
  });
const undone = (sent: ReturnType<typeof stubServer>) => sent.filter(({ route }) => route.startsWith("POST"));

beforeEach(() => {
  ID = freshId();
});
afterEach(() => act(() => changeSnacks(() => [])));

test("an own command is offered to be undone, and the undo is said", async () => {
  const sent = await open(rows(command({ state: "possible" })));
  await hear();
  expect(await screen.findByText("Another try planned")).toBeTruthy();
  await press("Undo");
  expect(await screen.findByText("Undone: Another try planned")).toBeTruthy();
  expect(undone(sent)).toHaveLength(1);
});

test("the page's own words about the command bear the offer: one snack, not two", async () => {
  await open(rows(command({ state: "possible" })));
  act(() => showSnack({ text: "Planned for tomorrow", topic: "retry" }));
  await hear();
  await screen.findByRole("button", { name: "Undo" });
  expect(screen.getByText("Planned for tomorrow")).toBeTruthy();
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("what was just undone does not bear the offer of the next command", async () => {
  await open(rows(command({ state: "possible" })));
  act(() => showSnack({ text: "Undone: Assigned", topic: "undo" }));
  await hear();
  expect(await screen.findByText("Another try planned")).toBeTruthy();
  expect(screen.queryByText("Undone: Assigned")).toBeNull();
});

test("words of a page with the undo take the place of the offer", async () => {
  await open(rows(command({ state: "possible" })));
  await hear();
  await screen.findByText("Another try planned");
  act(() => offer([ID], { text: "Assigned 1 delivery to Kim", topic: "plan" }, () => undefined));
  await screen.findByText("Assigned 1 delivery to Kim");
  await hear();
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test.each([
  ["somebody else's", "Dora Desk", true],
  ["one without an undo", "Bo Board", false],
])("%s command is not offered", async (_what, by, undoable) => {
  const sent = await open(rows(command({ state: "possible" })));
  await hear(by, undoable);
  expect(sent).toEqual([]);
});

test("a namesake's command is not offered", async () => {
  const sent = await open(rows());
  await hear();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("of a hundred at once the newest is offered, with two readings", async () => {
  const sent = await open(rows(command({ state: "possible" })));
  await hear("Bo Board", true, [...Array.from({ length: 99 }, freshId), ID]);
  await press("Undo");
  expect(await screen.findByText("Undone: Another try planned")).toBeTruthy();
  expect(sent.filter(({ route }) => route === "GET /api/history")).toHaveLength(2);
});

test("Ctrl+Z undoes the last command", async () => {
  const sent = await open(rows(command({ state: "possible" })));
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  expect(await screen.findByText("Undone: Another try planned")).toBeTruthy();
  expect(undone(sent)).toHaveLength(1);
});

test("Ctrl+Z leaves earlier commands alone where the last has no undo", async () => {
  const sent = await open(
    rows(command({ state: "none", why: "money" }), { ...command({ state: "possible" }), id: freshId() }),
  );
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  expect(await screen.findByText("Your last command cannot be undone: Another try planned.")).toBeTruthy();
  expect(undone(sent)).toEqual([]);
});

test("Ctrl+Z in a field is the field's own", async () => {
  const sent = await open(rows(command({ state: "possible" })));
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "z", ctrlKey: true });
  field.remove();
  expect(sent).toEqual([]);
});

test("without network it is said that nothing was undone", async () => {
  await open(rows());
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  await vi.waitFor(() => expect(document.querySelector(".snackbar.trouble")?.textContent).toBeTruthy());
});
