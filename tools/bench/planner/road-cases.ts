import { existsSync } from "node:fs";
import path from "node:path";
import { Dice } from "#engines/planner/dice.ts";
import { buildGraphs } from "#engines/roads/build.ts";
import { readRoads, writeRoads } from "#engines/roads/file.ts";
import { type Roads, roadsOf } from "#engines/roads/roads.ts";
import type { Point } from "#kernel/geo.ts";
import type { Courier, Order, PlanRequest, Travel, Window } from "#kernel/plan-request.ts";
import { readOsm } from "#server/geo/osm-read.ts";

/** Size of a generated day on real roads. */
export interface RoadCase {
  readonly orders: number;
  readonly couriers: number;
  /** Places where orders are picked up; one of them is a hub, where all is loaded before the first drop. */
  readonly shops: number;
  readonly seed: number;
}

/** Half of the side of the square that places are drawn from, in degrees: some 13 by 13 kilometres. */
const HALF = { lon: 0.08, lat: 0.06 };
/** No place is nearer to the next road that a car may use. */
const NEAR_M = 60;
const DAY = 8 * 3600;
const HALF_DAY = 6 * 3600;
const SLOT = 2 * 3600;

/** Roads of an extract, built once into a folder. */
export async function roadsOfExtract(extract: string, folder: string): Promise<Roads> {
  const file = path.join(folder, `${path.basename(extract)}.roads`);
  if (!existsSync(file)) await writeRoads(file, buildGraphs(await readOsm(extract), "bench"));
  const graphs = await readRoads(file, (version) => version === "bench");
  if (!graphs) throw new Error(`${file} cannot be read`);
  return roadsOf(graphs);
}

/**
 * A day of a town: seven in ten drops have a slot of two hours, services take two to five minutes, some orders need a
 * courier with a cold box, one courier in four works six hours instead of eight, half of them end anywhere, each rests for
 * half an hour.
 */
export function roadDay(
  roads: Roads,
  centre: Point,
  { orders, couriers, shops, seed }: RoadCase,
): PlanRequest {
  const dice = new Dice(seed);
  const isHub = shops === 1;
  const points = Array.from({ length: shops + orders + (isHub ? 0 : couriers) }, () =>
    spot(roads, centre, dice),
  );
  const slot = (): Window => {
    const from = 3600 * dice.below(6);
    return [from, from + SLOT];
  };
  return {
    seed,
    travel: { car: closed(roads, points) },
    orders: Array.from({ length: orders }, (_, at): Order => {
      const load = [1 + dice.below(3)];
      const windows = dice.roll() < 0.7 ? [slot()] : [];
      return {
        id: `o${at}`,
        pickups: [
          { place: dice.below(shops), windows: [], service: isHub ? 0 : 120 + dice.below(180), load },
        ],
        drop: { place: shops + at, windows, service: 120 + dice.below(181) },
        load,
        skills: dice.roll() < 0.15 ? ["cold"] : [],
        priority: 0,
      };
    }),
    couriers: Array.from({ length: couriers }, (_, at): Courier => {
      const start = isHub ? 0 : shops + orders + at;
      return {
        id: `c${at}`,
        profile: "car",
        start,
        end: at % 2 === 0 ? start : null,
        shift: [0, at % 4 === 3 ? HALF_DAY : DAY],
        capacity: [isHub ? 40 : 12],
        skills: at % 2 === 0 ? ["cold"] : [],
        breaks: [{ window: [3 * 3600, 5 * 3600], duration: 1800 }],
        cost: { fixed: 0, perSecond: 1, perMetre: 0 },
        onBoard: [],
      };
    }),
    weights: { left: 1e6, changeCourier: 0, changeOrder: 0, changeEta: 0 },
  };
}

/** A random point beside a road: nearer the centre more often. */
function spot(roads: Roads, centre: Point, dice: Dice): Point {
  for (;;) {
    const swing = (): number => (dice.roll() + dice.roll() + dice.roll()) / 1.5 - 1;
    const point = { lon: centre.lon + swing() * HALF.lon, lat: centre.lat + swing() * HALF.lat };
    const found = roads.nearest(point, "car");
    if (found && found.metres <= NEAR_M) return point;
  }
}

/** Travel between all points; no way is longer than one by a third point, where the courier may turn. */
function closed(roads: Roads, points: readonly Point[]): Travel {
  const { seconds, metres } = roads.matrix(points, points, "car");
  const count = points.length;
  for (let via = 0; via < count; via++)
    for (let from = 0; from < count; from++) {
      const there = seconds[from * count + via] ?? 0;
      for (let to = 0; to < count; to++) {
        const round = there + (seconds[via * count + to] ?? 0);
        if (round < (seconds[from * count + to] ?? 0)) {
          seconds[from * count + to] = round;
          metres[from * count + to] = (metres[from * count + via] ?? 0) + (metres[via * count + to] ?? 0);
        }
      }
    }
  return { seconds, metres };
}
