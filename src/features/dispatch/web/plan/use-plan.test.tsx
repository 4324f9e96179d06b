import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheetOf } from "#test/support/web/sheet-of.ts";
import { startWords } from "#web/i18n/words.ts";
import { Snackbar } from "#web/ui/snackbar.tsx";
import type { PlanEdit } from "../../contract/api.ts";
import type { Board } from "../../contract/board.ts";
import { boardKey } from "../use-board.ts";
import { type Plan, usePlan } from "./use-plan.ts";

const id = (n: number): string => `01930000-0000-7000-8000-00000000000${n}`;
const [DELIVERY, ANNA] = [id(1), id(2)];
const point = { lon: 13.4, lat: 52.5 };
const window = { start: "2026-11-21T09:00:00.000Z", end: "2026-11-21T11:00:00.000Z" };

const boardAt = (revision: number, assigned = false): Board => {
  const delivery = {
    id: DELIVERY,
    number: "WB-7K4M-92QX",
    state: assigned ? ("assigned" as const) : ("created" as const),
    serviceLevel: "same_day" as const,
    window,
    pickupLabel: "Marktplatz 3",
    dropoffLabel: "Am Ufer 27",
    pickup: point,
    dropoff: point,
    recipientName: "Mira",
    massG: 500,
    parcels: 1,
    late: false,
  };
  const stop = {
    deliveryId: DELIVERY,
    number: delivery.number,
    state: "assigned" as const,
    point,
    window,
    late: false,
  };
  const stops = [
    { ...stop, taskId: id(3), kind: "collect" as const, label: "Marktplatz 3" },
    { ...stop, taskId: id(4), kind: "deliver" as const, label: "Am Ufer 27" },
  ];
  const route = { id: id(5), revision, ackRevision: revision, times: null, stops: assigned ? stops : [] };
  return {
    date: "2026-11-21",
    timezone: "Europe/Berlin",
    unassigned: assigned ? [] : [delivery.id],
    couriers: [{ id: ANNA, name: "Anna", vehicle: "bike", onDuty: true, position: null, route }],
    deliveries: [delivery],
  };
};

const reply = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const conflict = {
  type: "x",
  title: "x",
  status: 409,
  code: "dispatch.conflict",
  instance: "1",
  facts: { courier: "Anna", by: "Greta", change: "assign", revision: 2, expected: 1 },
};

let plan: Plan | undefined;
function Probe({ queries, onPlan }: { queries: QueryClient; onPlan: (now: Plan) => void }) {
  const now = usePlan("", queries.getQueryData<Board>(boardKey("")));
  useEffect(() => onPlan(now));
  return (
    <output>
      {now.board?.unassigned.length} / {now.board?.couriers[0]?.route.stops.length}
    </output>
  );
}
const keep = (now: Plan) => {
  plan = now;
};

/** Pins that were asked for. */
const pins: unknown[] = [];

/** Shows the plan of a board that the server is known to have, and answers edits in this order. */
function show(...answers: (() => Promise<Response>)[]): PlanEdit[] {
  const edits: PlanEdit[] = [];
  vi.stubGlobal("fetch", async (url: string, init: { method: string; body?: string }) => {
    if (init.method === "GET") return reply(sheetOf(boardAt(2)));
    if (url.includes("/pins/")) {
      pins.push({ id: url.split("/").at(-1), ...JSON.parse(init.body ?? "{}") });
      return reply({ deliveryId: DELIVERY, courierId: ANNA });
    }
    edits.push(JSON.parse(init.body ?? "{}").edit);
    return (answers.shift() ?? (() => Promise.reject(new Error("no answer left"))))();
  });
  const queries = new QueryClient();
  queries.setQueryData(boardKey(""), boardAt(1));
  const tree = () => (
    <QueryClientProvider client={queries}>
      <Probe queries={queries} onPlan={keep} />
    </QueryClientProvider>
  );
  const { rerender } = render(tree());
  queries.getQueryCache().subscribe(() => queueMicrotask(() => rerender(tree())));
  return edits;
}
const run = (what: (now: Plan) => void) => act(() => plan && what(plan));
const text = () => screen.getByRole("status").textContent;
const takeBack = (now: Plan) => now.run({ type: "unassign", deliveryIds: [DELIVERY] });
const assign = (now: Plan) =>
  now.run({ type: "assign", deliveryIds: [DELIVERY], courierId: ANNA, beforeTaskId: null });

beforeEach(async () => {
  pins.length = 0;
  await startWords("hall", "dispatch", "slots");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("an edit is on the board before the server answers, and stays when it agrees", async () => {
  let answer: (response: Response) => void = () => undefined;
  const edits = show(() => new Promise((resolve) => (answer = resolve)));
  expect(text()).toBe("1 / 0");
  run(assign);
  expect(text()).toBe("0 / 2");
  await waitFor(() => expect(edits).toHaveLength(1));
  expect(edits[0]).toMatchObject({
    type: "assign",
    date: "2026-11-21",
    seen: [{ courierId: ANNA, revision: 1 }],
  });
  await act(async () => answer(reply(sheetOf(boardAt(2, true)))));
  await waitFor(() => expect(text()).toBe("0 / 2"));
  expect(plan?.conflict).toBeUndefined();
});

test("an edit that came second leaves the board, says who was first, and can be made on the newer plan", async () => {
  const edits = show(
    () => Promise.resolve(reply(conflict, 409)),
    () => Promise.resolve(reply(sheetOf(boardAt(3, true)))),
  );
  run(assign);
  await waitFor(() => expect(plan?.conflict?.facts).toMatchObject({ by: "Greta", courier: "Anna" }));
  expect(text()).toBe("1 / 0");
  run((now) => now.again());
  await waitFor(() => expect(edits).toHaveLength(2));
  await waitFor(() => expect(text()).toBe("0 / 2"));
  expect(plan?.conflict).toBeUndefined();
});

test("what is made on the newer plan goes where a new quote says, and never to places of the old route", async () => {
  const edits = show(
    () => Promise.resolve(reply(conflict, 409)),
    () => Promise.resolve(reply(sheetOf(boardAt(3, true)))),
  );
  const places = [{ taskId: id(3), beforeTaskId: id(9) }];
  run((now) =>
    now.run({ type: "assign", deliveryIds: [DELIVERY], courierId: ANNA, beforeTaskId: null, places }),
  );
  await waitFor(() => expect(plan?.conflict).toBeDefined());
  // No quote answers here: at the end of the route then.
  run((now) => now.again());
  await waitFor(() => expect(edits).toHaveLength(2));
  expect(edits.map((edit) => "places" in edit && edit.places)).toEqual([places, []]);
});

test("a refused edit leaves the board as it is", async () => {
  show(() =>
    Promise.resolve(reply({ ...conflict, status: 422, code: "dispatch.order-of-stops", facts: {} }, 422)),
  );
  run(assign);
  expect(text()).toBe("0 / 2");
  await waitFor(() => expect(text()).toBe("1 / 0"));
  expect(plan?.conflict).toBeUndefined();
});

test("a postponement leaves the board at once; its undo restores the promise, then the courier", async () => {
  const away = { ...boardAt(2), unassigned: [], deliveries: [] };
  const edits = show(
    () => Promise.resolve(reply(sheetOf(boardAt(1, true)))),
    () => Promise.resolve(reply(sheetOf(away))),
    () => Promise.resolve(reply(sheetOf(boardAt(2)))),
    () => Promise.resolve(reply(sheetOf(boardAt(3, true)))),
  );
  run(assign);
  await waitFor(() => expect(edits).toHaveLength(1));
  await waitFor(() => expect(text()).toBe("0 / 2"));
  run((now) => now.run({ type: "postpone", deliveryIds: [DELIVERY], toDate: "2026-11-23" }));
  expect(text()).toBe("0 / 0");
  await waitFor(() => expect(edits).toHaveLength(2));
  expect(edits[1]).toMatchObject({ type: "postpone", toDate: "2026-11-23", date: "2026-11-21" });
  await waitFor(() => expect(plan?.board?.deliveries).toHaveLength(0));
  run((now) => now.undo());
  await waitFor(() => expect(edits).toHaveLength(4));
  expect(edits[2]).toMatchObject({
    type: "restore",
    deliveryIds: [DELIVERY],
    undoes: edits[1]?.commandId,
  });
  expect(edits[3]).toMatchObject({ type: "assign", courierId: ANNA, deliveryIds: [DELIVERY] });
  await waitFor(() => expect(text()).toBe("0 / 2"));
});

test("a day that is full is said with a way to promise it all the same, knowingly", async () => {
  const full = {
    type: "x",
    title: "x",
    status: 409,
    code: "slots.full",
    instance: "1",
    facts: { field: "window", places: 1 },
  };
  const edits = show(
    () => Promise.resolve(reply(full, 409)),
    () => Promise.resolve(reply(sheetOf({ ...boardAt(2), unassigned: [], deliveries: [] }))),
  );
  render(<Snackbar />);
  run((now) => now.run({ type: "postpone", deliveryIds: [DELIVERY], toDate: "2026-11-23" }));
  const knowingly = await screen.findByRole("button", { name: "Promise it anyway" });
  expect(screen.getByText("This window has no place left. Choose another one.")).toBeTruthy();
  act(() => knowingly.click());
  await waitFor(() => expect(edits).toHaveLength(2));
  expect(edits[0]).not.toHaveProperty("overbook");
  expect(edits[1]).toMatchObject({ type: "postpone", toDate: "2026-11-23", overbook: true });
  expect(edits[1]?.commandId).not.toBe(edits[0]?.commandId);
  await waitFor(() => expect(plan?.board?.deliveries).toHaveLength(0));
});

test("what is asked for right after the undo of a postponement comes behind its last part", async () => {
  const away = { ...boardAt(2), unassigned: [], deliveries: [] };
  const edits = show(
    () => Promise.resolve(reply(sheetOf(boardAt(1, true)))),
    () => Promise.resolve(reply(sheetOf(away))),
    () => Promise.resolve(reply(sheetOf(boardAt(2)))),
    () => Promise.resolve(reply(sheetOf(boardAt(3, true)))),
    () => Promise.resolve(reply(sheetOf(boardAt(4)))),
  );
  run(assign);
  await waitFor(() => expect(edits).toHaveLength(1));
  await waitFor(() => expect(text()).toBe("0 / 2"));
  run((now) => now.run({ type: "postpone", deliveryIds: [DELIVERY], toDate: "2026-11-23" }));
  await waitFor(() => expect(edits).toHaveLength(2));
  await waitFor(() => expect(plan?.board?.deliveries).toHaveLength(0));
  run((now) => now.undo());
  run(takeBack);
  await waitFor(() => expect(edits).toHaveLength(5));
  expect(edits.slice(2).map(({ type }) => type)).toEqual(["restore", "assign", "unassign"]);
});

/** The board after an edit that took a delivery from its courier and its pin off; the answers are of what comes then. */
async function withoutPin(...answers: (() => Promise<Response>)[]): Promise<PlanEdit[]> {
  const held = boardAt(1, true);
  const pinned = { ...held, deliveries: held.deliveries.map((one) => ({ ...one, pinned: true as const })) };
  const edits = show(
    () => Promise.resolve(reply(sheetOf(pinned))),
    () => Promise.resolve(reply(sheetOf(boardAt(2)))),
    ...answers,
  );
  run(assign);
  await waitFor(() => expect(text()).toBe("0 / 2"));
  await waitFor(() => expect(edits).toHaveLength(1));
  run(takeBack);
  await waitFor(() => expect(edits).toHaveLength(2));
  await waitFor(() => expect(plan?.board?.couriers[0]?.route.revision).toBe(2));
  expect(pins).toEqual([]);
  return edits;
}

test("undoing an edit that took a pin off pins the delivery again, once it is back with its courier", async () => {
  const edits = await withoutPin(() => Promise.resolve(reply(sheetOf(boardAt(3, true)))));
  run((now) => now.undo());
  await waitFor(() => expect(pins).toEqual([{ id: DELIVERY, pinned: true }]));
  expect(edits[2]).toMatchObject({ type: "assign", courierId: ANNA, deliveryIds: [DELIVERY] });
});

test("what is asked for right after an undo comes behind the pins of the undo", async () => {
  let early: unknown[] = [];
  const edits = await withoutPin(
    () => Promise.resolve(reply(sheetOf(boardAt(3, true)))),
    () => {
      early = [...pins];
      return Promise.resolve(reply(sheetOf(boardAt(4))));
    },
  );
  const snack = within(render(<Snackbar />).container);
  run((now) => now.undo());
  run(takeBack);
  await waitFor(() => expect(plan?.board?.couriers[0]?.route.revision).toBe(4));
  expect(edits[3]).toMatchObject({ type: "unassign" });
  expect(early).toEqual([{ id: DELIVERY, pinned: true }]);
  await snack.findByText("Took back 1 delivery");
  expect(pins).toEqual(early);
});

test("pins stay off where the undo itself is refused", async () => {
  const edits = await withoutPin(
    () => Promise.resolve(reply(conflict, 409)),
    () => Promise.resolve(reply(sheetOf(boardAt(3)))),
  );
  run((now) => now.undo());
  run(takeBack);
  await waitFor(() => expect(edits).toHaveLength(4));
  expect(pins).toEqual([]);
});

test("a delivery that goes to its best place is said to stand there", async () => {
  render(<Snackbar />);
  show(async () => reply(sheetOf(boardAt(2, true))));
  const places = [
    { taskId: id(3), beforeTaskId: null },
    { taskId: id(4), beforeTaskId: null },
  ];
  await act(async () =>
    plan?.run({ type: "assign", deliveryIds: [DELIVERY], courierId: ANNA, beforeTaskId: null, places }),
  );
  expect(await screen.findByText("WB-7K4M-92QX is Anna’s now: stop 1 and 2 of 2")).toBeTruthy();
});
