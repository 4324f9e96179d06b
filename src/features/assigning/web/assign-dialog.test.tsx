import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Board, BoardStop } from "#features/dispatch/contract/board.ts";
import type { AssignAsk } from "#features/dispatch/web/public.ts";
import { HELD_WINDOW, boardHeld } from "#test/support/web/board-held.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { Problem } from "#web/api/problem.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { AssignDialog } from "./assign-dialog.tsx";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));

const AT = "2026-11-21T12:05:00.000Z";
const stop = (
  id: string,
  kind: "collect" | "deliver",
  state: BoardStop["state"] = "assigned",
): BoardStop => ({
  taskId: `${id}-${kind}`,
  deliveryId: id,
  number: `WB-${id}`,
  kind,
  state,
  label: `${kind} ${id}, 10115 Berlin`,
  point: { lon: 13.4, lat: 52.5 },
  window: HELD_WINDOW,
});
const [, open] = boardHeld.deliveries;
if (!open) throw new Error("no open delivery");
/** Elif has begun one stop and has two ahead; two deliveries wait. */
const board: Board = {
  ...boardHeld,
  unassigned: ["open", "more"],
  deliveries: [...boardHeld.deliveries, { ...open, id: "more", number: "WB-more" }],
  couriers: boardHeld.couriers.map((one) =>
    one.id === "elif"
      ? {
          ...one,
          route: {
            ...one.route,
            stops: [stop("a", "collect", "en_route"), stop("b", "collect"), stop("b", "deliver")],
          },
        }
      : one,
  ),
};
const places = [
  { taskId: "1", deliveryId: "open", kind: "collect", beforeTaskId: "b-collect" },
  { taskId: "2", deliveryId: "open", kind: "deliver", beforeTaskId: null },
];
const added = { addedSeconds: 360, addedMetres: 800, late: [], at: AT };
const GROUP = {
  travel: "roads",
  quotes: [
    { ...added, courierId: "elif", places, revision: 3 },
    { ...added, addedSeconds: 900, late: ["open", "b"], courierId: "dmitri", places: [], revision: 3 },
  ],
  because: [{ courierId: "carla", deliveryId: "more", reasons: [{ kind: "skill", skill: "cold" }] }],
  left: ["held"],
};
const GAPS = {
  travel: "roads",
  revision: 3,
  gaps: [
    { beforeTaskId: "b-collect", added: { ...added, addedSeconds: 60 }, reasons: [] },
    { beforeTaskId: "b-deliver", added: null, reasons: [{ kind: "shiftEnd", by: 600 }] },
    { beforeTaskId: null, added: { ...added, late: ["b"] }, reasons: [] },
  ],
};

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  Element.prototype.scrollIntoView = () => undefined;
  await startWords("hall", "dispatch", "accounts", "assigning", "planning");
});
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  document.documentElement.dir = "ltr";
  await setLocale("en");
});

const ANSWERS: Record<string, unknown> = { quoteGroup: GROUP, quoteGaps: GAPS };

async function show(ids: readonly string[], answers = ANSWERS) {
  sent.mockImplementation(({ id }) => {
    const answer = answers[id];
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(answer ?? { quotes: [], because: [] });
  });
  const onChoose = vi.fn<AssignAsk["onChoose"]>();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <AssignDialog board={board} ids={ids} onChoose={onChoose} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  });
  return onChoose;
}
const key = (name: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
const plain = (text: string | null | undefined) =>
  (text ?? "").replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/\s/g, " ");
const options = () => screen.getAllByRole("option").map(({ textContent }) => plain(textContent));

test("every courier in the choice says before the press whose parcels must be handed over", async () => {
  await show(["held", "open"]);
  const said = "Carla holds 2 parcels: they must be handed over";
  expect(within(screen.getByRole("option", { name: /^Elif/ })).getByText(said)).toBeTruthy();
  expect(screen.getByRole("option", { name: /^Carla/ }).textContent).not.toContain(said);
});

test("several deliveries are quoted together, best first, with promises that break and what finds no place", async () => {
  const onChoose = await show(["open", "more", "held"]);
  await screen.findByText("Best");
  const [best, next, last] = options();
  expect(best).toMatch(/Elif.*\+6 min · 800 m · all promises kept · first stop at 1:05 PM Best/);
  expect(next).toMatch(/Dmitri.*\+15 min.*breaks 2 promises/);
  expect(last).toMatch(/Carla.*WB-more: Lacks “cold”, which it needs\./);
  expect(screen.getByText(/^1 delivery is begun, pinned or not of this day/)).toBeTruthy();
  expect(sent.mock.calls.filter(([{ id }]) => id === "quoteGroup")).toHaveLength(1);
  await key("Enter");
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith("elif", { places }));
});

test("more than can be quoted together are refused plainly, and can still be assigned", async () => {
  const onChoose = await show(Array.from({ length: 31 }, (_, n) => `d${n}`));
  expect(screen.getByRole("alert").textContent).toContain("31 deliveries are too many to be quoted together");
  expect(sent).not.toHaveBeenCalled();
  await key("1");
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith("carla", undefined));
});

test("a quote that cannot be had says why and can be asked again", async () => {
  await show(["open", "more"], { quoteGroup: new Problem("http.offline", { way: "retry", facts: {} }) });
  expect((await screen.findByRole("alert")).textContent).toMatch(/./);
  expect(options()).toHaveLength(3);
});

test("the arrow opens the places of a courier's route with their costs, and Enter takes one", async () => {
  const onChoose = await show(["open"]);
  await key("ArrowDown");
  await key("ArrowDown");
  await key("ArrowRight");
  expect(screen.getByRole("listbox", { name: "Places on Elif’s route" })).toBe(document.activeElement);
  await screen.findByText("Best");
  const [first, second, end] = options();
  expect(first).toMatch(/^1Before stop 2: collect b\+1 min.*Best/);
  expect(second).toMatch(/^2Before stop 3: deliver b.*The shift would end 10 min too late/);
  expect(end).toMatch(/^3At the end of the route.*breaks 1 promise/);
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Before stop 2");
  await key("ArrowDown");
  await key("ArrowDown");
  await key("Enter");
  expect(onChoose).toHaveBeenCalledWith("elif", { beforeTaskId: null });
});

test("the other arrow leads back to the couriers; where one reads from right to left they turn round", async () => {
  await show(["open"]);
  document.documentElement.dir = "rtl";
  await key("ArrowRight");
  expect(screen.getByRole("combobox")).toBe(document.activeElement);
  await key("ArrowLeft");
  expect(screen.queryByRole("combobox")).toBeNull();
  await key("ArrowRight");
  expect(screen.getByRole("combobox")).toBe(document.activeElement);
});

test("a pointer chooses the place by a button, without dragging", async () => {
  const onChoose = await show(["open"]);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Choose the place" })));
  await act(async () => void fireEvent.click(screen.getByRole("option", { name: /^Elif/ })));
  await screen.findByText("Best");
  await act(async () => void fireEvent.click(screen.getByRole("option", { name: /Before stop 2/ })));
  expect(onChoose).toHaveBeenCalledWith("elif", { beforeTaskId: "b-collect" });
});

test("places whose costs are refused stay, and say why no cost is known", async () => {
  const refused = new Problem("planning.not-open", { way: "reload", facts: { id: "open" } });
  await show(["open"], { quoteGaps: refused });
  await key("ArrowRight");
  expect((await screen.findByRole("alert")).textContent).toContain("begun, pinned");
  expect(options()).toEqual(["1At the end of the route"]);
});

test.each(["de", "es", "fr", "ar"] as const)("speaks %s", async (locale) => {
  await setLocale(locale);
  await show(["open", "more", "held"]);
  await screen.findByRole("option", { name: /Elif/ });
  expect(screen.getByRole("dialog").textContent).not.toMatch(/assigning:|\{|undefined/);
  await key(locale === "ar" ? "ArrowLeft" : "ArrowRight");
  expect(screen.getByRole("dialog").textContent).not.toMatch(/assigning:|\{|undefined/);
});
