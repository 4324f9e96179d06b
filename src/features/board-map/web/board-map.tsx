import { useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { type MapPaneProps, useSelectedIds, useShownCourier } from "#features/dispatch/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { usePageKey } from "#web/keys/use-page-key.ts";
import { courierPins } from "#web/map/courier-pins.ts";
import { type MapLasso, MapView } from "#web/map/map-view.tsx";
import { useServerNow } from "#web/session/use-server-now.ts";
import { IconButton } from "#web/ui/button.tsx";
import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import { insideOf } from "../domain/inside.ts";
import "./board-map.css";
import { chooseThere } from "./choose.ts";
import { usePositions } from "./positions.ts";
import { deliveriesAt, openStops } from "./stops.ts";
import { useView } from "./use-view.ts";
import { workOf } from "./work.ts";

const PlaceDialog = lateDialog(() => import("./place-dialog.tsx").then((m) => m.PlaceDialog));

/**
 * Map of the work and the couriers. Selected deliveries stand out, with the route of their courier, and so does the route of a
 * courier who is shown; a line drawn around stops selects theirs.
 */
export function BoardMap({ board, store, shown, targets, onCourier }: MapPaneProps) {
  const t = useWords("board-map");
  const ids = useSelectedIds(store);
  const positions = usePositions();
  const courier = useShownCourier(store);
  const fitTo = useView(board, courier);
  const [hasTool, setTool] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>();
  const stops = useMemo(() => openStops(board, shown), [board, shown]);
  const isChoosing = hasTool || isDrawing;
  const work = useMemo(
    () => workOf({ board, ids, courier, shown, stops, isChoosing }),
    [board, ids, courier, shown, stops, isChoosing],
  );
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
          <PlaceDialog
            board={board}
            stops={stops}
            of={asked}
            onChoose={(there, reach) => {
              chooseThere(store, there, reach);
              setAsked(undefined);
            }}
            onClose={() => setAsked(undefined)}
          />,
          document.body,
        )}
    </div>
  );
}
