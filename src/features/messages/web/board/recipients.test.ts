import { expect, test } from "vitest";
import { boardCourier } from "#test/support/web/board-courier.ts";
import type { Board, BoardStop } from "#features/dispatch/contract/board.ts";
import { recipientsOf } from "./recipients.ts";

const stop = (deliveryId: string, state: BoardStop["state"] = "assigned"): BoardStop => ({
  taskId: `${deliveryId}-${state}`,
  deliveryId,
  number: deliveryId,
  kind: "deliver",
  state,
  label: "",
  point: { lon: 10, lat: 50 },
  window: { start: "2026-11-23T13:00:00.000Z", end: "2026-11-23T15:00:00.000Z" },
});
const BOARD: Board = {
  date: "2026-11-23",
  timezone: "UTC",
  unassigned: ["d9"],
  couriers: [
    boardCourier("carla", [stop("d1"), stop("d2")]),
    boardCourier("dmitri", [stop("d3"), stop("d1", "failed")]),
  ],
  deliveries: [],
};

test.each([
  [
    "what is chosen goes before the cursor",
    ["d1", "d3"],
    "kim",
    { courierIds: ["carla", "dmitri"], toAll: false },
  ],
  [
    "one delivery keeps the message, and whoever is done with it does not get it",
    ["d1"],
    undefined,
    { courierIds: ["carla"], toAll: false, deliveryId: "d1" },
  ],
  [
    "what no courier has leaves the choice open",
    ["d9"],
    "kim",
    { courierIds: [], toAll: false, deliveryId: "d9" },
  ],
  ["without a delivery, the courier under the cursor", [], "kim", { courierIds: ["kim"], toAll: false }],
  ["without either, all on duty", [], undefined, { courierIds: [], toAll: true }],
])("%s", (_what, ids, cursor, expected) => {
  expect(recipientsOf(BOARD, ids, cursor)).toEqual(expected);
});
