import type { Board, BoardDelivery } from "#features/dispatch/contract/board.ts";
import { isDone } from "#features/dispatch/web/public.ts";
import type { Point } from "#kernel/geo.ts";
import type { MapMarker } from "#web/map/map-view.tsx";
import { routeHues } from "#web/map/routes/route-hues.ts";

/** Deliveries that the board's filter leaves; undefined for all. */
export type Shown = ReadonlySet<string> | undefined;

/** A stop that is still to be made. */
export interface OpenStop {
  readonly deliveryId: string;
  /** The courier on whose route it stands. */
  readonly courierId?: string;
  readonly point: Point;
  readonly marker: Pick<MapMarker, "id" | "kind" | "number" | "hue">;
}

/** Every stop that is still to be made, of what the filter leaves: couriers' own, and both ends of what has none. */
export function openStops({ couriers, deliveries, unassigned }: Board, shown: Shown): OpenStop[] {
  const isShown = (id: string) => shown?.has(id) ?? true;
  const hues = routeHues(couriers);
  const planned = couriers.flatMap(({ id, route }) =>
    route.stops.flatMap((stop, n): OpenStop[] =>
      isDone(stop) || !isShown(stop.deliveryId)
        ? []
        : [
            {
              deliveryId: stop.deliveryId,
              point: stop.point,
              courierId: id,
              marker: {
                id: `stop/${stop.deliveryId}/${stop.taskId}`,
                kind: "stop",
                number: n + 1,
                hue: hues.get(id),
              },
            },
          ],
    ),
  );
  const taken = new Set(planned.map((stop) => stop.deliveryId));
  const waits = new Set(unassigned);
  const waiting = deliveries.filter(({ id }) => waits.has(id) && !taken.has(id) && isShown(id));
  return [...planned, ...waiting.flatMap(endsOf)];
}

export const endsOf = ({ id, pickup, dropoff }: BoardDelivery): OpenStop[] => [
  { deliveryId: id, point: pickup, marker: { id: `delivery/${id}`, kind: "pickup" } },
  { deliveryId: id, point: dropoff, marker: { id: `dropoff/${id}`, kind: "dropoff" } },
];

/** Deliveries with an open stop where the test says so. */
export const deliveriesAt = (
  stops: readonly OpenStop[],
  isThere: (point: Point) => boolean,
): readonly string[] => [
  ...new Set(stops.filter(({ point }) => isThere(point)).map((stop) => stop.deliveryId)),
];
