import { expect, test } from "vitest";
import type { Board } from "#features/dispatch/contract/board.ts";
import { routeHues } from "#web/map/routes/route-hues.ts";
import { contentOf } from "./plan-map.tsx";

const at = (lon: number) => ({ lon, lat: 50 });
// Safe: the map reads no more of a board.
const BOARD = {
  unassigned: ["d1", "d2"],
  couriers: [
    { id: "carla", position: { point: at(0) } },
    { id: "dmitri", position: null },
  ],
  deliveries: [
    { id: "d1", pickup: at(1), dropoff: at(2) },
    { id: "d2", pickup: at(3), dropoff: at(4) },
  ],
} as unknown as Board;

test("a plan's routes and the numbers of their stops bear their courier's colour; work that is left out waits", () => {
  const stops = ["collect", "deliver"].map((kind) => ({ deliveryId: "d1", kind }));
  const { lines, markers } = contentOf(BOARD, [{ courierId: "carla", stops }]);
  const hue = routeHues(BOARD.couriers).get("carla");
  expect(lines).toEqual([{ id: "carla", points: [at(0), at(1), at(2)], kind: "route", hue }]);
  expect(markers).toEqual([
    { id: "d2", kind: "pickup", point: at(3) },
    { id: "d1/collect", kind: "stop", number: 1, point: at(1), hue },
    { id: "d1/deliver", kind: "stop", number: 2, point: at(2), hue },
  ]);
});
