import type { Point } from "#kernel/geo.ts";
import { fromIso, type Instant, MINUTE_MS } from "#kernel/instant.ts";
import type { MapMarker } from "./model.ts";

interface Position {
  /** ISO 8601. */
  readonly at: string;
  readonly point: Point;
}

interface Courier {
  readonly id: string;
  readonly onDuty: boolean;
  readonly position: Position | null;
}

/** From then on the board says "no position": the pin is no place where the courier is. */
const OLD_MS = 15 * MINUTE_MS;

/**
 * Pins of couriers on duty, `courier/<id>`; an old position is faded.
 *
 * @param positions newer ones than the couriers' own, by courier
 */
export function courierPins(
  couriers: readonly Courier[],
  positions: ReadonlyMap<string, Position>,
  now: Instant,
): MapMarker[] {
  return couriers.flatMap((courier) => {
    const position = positions.get(courier.id) ?? courier.position;
    if (!courier.onDuty || !position) return [];
    const faded = now - fromIso(position.at) > OLD_MS;
    return [{ id: `courier/${courier.id}`, kind: "courier" as const, point: position.point, faded }];
  });
}
