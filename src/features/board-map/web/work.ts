import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { isDone } from "#features/dispatch/web/public.ts";
import type { MapLine, MapMarker } from "#web/map/map-view.tsx";
import { routeHues } from "#web/map/routes/route-hues.ts";
import { endsOf, type OpenStop, type Shown } from "./stops.ts";

export interface WorkShown {
  readonly board: Board;
  readonly ids: ReadonlySet<string>;
  /** The courier whose route is shown. */
  readonly courier: string | undefined;
  readonly shown: Shown;
  /** Every open stop that the filter leaves. */
  readonly stops: readonly OpenStop[];
  /** Stops may be chosen by a line: each of them is a mark. */
  readonly isChoosing: boolean;
}

/**
 * Unassigned work by its pickup; what is chosen by both ends; the routes that are shown or hold something chosen by their stops,
 * numbered, and the others by a pale line, each in its courier's colour. Stops that the filter leaves out have no mark.
 */
export function workOf(work: WorkShown): { markers: MapMarker[]; lines: MapLine[] } {
  const { board, ids, shown, stops, isChoosing } = work;
  const waits = new Set(board.unassigned);
  const chosen = board.deliveries.filter((one) => ids.has(one.id));
  const routes = new Set(board.couriers.filter((one) => isLookedAt(one, work)).map(({ id }) => id));
  const waiting = board.deliveries
    .filter(({ id }) => waits.has(id) && !ids.has(id) && (shown?.has(id) ?? true))
    .map((one): MapMarker => ({ id: `delivery/${one.id}`, kind: "pickup", point: one.pickup }));
  const numbered = stops
    .filter(
      ({ deliveryId, courierId }) => !ids.has(deliveryId) && (isChoosing || routes.has(courierId ?? "")),
    )
    .map(({ marker, point }): MapMarker => ({ ...marker, point }));
  const marked = chosen
    .flatMap(endsOf)
    .map(({ marker, point }): MapMarker => ({ ...marker, point, selected: true }));
  // One mark for each: pickups without a courier are among the stops, too.
  const markers = new Map([...waiting, ...numbered, ...marked].map((one) => [one.id, one]));
  const ways = chosen.map(({ id, pickup, dropoff }): MapLine => ({
    id: `way/${id}`,
    points: [pickup, dropoff],
    kind: "estimate",
  }));
  return {
    markers: [...markers.values()],
    lines: [...routeLines(work, routes), ...(routes.size > 0 ? [] : ways)],
  };
}

const isLookedAt = ({ id, route }: BoardCourier, { courier, ids }: WorkShown): boolean =>
  id === courier || route.stops.some((stop) => ids.has(stop.deliveryId));

/** Ways ahead of the routes that are looked at, and of the others where the filter leaves some of their stops. */
function routeLines({ board, stops }: WorkShown, routes: ReadonlySet<string>): MapLine[] {
  const hues = routeHues(board.couriers);
  const withStops = new Set(stops.map(({ courierId }) => courierId));
  return board.couriers
    .filter(({ id }) => routes.has(id) || withStops.has(id))
    .map(({ id, route }) => ({
      id: `ahead/${id}`,
      points: route.stops.filter((stop) => !isDone(stop)).map(({ point }) => point),
      kind: "route",
      hue: hues.get(id),
      faded: !routes.has(id),
    }));
}
