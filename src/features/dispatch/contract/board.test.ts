import { expect, test } from "vitest";
import { MINUTE_MS, fromIso } from "#kernel/instant.ts";
import { sheetOf } from "#test/support/web/sheet-of.ts";
import { BoardSheet } from "./api.ts";
import { boardOf, unassignedOf, type Board, type BoardDelivery } from "./board.ts";

const id = (n: number): string => `01930000-0000-7000-8000-00000000000${n}`;
const WINDOW = { start: "2026-11-21T09:00:00.000Z", end: "2026-11-21T11:00:00.000Z" };
const LATER = { start: "2026-11-21T12:00:00.000Z", end: "2026-11-21T13:00:00.000Z" };
const NOON = fromIso(LATER.start);
const SHOP = { lon: 13.4, lat: 52.5 };
const HOME = { lon: 13.5, lat: 52.6 };

const delivery = (n: number, more: Partial<BoardDelivery> = {}): BoardDelivery => ({
  id: id(n),
  number: `WB-${n}`,
  state: "created",
  serviceLevel: "same_day",
  window: LATER,
  pickupLabel: "Marktplatz 3",
  dropoffLabel: `Am Ufer ${n}`,
  pickup: SHOP,
  dropoff: HOME,
  recipientName: `Mira ${n}`,
  massG: 500 * n,
  parcels: n,
  ...more,
});
const lost = delivery(2, { heldBy: id(3), state: "assigned", money: "hold.lost" });
const BOARD: Board = {
  date: "2026-11-21",
  timezone: "Europe/Berlin",
  unassigned: [id(1)],
  deliveries: [delivery(1), lost],
  couriers: [
    {
      id: id(3),
      name: "Anna",
      vehicle: "bike",
      onDuty: true,
      position: { courierId: id(3), at: WINDOW.start, point: SHOP, headingDeg: null },
      route: {
        id: id(4),
        revision: 2,
        ackRevision: 1,
        times: { status: "stale", computedAt: WINDOW.start },
        stops: [
          {
            taskId: id(5),
            deliveryId: lost.id,
            number: lost.number,
            kind: "collect",
            state: "succeeded",
            label: lost.pickupLabel,
            point: SHOP,
            window: WINDOW,
            money: "hold.lost",
          },
          {
            taskId: id(6),
            deliveryId: lost.id,
            number: lost.number,
            kind: "deliver",
            state: "assigned",
            label: lost.dropoffLabel,
            point: HOME,
            window: LATER,
            arrival: {
              at: NOON,
              earliest: NOON - 10 * MINUTE_MS,
              latest: NOON + 20 * MINUTE_MS,
              planned: NOON,
              stay: 3 * MINUTE_MS,
              way: 4 * MINUTE_MS,
            },
            money: "hold.lost",
          },
        ],
      },
    },
    {
      id: id(7),
      name: "Ben",
      vehicle: "van",
      onDuty: false,
      position: null,
      route: { id: null, revision: 0, ackRevision: 0, times: null, stops: [] },
    },
  ],
};

test("a sheet is read as the board that was written", () => {
  const sheet = BoardSheet.parse(sheetOf(BOARD));
  expect(sheet.places.label).toEqual(["Marktplatz 3", "Am Ufer 1", "Am Ufer 2"]);
  expect(sheet.windows.start).toEqual([LATER.start, WINDOW.start]);
  expect(boardOf(sheet)).toEqual(BOARD);
  expect(unassignedOf(boardOf(sheet)).map((one) => one.number)).toEqual(["WB-1"]);
});

const broken: readonly (readonly [string, (sheet: BoardSheet) => void])[] = [
  ["a column that is shorter than the others", (sheet) => sheet.deliveries.state.pop()],
  ["a place without a latitude", (sheet) => sheet.places.lat.pop()],
  ["a window that is not there", (sheet) => sheet.deliveries.window.fill(2)],
  ["a state that is not there", (sheet) => sheet.deliveries.state.fill(2)],
  ["a service level that is not there", (sheet) => sheet.deliveries.serviceLevel.fill(1)],
  ["a kind of task that is not there", (sheet) => sheet.couriers[0]?.route.stops.kind.fill(2)],
  ["a state of a task that is not there", (sheet) => sheet.couriers[0]?.route.stops.state.fill(2)],
  ["a place that is not there", (sheet) => sheet.deliveries.pickup.fill(3)],
  ["an unassigned delivery that is not there", (sheet) => sheet.unassigned.push(2)],
  [
    "unsafe money of a delivery that is not there",
    (sheet) => sheet.money.push({ delivery: 2, problem: "hold.lost" }),
  ],
  ["a stop without its kind", (sheet) => sheet.couriers[0]?.route.stops.kind.pop()],
  ["a stop of a delivery that is not there", (sheet) => sheet.couriers[0]?.route.stops.delivery.fill(2)],
  ["a stop without its prediction", (sheet) => sheet.couriers[0]?.route.stops.arrival.pop()],
  ["a number below 0", (sheet) => sheet.pinned.push(-1)],
];

test.each(broken)("a sheet with %s is refused", (_what, spoil) => {
  const sheet = structuredClone(sheetOf(BOARD));
  expect(BoardSheet.safeParse(sheet).success).toBe(true);
  spoil(sheet);
  expect(BoardSheet.safeParse(sheet).success).toBe(false);
});
