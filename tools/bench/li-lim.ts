import { readFileSync } from "node:fs";
import type { Courier, Order, PlanRequest } from "#kernel/plan-request.ts";

/** Units of the plan in one of the instance's. Distances are rounded up, so that no detour becomes shorter than the way. */
export const SCALE = 1000;

/** Price of a vehicle: above any distance. */
export const FIXED = 1e9;

/**
 * Reads an instance of Li and Lim (2001): the first line has vehicles and capacity, each other one id, x, y, demand, ready,
 * due, service, pickup, delivery. Distance is time; fewest vehicles come first.
 */
export function liLim(file: string, seed: number): PlanRequest {
  const [head = [], ...rows] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const [vehicles = 0, capacity = 0] = head;
  const places = rows.length;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  const seconds = new Int32Array(places * places);
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++)
      seconds[from * places + to] = Math.ceil(
        Math.hypot(at(from, 1) - at(to, 1), at(from, 2) - at(to, 2)) * SCALE,
      );
  const stop = (row: number) => ({
    place: row,
    windows: [[at(row, 4) * SCALE, at(row, 5) * SCALE] as const],
    service: at(row, 6) * SCALE,
  });
  const orders: Order[] = [];
  for (let row = 1; row < places; row++)
    if (at(row, 3) > 0)
      orders.push({
        id: String(row),
        pickups: [{ ...stop(row), load: [at(row, 3)] }],
        drop: stop(at(row, 8)),
        load: [at(row, 3)],
        skills: [],
        priority: 0,
      });
  const couriers = Array.from({ length: vehicles }, (_, index): Courier => ({
    id: `v${index}`,
    profile: "plane",
    start: 0,
    end: 0,
    shift: [0, at(0, 5) * SCALE],
    capacity: [capacity],
    skills: [],
    breaks: [],
    cost: { fixed: FIXED, perSecond: 1, perMetre: 0 },
    onBoard: [],
  }));
  return {
    seed,
    travel: { plane: { seconds, metres: seconds } },
    couriers,
    orders,
    weights: { left: 1e11, changeCourier: 0, changeOrder: 0, changeEta: 0 },
    fewestCouriers: true,
  };
}
