import type { BoardSheet } from "#features/dispatch/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Board, BoardDelivery, BoardStop } from "#features/dispatch/contract/board.ts";
import type { StopArrival } from "#features/times/domain/stop-arrival.ts";

/** Writes a board as the server sends it: what `boardOf` reads. */
export function sheetOf({ date, timezone, unassigned, couriers, deliveries }: Board): BoardSheet {
  const places = listOf<readonly [string, number, number]>();
  const windows = listOf<Board["deliveries"][number]["window"]>();
  const states = listOf<BoardDelivery["state"]>();
  const levels = listOf<BoardDelivery["serviceLevel"]>();
  const kinds = listOf<BoardStop["kind"]>();
  const taskStates = listOf<BoardStop["state"]>();
  const indexOf = (id: string) => deliveries.findIndex((one) => one.id === id);
  const at = <K extends keyof Board["deliveries"][number]>(name: K) => deliveries.map((one) => one[name]);
  const rows = {
    id: at("id"),
    number: at("number"),
    state: deliveries.map((one) => states.index(one.state)),
    serviceLevel: deliveries.map((one) => levels.index(one.serviceLevel)),
    window: deliveries.map((one) => windows.index(one.window)),
    pickup: deliveries.map((one) => places.index([one.pickupLabel, one.pickup.lon, one.pickup.lat])),
    dropoff: deliveries.map((one) => places.index([one.dropoffLabel, one.dropoff.lon, one.dropoff.lat])),
    recipientName: at("recipientName"),
    massesG: deliveries.map(({ massG, parcels }) => [
      massG - parcels + 1,
      ...Array<number>(parcels - 1).fill(1),
    ]),
  };
  const crew = couriers.map(({ route: { stops, ...plan }, ...courier }) => ({
    ...courier,
    route: {
      ...plan,
      stops: {
        taskId: stops.map((stop) => stop.taskId),
        delivery: stops.map((stop) => indexOf(stop.deliveryId)),
        kind: stops.map((stop) => kinds.index(stop.kind)),
        state: stops.map((stop) => taskStates.index(stop.state)),
        window: stops.map((stop) => windows.index(stop.window)),
        arrival: stops.map(({ arrival, reached }) =>
          arrival ? minutesOf(arrival) : reached === undefined ? null : reached / MINUTE_MS,
        ),
      },
    },
  }));
  return {
    date,
    timezone,
    names: {
      state: states.all,
      serviceLevel: levels.all,
      taskKind: kinds.all,
      taskState: taskStates.all,
    },
    places: {
      label: places.all.map(([label]) => label),
      lon: places.all.map(([, lon]) => lon),
      lat: places.all.map(([, , lat]) => lat),
    },
    windows: { start: windows.all.map((one) => one.start), end: windows.all.map((one) => one.end) },
    deliveries: rows,
    unassigned: unassigned.map(indexOf),
    pinned: deliveries.flatMap((one, n) => (one.pinned ? [n] : [])),
    held: {
      delivery: deliveries.flatMap(({ heldBy }, n) => (heldBy === undefined ? [] : [n])),
      courier: deliveries.flatMap(({ heldBy }) => heldBy ?? []),
    },
    money: deliveries.flatMap(({ money }, delivery) => (money ? [{ delivery, problem: money }] : [])),
    couriers: crew,
  };
}

const minutesOf = ({ at, earliest, latest, planned, stay, way }: StopArrival) =>
  [at, earliest, latest, planned, stay, way].map((ms) => ms / MINUTE_MS) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]; // Safe: six values are mapped to six.

/** Values that are equal once, and the place of each. */
function listOf<T>() {
  const all: T[] = [];
  const index = (value: T): number => {
    const text = JSON.stringify(value);
    const known = all.findIndex((one) => JSON.stringify(one) === text);
    return known < 0 ? all.push(value) - 1 : known;
  };
  return { all, index };
}
