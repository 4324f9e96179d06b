import { describe, expect, test } from "vitest";
import type { Board, BoardCourier, BoardDelivery, BoardStop } from "../../contract/board.ts";
import { editOf, foresee, mayMove, nudge, type Wish } from "./plan.ts";

const window = { start: "2026-11-21T09:00:00.000Z", end: "2026-11-21T11:00:00.000Z" };
const point = { lon: 13.4, lat: 52.5 };

const delivery = (id: string, state: BoardDelivery["state"] = "created"): BoardDelivery => ({
  id,
  number: `WB-${id}`,
  state,
  serviceLevel: "same_day",
  window,
  pickupLabel: `from ${id}`,
  dropoffLabel: `to ${id}`,
  pickup: point,
  dropoff: point,
  recipientName: "Mira",
  massG: 500,
  parcels: 1,
});
const stop = (
  id: string,
  kind: "collect" | "deliver",
  state: BoardStop["state"] = "assigned",
): BoardStop => ({
  taskId: `${id}:${kind}`,
  deliveryId: id,
  number: `WB-${id}`,
  kind,
  state,
  label: kind,
  point,
  window,
});
const pair = (id: string): BoardStop[] => [stop(id, "collect"), stop(id, "deliver")];
const courier = (id: string, revision: number, stops: BoardStop[]): BoardCourier => ({
  id,
  name: id,
  vehicle: "bike",
  onDuty: true,
  position: null,
  route: { id: revision === 0 ? null : `r${id}`, revision, ackRevision: revision, times: null, stops },
});
const board: Board = {
  date: "2026-11-21",
  timezone: "Europe/Berlin",
  unassigned: ["u", "v"],
  couriers: [
    courier("anna", 4, [...pair("a"), ...pair("b")]),
    courier("ben", 2, pair("c")),
    courier("cleo", 0, []),
  ],
  deliveries: ["u", "v", "a", "b", "c"].map((id) => delivery(id, "uv".includes(id) ? "created" : "assigned")),
};
const stopsOf = (of: Board, id: string): string =>
  of.couriers
    .find((one) => one.id === id)
    ?.route.stops.map((one) => one.taskId[0] + (one.kind === "collect" ? "↑" : "↓"))
    .join(" ") ?? "";
const sorted = (text: string): string => text.split("").toSorted().join("");
const openIn = (of: Board): string => of.unassigned.join("");

describe("an edit is shown before the server answers", () => {
  test("assigned deliveries leave the list and stand on the route where they were dropped", () => {
    const wish: Wish = { type: "assign", deliveryIds: ["u"], courierId: "anna", beforeTaskId: "b:collect" };
    expect(stopsOf(foresee(board, wish), "anna")).toBe("a↑ a↓ u↑ u↓ b↑ b↓");
    expect(openIn(foresee(board, wish))).toBe("v");
  });
  test("work goes straight from courier to courier", () => {
    const next = foresee(board, { type: "assign", deliveryIds: ["a"], courierId: "ben", beforeTaskId: null });
    expect([stopsOf(next, "anna"), stopsOf(next, "ben")]).toEqual(["b↑ b↓", "c↑ c↓ a↑ a↓"]);
  });
  test("what is taken back is unassigned again", () => {
    const next = foresee(board, { type: "unassign", deliveryIds: ["a", "c"] });
    expect([stopsOf(next, "anna"), stopsOf(next, "ben")]).toEqual(["b↑ b↓", ""]);
    expect(sorted(openIn(next))).toBe("acuv");
  });
  test("what was done stays on the route where it was done", () => {
    const begun: Board = {
      ...board,
      couriers: [
        courier("anna", 1, [stop("a", "collect", "succeeded"), stop("a", "deliver")]),
        courier("ben", 0, []),
      ],
    };
    const next = foresee(begun, { type: "assign", deliveryIds: ["a"], courierId: "ben", beforeTaskId: null });
    expect([stopsOf(next, "anna"), stopsOf(next, "ben")]).toEqual(["a↑", "a↓"]);
  });
  test("showing it twice changes nothing more", () => {
    const wish: Wish = { type: "assign", deliveryIds: ["a"], courierId: "ben", beforeTaskId: "c:collect" };
    expect(foresee(foresee(board, wish), wish)).toEqual(foresee(board, wish));
  });
});

describe("an edit names the revision of every route that it touches", () => {
  const head = { commandId: "x", occurredAt: "2026-11-21T09:00:00.000Z" };
  const seen = (wish: Wish): string =>
    editOf(board, wish, head)
      .seen.map((one) => `${one.courierId}@${one.revision}`)
      .toSorted()
      .join(" ");
  test.each<[string, Wish, string]>([
    ["assigning", { type: "assign", deliveryIds: ["u"], courierId: "cleo", beforeTaskId: null }, "cleo@0"],
    [
      "reassigning",
      { type: "assign", deliveryIds: ["a", "u"], courierId: "ben", beforeTaskId: null },
      "anna@4 ben@2",
    ],
    ["taking back from two", { type: "unassign", deliveryIds: ["a", "c"] }, "anna@4 ben@2"],
    ["moving", { type: "move", courierId: "ben", taskId: "c:deliver", beforeTaskId: null }, "ben@2"],
  ])("%s", (_what, wish, expected) => expect(seen(wish)).toBe(expected));
});

describe("a stop moves by keys", () => {
  const anna = board.couriers[0] ?? courier("", 0, []);
  test("one place up or down", () => {
    expect(nudge(anna, "a:deliver", 1)).toMatchObject({ taskId: "a:deliver", beforeTaskId: "b:deliver" });
    expect(nudge(anna, "b:collect", -1)).toMatchObject({ taskId: "b:collect", beforeTaskId: "a:deliver" });
    expect(nudge(anna, "b:collect", 1)).toBeUndefined();
    expect(nudge(anna, "a:collect", -1)).toBeUndefined();
  });
  test("past what is done, to the next that is still to do", () => {
    const begun = courier("anna", 1, [...pair("a"), stop("x", "deliver", "succeeded"), ...pair("b")]);
    expect(nudge(begun, "a:deliver", 1)).toMatchObject({ beforeTaskId: "b:deliver" });
    expect(nudge(begun, "b:collect", -1)).toMatchObject({ beforeTaskId: "a:deliver" });
  });
  test("never a delivery before its collection, never what is done", () => {
    const stops = [stop("a", "collect", "succeeded"), stop("a", "deliver"), ...pair("b")];
    expect(mayMove(stops, "b:deliver", "b:collect")).toBe(false);
    expect(mayMove(stops, "a:deliver", null)).toBe(true);
    expect(mayMove(stops, "a:collect", null)).toBe(false);
  });
});

test("several deliveries go to places of their own, in the order of the route, and are sent without whose they are", () => {
  const places = [
    { taskId: "1", deliveryId: "v", kind: "collect", beforeTaskId: "b:collect" },
    { taskId: "2", deliveryId: "u", kind: "collect", beforeTaskId: "b:collect" },
    { taskId: "3", deliveryId: "u", kind: "deliver", beforeTaskId: "b:deliver" },
    { taskId: "4", deliveryId: "v", kind: "deliver", beforeTaskId: null },
  ] as const;
  const wish: Wish = {
    type: "assign",
    deliveryIds: ["u", "v"],
    courierId: "anna",
    beforeTaskId: null,
    places,
  };
  expect(stopsOf(foresee(board, wish), "anna")).toBe("a↑ a↓ v↑ u↑ b↑ u↓ b↓ v↓");
  expect(editOf(board, wish, { commandId: "c", occurredAt: window.start })).toMatchObject({
    places: places.map(({ taskId, beforeTaskId }) => ({ taskId, beforeTaskId })),
  });
  expect(stopsOf(foresee(board, { ...wish, places: places.slice(1, 3) }), "anna")).toBe(
    "a↑ a↓ u↑ b↑ u↓ b↓ v↑ v↓",
  );
});
