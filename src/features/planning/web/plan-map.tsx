import { useMemo } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import type { Point } from "#kernel/geo.ts";
import { useWords } from "#web/i18n/words.ts";
import { type MapLine, type MapMarker, MapView } from "#web/map/map-view.tsx";
import { routeHues } from "#web/map/routes/route-hues.ts";
import type { Plan } from "../contract/plans.ts";

interface MapStop {
  readonly deliveryId: string;
  readonly kind: string;
}

/** Routes of a plan in their couriers' colours: the best so far while it is made, the draft after, or the day as it is. */
export function PlanMap({ board, plan }: { board: Board; plan: Plan | undefined }) {
  const t = useWords("planning");
  const routes = useMemo(() => routesOf(board, plan), [board, plan]);
  const content = useMemo(() => contentOf(board, routes), [board, routes]);
  const fitTo = useMemo<Point[]>(
    () => board.deliveries.flatMap(({ pickup, dropoff }) => [pickup, dropoff]),
    [board.deliveries],
  );
  return <MapView label={t("map.label")} markers={content.markers} lines={content.lines} fitTo={fitTo} />;
}

type Routes = readonly { readonly courierId: string; readonly stops: readonly MapStop[] }[];

function routesOf(board: Board, plan: Plan | undefined): Routes {
  if (plan?.progress) return plan.progress.routes;
  if (plan?.outcome)
    return plan.outcome.routes.map(({ courierId, after }) => ({ courierId, stops: after.stops }));
  return board.couriers.map(({ id, route }) => ({
    courierId: id,
    stops: route.stops.filter(({ state }) => state !== "succeeded" && state !== "failed"),
  }));
}

/** Stops bear their number on the route. */
export function contentOf(
  { deliveries, couriers, unassigned }: Board,
  routes: Routes,
): { lines: MapLine[]; markers: MapMarker[] } {
  const known = new Map(deliveries.map((one) => [one.id, one]));
  const positions = new Map(couriers.map(({ id, position }) => [id, position?.point]));
  const held = new Set(routes.flatMap(({ stops }) => stops.map(({ deliveryId }) => deliveryId)));
  const waits = new Set(unassigned.filter((id) => !held.has(id)));
  const pointOf = ({ deliveryId, kind }: MapStop): Point[] => {
    const delivery = known.get(deliveryId);
    return delivery ? [kind === "deliver" ? delivery.dropoff : delivery.pickup] : [];
  };
  const hues = routeHues(couriers);
  return {
    lines: routes.flatMap(({ courierId, stops }): MapLine[] => {
      const at = positions.get(courierId);
      const points = [...(at ? [at] : []), ...stops.flatMap(pointOf)];
      return points.length > 1 ? [{ id: courierId, points, kind: "route", hue: hues.get(courierId) }] : [];
    }),
    markers: [
      ...deliveries.flatMap((one): MapMarker[] =>
        waits.has(one.id) ? [{ id: one.id, kind: "pickup", point: one.pickup }] : [],
      ),
      ...routes.flatMap(({ courierId, stops }) =>
        stops.flatMap((stop, n) =>
          pointOf(stop).map((point): MapMarker => ({
            id: `${stop.deliveryId}/${stop.kind}`,
            kind: "stop",
            number: n + 1,
            point,
            hue: hues.get(courierId),
          })),
        ),
      ),
    ],
  };
}
