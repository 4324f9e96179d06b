import { expect, test } from "vitest";
import { boardCourier } from "#test/support/web/board-courier.ts";
import type { Board, BoardDelivery, BoardStop } from "#features/dispatch/contract/board.ts";
import { routeHues } from "#web/map/routes/route-hues.ts";
import { openStops, type Shown } from "./stops.ts";
import { workOf } from "./work.ts";

const WINDOW = { start: "2026-11-23T13:00:00.000Z", end: "2026-11-23T15:00:00.000Z" };
const pointOf = (n: number) => ({ lon: 10 + n / 100, lat: 50 });
const delivery = (n: number): BoardDelivery => ({
  id: `d${n}`,
  number: `WB-${n}`,
  state: "created",
  serviceLevel: "scheduled",
  window: WINDOW,
  pickupLabel: `Markt ${n}`,
  dropoffLabel: `Uferweg ${n}`,
  pickup: pointOf(n),
  dropoff: pointOf(n + 50),
  recipientName: "Ada",
  massG: 500,
  parcels: 1,
});
const stopsOf = (n: number): BoardStop[] =>
  (["collect", "deliver"] as const).map((kind) => ({
    taskId: `t${n}-${kind}`,
    deliveryId: `d${n}`,
    number: `WB-${n}`,
    kind,
    state: "assigned",
    label: "",
    point: pointOf(kind === "collect" ? n : n + 50),
    window: WINDOW,
  }));
const BOARD: Board = {
  date: "2026-11-23",
  timezone: "UTC",
  unassigned: ["d9"],
  couriers: [boardCourier("carla", [...stopsOf(1), ...stopsOf(2)]), boardCourier("dmitri", stopsOf(3))],
  deliveries: [1, 2, 3, 9].map(delivery),
};
const HUES = routeHues(BOARD.couriers);

const drawn = (more: { courier?: string; ids?: string[]; shown?: Shown; isChoosing?: boolean } = {}) => {
  const { ids = [], shown, courier, isChoosing = false } = more;
  const stops = openStops(BOARD, shown);
  return workOf({ board: BOARD, ids: new Set(ids), courier, shown, stops, isChoosing });
};
const numbered = (work: ReturnType<typeof workOf>) =>
  work.markers.filter(({ kind }) => kind === "stop").map(({ number, hue }) => [number, hue]);

test("each route is a pale line in its courier's colour, and what waits a pickup", () => {
  const { markers, lines } = drawn();
  expect(lines).toMatchObject([
    { id: "ahead/carla", hue: HUES.get("carla"), faded: true },
    { id: "ahead/dmitri", hue: HUES.get("dmitri"), faded: true },
  ]);
  expect(HUES.get("carla")).not.toEqual(HUES.get("dmitri"));
  expect(markers.map(({ id }) => id)).toEqual(["delivery/d9"]);
});

test("the route of a courier who is shown stands out, with its stops numbered in the same colour", () => {
  const hue = HUES.get("carla");
  const work = drawn({ courier: "carla" });
  expect(work.lines.map(({ id, faded }) => [id, faded])).toEqual([
    ["ahead/carla", false],
    ["ahead/dmitri", true],
  ]);
  expect(numbered(work)).toEqual([1, 2, 3, 4].map((number) => [number, hue]));
});

test("a chosen delivery shows its courier's route too, and its own ends in place of their stops", () => {
  const work = drawn({ ids: ["d3"] });
  expect(work.lines.find(({ id }) => id === "ahead/dmitri")?.faded).toBe(false);
  expect(work.markers.filter(({ selected }) => selected).map(({ id }) => id)).toEqual([
    "delivery/d3",
    "dropoff/d3",
  ]);
  expect(numbered(work)).toEqual([]);
});

test("the filter holds for a route that is shown: its other stops have no mark and keep their numbers", () => {
  const work = drawn({ courier: "carla", shown: new Set(["d2"]) });
  expect(numbered(work).map(([number]) => number)).toEqual([3, 4]);
  expect(work.lines.map(({ id }) => id)).toEqual(["ahead/carla"]);
  expect(work.markers.some(({ id }) => id === "delivery/d9")).toBe(false);
  expect(drawn({ ids: ["d1"], shown: new Set(["d1"]) }).markers.some(({ kind }) => kind === "stop")).toBe(
    false,
  );
});

test("while stops are chosen by a line, each of them has a mark", () => {
  const work = drawn({ isChoosing: true });
  expect(numbered(work)).toHaveLength(6);
  expect(work.markers).toHaveLength(8);
});
