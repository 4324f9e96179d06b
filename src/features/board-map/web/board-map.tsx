import { useMemo, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { useWords } from "#web/i18n/words.ts";
import { courierPins } from "#web/map/courier-pins.ts";
import { type MapLine, type MapMarker, MapView } from "#web/map/map-view.tsx";
import { useServerNow } from "#web/session/use-server-now.ts";
import { unassignedOf } from "../contract/board.ts";
import type { Board } from "../contract/board.ts";
import { usePositions } from "./plan/positions.ts";
import { isDone } from "./rows.ts";
import { type SelectionStore, useSelectedIds } from "./selection-store.ts";

export interface BoardMapProps {
  board: Board;
  store: SelectionStore;
  onCourier: (courierId: string) => void;
}

/** Map of the work and the couriers. Selected deliveries stand out, with the route of their courier. */
export function BoardMap({ board, store, onCourier }: BoardMapProps) {
  const t = useWords("dispatch");
  const ids = useSelectedIds(store);
  const positions = usePositions();
  const fitTo = useFirstView(board);
  const work = useMemo(() => workOf(board, ids), [board, ids]);
  const now = useServerNow();
  const pins = useMemo(() => courierPins(board.couriers, positions, now), [board, positions, now]);
  const markers = useMemo(() => [...work.markers, ...pins], [work, pins]);
  return (
    <MapView
      label={t("map.label")}
      markers={markers}
      lines={work.lines}
      fitTo={fitTo}
      onSelect={(id) => {
        const [kind, of = ""] = id.split("/");
        if (kind === "courier") onCourier(of);
        else store.change({ type: "only", ids: [of] });
      }}
    />
  );
}

/** The part of the map that holds the day's work; it stays as the dispatcher leaves it until the day changes. */
function useFirstView(board: Board): readonly Point[] {
  const [kept, setKept] = useState(() => ({ date: board.date, points: pointsOf(board) }));
  if (kept.date === board.date && (kept.points.length > 0 || board.deliveries.length === 0))
    return kept.points;
  const fresh = { date: board.date, points: pointsOf(board) };
  setKept(fresh);
  return fresh.points;
}

const pointsOf = (board: Board): readonly Point[] =>
  board.deliveries.flatMap((one) => [one.pickup, one.dropoff]);

/** Unassigned work by its pickup; what is chosen by both ends; the routes that hold something chosen by their stops. */
function workOf(board: Board, ids: ReadonlySet<string>): { markers: MapMarker[]; lines: MapLine[] } {
  const waiting = unassignedOf(board)
    .filter((one) => !ids.has(one.id))
    .map((one) => ({ id: `delivery/${one.id}`, kind: "pickup" as const, point: one.pickup }));
  const chosen = board.deliveries.filter((one) => ids.has(one.id));
  const ends = chosen.flatMap((one): MapMarker[] => [
    { id: `delivery/${one.id}`, kind: "pickup", point: one.pickup, selected: true },
    { id: `dropoff/${one.id}`, kind: "dropoff", point: one.dropoff, selected: true },
  ]);
  const ways = chosen.map((one): MapLine => ({
    id: `way/${one.id}`,
    points: [one.pickup, one.dropoff],
    kind: "estimate",
  }));
  const routes = board.couriers.filter((courier) =>
    courier.route.stops.some((stop) => ids.has(stop.deliveryId)),
  );
  const stops = routes.flatMap((courier) =>
    courier.route.stops.flatMap((stop, n): MapMarker[] =>
      ids.has(stop.deliveryId) || isDone(stop)
        ? []
        : [{ id: `stop/${stop.deliveryId}/${stop.taskId}`, kind: "stop", number: n + 1, point: stop.point }],
    ),
  );
  const lines = routes.map((courier): MapLine => {
    const ahead = courier.route.stops.filter((stop) => !isDone(stop)).map((stop) => stop.point);
    return { id: `ahead/${courier.id}`, points: ahead, kind: "route" };
  });
  return { markers: [...waiting, ...stops, ...ends], lines: [...lines, ...(routes.length > 0 ? [] : ways)] };
}
