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

async function show(ids: readonly string[], answers = ANSWERS, shown = board) {
  sent.mockImplementation(({ id }) => {
    const answer = answers[id];
    if (answer instanceof Promise) return answer as Promise<object>;
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve(answer ?? { quotes: [], because: [] });
  });
  const onChoose = vi.fn<AssignAsk["onChoose"]>();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <AssignDialog board={shown} ids={ids} onChoose={onChoose} onClose={() => undefined} />
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
  await show(["held", "open"], { ...ANSWERS, quoteGroup: { ...GROUP, left: [] } });
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
  const numberOf = (id: string) => boardHeld.deliveries.find((one) => one.id === id)?.number;
  const stays = `Stays as it is (begun, pinned or not of this day): ${numberOf("held")}`;
  expect(plain(screen.getByText(/^Stays as it is/).textContent)).toBe(stays);
  expect(sent.mock.calls.filter(([{ id }]) => id === "quoteGroup")).toHaveLength(1);
  await key("Enter");
  await vi.waitFor(() =>
    expect(onChoose).toHaveBeenCalledWith("elif", { places, revision: 3, deliveryIds: ["open", "more"] }),
  );
});

test("where every one of them is begun or pinned, they are given all the same, and that is said before", async () => {
  const onChoose = await show(["held", "more"], {
    quoteGroup: { travel: "estimated", quotes: [], because: [], left: ["held", "more"] },
  });
  expect(await screen.findByText(/^All of it is begun, pinned/)).toBeTruthy();
  await key("Enter");
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith("carla", {}));
});

test("more than can be quoted together are refused plainly, and can still be assigned", async () => {
  const onChoose = await show(Array.from({ length: 31 }, (_, n) => `d${n}`));
  expect(screen.getByRole("alert").textContent).toContain("31 deliveries are too many to be quoted together");
  expect(sent).not.toHaveBeenCalled();
  await key("1");
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith("carla", {}));
  await key("ArrowRight");
  expect(screen.getByRole("alert").textContent).toContain("31 deliveries are too many to be quoted together");
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

/** Shows the places of Elif's route, whose costs come when the promise is settled. */
async function showPlaces(costs: Promise<object> | Problem) {
  const onChoose = await show(["open"], { ...ANSWERS, quoteGaps: costs });
  await key("ArrowDown");
  await key("ArrowDown");
  await key("ArrowRight");
  return onChoose;
}

test("Enter that is faster than the costs of the places waits for the best one", async () => {
  let answer: (gaps: object) => void = () => undefined;
  const onChoose = await showPlaces(new Promise((resolve) => (answer = resolve)));
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("At the end of the route");
  await key("Enter");
  expect(onChoose).not.toHaveBeenCalled();
  await act(async () => answer(GAPS));
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith("elif", { beforeTaskId: "b-collect" }));
});

test("without costs of the places Enter takes the end of the route, never its beginning", async () => {
  const refused = new Problem("http.offline", { way: "retry", facts: {} });
  const onChoose = await showPlaces(refused);
  await screen.findByRole("alert");
  expect(options()).toHaveLength(3);
  await key("Enter");
  expect(onChoose).toHaveBeenCalledWith("elif", { beforeTaskId: null });
});

test("a stop that the server has not confirmed yet is no place", async () => {
  const foreseen = { ...stop("c", "collect"), taskId: "c:collect" };
  const couriers = board.couriers.map((one) =>
    one.id === "elif" ? { ...one, route: { ...one.route, stops: [...one.route.stops, foreseen] } } : one,
  );
  await show(["open"], ANSWERS, { ...board, couriers });
  await key("ArrowDown");
  await key("ArrowDown");
  await key("ArrowRight");
  expect(options().map((text) => /^\d(Before stop \d|At the end)/.exec(text)?.[1])).toEqual([
    "Before stop 2",
    "Before stop 3",
    "At the end",
  ]);
});

test("back from the places, what was typed and the cursor are where they were", async () => {
  await show(["open"]);
  const box = () => screen.getByRole<HTMLInputElement>("combobox");
  await act(async () => void fireEvent.change(box(), { target: { value: "i" } }));
  await key("ArrowDown");
  const chosen = () => plain(screen.getByRole("option", { selected: true }).textContent);
  const before = chosen();
  box().setSelectionRange(1, 1);
  for (const held of ["ctrlKey", "altKey", "shiftKey", "metaKey"])
    await act(async () => void fireEvent.keyDown(box(), { key: "ArrowRight", [held]: true }));
  expect(box()).toBe(document.activeElement);
  await key("ArrowRight");
  await key("ArrowLeft");
  expect(box().value).toBe("i");
  expect(chosen()).toBe(before);
  expect(before).not.toMatch(/^1/);
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
