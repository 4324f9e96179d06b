import { lazy, Suspense, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { Board } from "#features/dispatch/contract/board.ts";
import { type MapPaneProps, isDone, usePositions, useSelectedIds } from "#features/dispatch/web/public.ts";
import type { Point } from "#kernel/geo.ts";
import { useWords } from "#web/i18n/words.ts";
import { usePageKey } from "#web/keys/use-page-key.ts";
import { courierPins } from "#web/map/courier-pins.ts";
import { type MapLasso, type MapLine, type MapMarker, MapView } from "#web/map/map-view.tsx";
import { useServerNow } from "#web/session/use-server-now.ts";
import { IconButton } from "#web/ui/button.tsx";
import { insideOf } from "../domain/inside.ts";
import "./board-map.css";
import { chooseThere } from "./choose.ts";
import { deliveriesAt, endsOf, openStops, type OpenStop, type Shown } from "./stops.ts";

const PlaceDialog = lazy(() => import("./place-dialog.tsx").then((m) => ({ default: m.PlaceDialog })));

/**
 * Map of the work and the couriers. Selected deliveries stand out, with the route of their courier; a line drawn around stops
 * selects theirs.
 */
export function BoardMap({ board, store, shown, targets, onCourier }: MapPaneProps) {
  const t = useWords("board-map");
  const ids = useSelectedIds(store);
  const positions = usePositions();
  const fitTo = useFirstView(board);
  const [hasTool, setTool] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>();
  const stops = useMemo(() => openStops(board, shown), [board, shown]);
  const all = hasTool || isDrawing ? stops : NONE;
  const work = useMemo(() => workOf({ board, ids, shown, all }), [board, ids, shown, all]);
  const now = useServerNow();
  const pins = useMemo(() => courierPins(board.couriers, positions, now), [board, positions, now]);
  const markers = useMemo(() => [...work.markers, ...pins], [work, pins]);
  const lasso: MapLasso = {
    active: hasTool,
    onDraw: setDrawing,
    onEnd: () => setTool(false),
    onShape: (shape, { add, remove }) => {
      // Shift began the line where the tool is off.
      const reach = remove ? "remove" : add ? "add" : "only";
      chooseThere(store, deliveriesAt(stops, insideOf(shape)), reach);
    },
  };
  const ask = () => setAsked(targets());
  usePageKey("s", ask);
  return (
    <div className="board-map">
      <MapView
        label={t("label")}
        markers={markers}
        lines={work.lines}
        fitTo={fitTo}
        lasso={lasso}
        onSelect={(id) => {
          const [kind, of = ""] = id.split("/");
          if (kind === "courier") onCourier(of);
          else store.change({ type: "only", ids: [of] });
        }}
      />
      <div className="board-map-tools" role="group" aria-label={t("tools")}>
        <IconButton icon="lasso" label={t("lasso")} pressed={hasTool} onClick={() => setTool(!hasTool)} />
        <IconButton icon="location" label={t("by-place")} onClick={ask} />
      </div>
      {hasTool && <p className="map-hint board-map-hint">{t("hint")}</p>}
      {asked &&
        // The pane is not shown on every screen, and the dialog is.
        createPortal(
          <Suspense fallback={null}>
            <PlaceDialog
              board={board}
              stops={stops}
              of={asked}
              onChoose={(there, reach) => {
                chooseThere(store, there, reach);
                setAsked(undefined);
              }}
              onClose={() => setAsked(undefined)}
            />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}

const NONE: readonly OpenStop[] = [];

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

interface Work {
  readonly board: Board;
  readonly ids: ReadonlySet<string>;
  readonly shown: Shown;
  /** Every open stop, while they may be chosen by a line. */
  readonly all: readonly OpenStop[];
}

/** Unassigned work by its pickup; what is chosen by both ends; the routes that hold something chosen by their stops. */
function workOf({ board, ids, shown, all }: Work): { markers: MapMarker[]; lines: MapLine[] } {
  const waits = new Set(board.unassigned);
  const chosen = board.deliveries.filter((one) => ids.has(one.id));
  const ends = chosen.flatMap(endsOf);
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
  const waiting = board.deliveries
    .filter(({ id }) => waits.has(id) && !ids.has(id) && (shown?.has(id) ?? true))
    .map((one): MapMarker => ({ id: `delivery/${one.id}`, kind: "pickup", point: one.pickup }));
  const rest = all
    .filter(({ deliveryId }) => !ids.has(deliveryId))
    .map(({ marker, point }): MapMarker => ({ ...marker, point }));
  const marked = ends.map(({ marker, point }): MapMarker => ({ ...marker, point, selected: true }));
  // One mark for each: those of a route that is shown are among all stops, too.
  const markers = new Map([...waiting, ...rest, ...stops, ...marked].map((one) => [one.id, one]));
  const lines = routes.map((courier): MapLine => {
    const ahead = courier.route.stops.filter((stop) => !isDone(stop)).map((stop) => stop.point);
    return { id: `ahead/${courier.id}`, points: ahead, kind: "route" };
  });
  const ways = chosen.map(({ id, pickup, dropoff }): MapLine => ({
    id: `way/${id}`,
    points: [pickup, dropoff],
    kind: "estimate",
  }));
  return { markers: [...markers.values()], lines: [...lines, ...(routes.length > 0 ? [] : ways)] };
}
