import type { Point } from "#kernel/geo.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import { type Distance, estimatedDistance } from "../domain/distance.ts";
import { vehicleFor } from "../domain/vehicle.ts";

interface Carried {
  readonly pickup: Point;
  readonly dropoff: Point;
  readonly massG: number;
}

/** Measures a way on the roads of the vehicle that the load needs; estimates it where no map covers it. */
export async function measure(
  roads: RoadDistances | undefined,
  { pickup, dropoff, massG }: Carried,
): Promise<Distance> {
  const vehicle = vehicleFor(massG);
  const way = await roads?.between(pickup, dropoff, vehicle);
  return way ? { distanceM: way.metres, source: "road", vehicle } : estimatedDistance(pickup, dropoff);
}
