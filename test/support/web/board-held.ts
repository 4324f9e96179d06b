import type { Board, BoardDelivery } from "#features/dispatch/contract/board.ts";
import { boardCourier } from "./board-courier.ts";

export const HELD_WINDOW = { start: "2026-11-21T09:00:00.000Z", end: "2026-11-21T11:00:00.000Z" };
const point = { lon: 13.4, lat: 52.5 };

const delivery = (id: string, parcels: number, heldBy?: string): BoardDelivery => ({
  id,
  number: `WB-${id}`,
  state: heldBy === undefined ? "created" : "collected",
  serviceLevel: "same_day",
  window: HELD_WINDOW,
  pickupLabel: "Marktplatz 3",
  dropoffLabel: "Am Ufer 27",
  pickup: point,
  dropoff: point,
  recipientName: "Mira",
  massG: 500,
  parcels,
  ...(heldBy !== undefined && { heldBy }),
});
const courier = (id: string, name: string): Board["couriers"][number] => {
  const one = boardCourier(id, []);
  return { ...one, name, route: { ...one.route, revision: 3, ackRevision: 3 } };
};

/** A board on which Carla holds two parcels that wait for a courier, and Dmitri one. */
export const boardHeld: Board = {
  date: "2026-11-21",
  timezone: "Europe/Berlin",
  unassigned: ["held", "open"],
  couriers: [courier("carla", "Carla"), courier("dmitri", "Dmitri"), courier("elif", "Elif")],
  deliveries: [delivery("held", 2, "carla"), delivery("open", 1), delivery("other", 1, "dmitri")],
};

/** Gives Elif what Carla holds, and what nobody does. */
export const wishForElif = {
  type: "assign",
  deliveryIds: ["held", "open"],
  courierId: "elif",
  beforeTaskId: null,
} as const;
