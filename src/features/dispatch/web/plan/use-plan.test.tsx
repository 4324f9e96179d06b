import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheetOf } from "#test/support/web/sheet-of.ts";
import { startWords } from "#web/i18n/words.ts";
import { showSnack, Snackbar } from "#web/ui/snackbar.tsx";
import type { PlanEdit } from "../../contract/api.ts";
import type { Board } from "../../contract/board.ts";
import { deskUndo } from "../board-parts.ts";
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
  };
  const stop = {
    deliveryId: DELIVERY,
    number: delivery.number,
    state: "assigned" as const,
    point,
    window,
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
  vi.stubGlobal(
    "fetch",
    async (url: string, init: { method: string; body?: string; headers?: HeadersInit }) => {
      if (init.method === "GET") return reply(sheetOf(boardAt(2)));
      if (url.includes("/pins/")) {
        const key = new Headers(init.headers).get("idempotency-key");
        pins.push({ id: url.split("/").at(-1), ...JSON.parse(init.body ?? "{}"), key });
        return reply({ deliveryId: DELIVERY, courierId: ANNA });
      }
      edits.push(JSON.parse(init.body ?? "{}").edit);
      return (answers.shift() ?? (() => Promise.reject(new Error("no answer left"))))();
    },
  );
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
const assign = (now: Plan) =>
  now.run({ type: "assign", deliveryIds: [DELIVERY], courierId: ANNA, beforeTaskId: null });

/** Stands for the room that undoes. */
let desk: { offered: { ids: readonly string[]; text: string }[]; undone: number };

beforeEach(async () => {
  pins.length = 0;
  desk = { offered: [], undone: 0 };
  const now = desk;
  deskUndo.give(async () => ({
    offer: (ids, snack) => {
      now.offered.push({ ids, text: snack.text });
      showSnack(snack);
    },
    undoLast: async () => void (now.undone += 1),
  }));
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

test("places of a quote for a route that went on are asked for again before the edit is sent", async () => {
  const edits = show(
    () => Promise.resolve(reply(sheetOf(boardAt(2)))),
    () => Promise.resolve(reply(sheetOf(boardAt(3, true)))),
  );
  const places = [{ taskId: id(3), beforeTaskId: id(9) }];
  const wish = { type: "assign", deliveryIds: [DELIVERY], courierId: ANNA, beforeTaskId: null } as const;
  run((now) => now.run({ ...wish, places, revision: 1 }));
  run((now) => now.run({ ...wish, places, revision: 1 }));
  await waitFor(() => expect(plan?.conflict?.facts).toMatchObject({ courier: "Anna" }));
  expect(edits.map((edit) => "places" in edit && edit.places)).toEqual([places]);
  expect(edits[0]).not.toHaveProperty("revision");
});

test("several that a quote put to places are chosen anew after a conflict, and go to no end of a route by themselves", async () => {
  const edits = show(() => Promise.resolve(reply(conflict, 409)));
  const places = [{ taskId: id(3), beforeTaskId: id(9) }];
  const deliveryIds = [DELIVERY, id(6)];
  run((now) =>
    now.run({ type: "assign", deliveryIds, courierId: ANNA, beforeTaskId: null, places, revision: 1 }),
  );
  await waitFor(() => expect(plan?.conflict).toBeDefined());
  let anew: readonly string[] | undefined;
  run((now) => void (anew = now.again()));
  expect(anew).toEqual(deliveryIds);
  expect(plan?.conflict).toBeUndefined();
  expect(edits).toHaveLength(1);
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

test("a postponement leaves the board at once", async () => {
  const away = { ...boardAt(2), unassigned: [], deliveries: [] };
  const edits = show(
    () => Promise.resolve(reply(sheetOf(boardAt(1, true)))),
    () => Promise.resolve(reply(sheetOf(away))),
  );
  run(assign);
  await waitFor(() => expect(edits).toHaveLength(1));
  await waitFor(() => expect(text()).toBe("0 / 2"));
  run((now) => now.run({ type: "postpone", deliveryIds: [DELIVERY], toDate: "2026-11-23" }));
  expect(text()).toBe("0 / 0");
  await waitFor(() => expect(edits).toHaveLength(2));
  expect(edits[1]).toMatchObject({ type: "postpone", toDate: "2026-11-23", date: "2026-11-21" });
  await waitFor(() => expect(plan?.board?.deliveries).toHaveLength(0));
});

test("an edit is said with the server's undo of its command; one that changed nothing without", async () => {
  const edits = show(
    () => Promise.resolve(reply(sheetOf(boardAt(2, true)))),
    () => Promise.resolve(reply(sheetOf(boardAt(2, true)))),
  );
  run(assign);
  await waitFor(() => expect(desk.offered).toHaveLength(1));
  expect(desk.offered[0]).toEqual({ ids: [edits[0]?.commandId], text: "Assigned 1 delivery to Anna" });
  run(assign);
  await waitFor(() => expect(desk.offered).toHaveLength(2));
  expect(desk.offered[1]?.ids).toEqual([]);
});

test("pins are said with the undo of all their commands", async () => {
  const held = boardAt(1, true);
  show(() => Promise.resolve(reply(sheetOf(held))));
  run(assign);
  await waitFor(() => expect(text()).toBe("0 / 2"));
  await waitFor(() => expect(desk.offered).toHaveLength(1));
  run((now) => now.pin([DELIVERY]));
  await waitFor(() => expect(desk.offered).toHaveLength(2));
  expect(pins).toEqual([{ id: DELIVERY, pinned: true, key: desk.offered[1]?.ids[0] }]);
});

test("Ctrl+Z waits for the edits that were asked for before it: it never undoes an older one in their place", async () => {
  let answer: (response: Response) => void = () => undefined;
  const edits = show(() => new Promise((resolve) => (answer = resolve)));
  run(assign);
  run((now) => now.undo());
  await waitFor(() => expect(edits).toHaveLength(1));
  expect(desk.undone).toBe(0);
  await act(async () => answer(reply(sheetOf(boardAt(2, true)))));
  await waitFor(() => expect(desk.undone).toBe(1));
});

test("without the code of the undo an edit is said all the same", async () => {
  deskUndo.give(() => Promise.reject(new Error("offline")));
  render(<Snackbar />);
  show(() => Promise.resolve(reply(sheetOf(boardAt(2, true)))));
  run(assign);
  expect(await screen.findByText("Assigned 1 delivery to Anna")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("work that the courier has already is not said to be assigned, and offers no undo", async () => {
  render(<Snackbar />);
  show(() => Promise.resolve(reply(sheetOf(boardAt(1, true)))));
  run(assign);
  expect(await screen.findByText("Anna has it already. Nothing was changed.")).toBeTruthy();
  expect(desk.offered.map(({ ids }) => ids)).toEqual([[]]);
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

test("an edit that another courier's parcels stand against waits to be a handover", async () => {
  const held = {
    type: "x",
    title: "x",
    status: 409,
    code: "dispatch.parcels-held",
    instance: "1",
    facts: { courier: "Ben", numbers: "WB-7K4M-92QX", n: 1 },
  };
  render(<Snackbar />);
  const edits = show(
    () => Promise.resolve(reply(held, 409)),
    () => Promise.resolve(reply(sheetOf(boardAt(2, true)))),
  );
  run(assign);
  await waitFor(() => expect(plan?.toHandOver).toMatchObject({ deliveryIds: [DELIVERY], courierId: ANNA }));
  const handOver = [{ deliveryId: DELIVERY, note: "Ben hands it over." }];
  run((now) => now.toHandOver && now.run({ ...now.toHandOver, handOver }));
  await waitFor(() =>
    expect(desk.offered).toEqual([{ ids: [], text: "1 delivery is handed over to Anna; both were told" }]),
  );
  expect(edits[1]).toMatchObject({ type: "assign", handOver });
  expect(plan?.toHandOver).toBeUndefined();
});
