import type { Map as MapLibre } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { useLatest } from "../ui/use-latest.ts";
import { drawOn } from "./lasso.ts";
import "./lasso.css";
import type { MapLasso } from "./model.ts";

/** The line that is drawn around markers; above the map, and never in the way of a press. */
export function LassoLayer({ map, lasso }: { map: MapLibre; lasso: MapLasso }) {
  const line = useRef<SVGPathElement>(null);
  const latest = useLatest(lasso);
  useEffect(() => {
    // Shift draws here, and no box to zoom to.
    map.boxZoom.disable();
    const end = line.current && drawOn(map, line.current, latest);
    return () => {
      end?.();
      map.boxZoom.enable();
    };
  }, [map, latest]);
  useEffect(() => {
    if (!lasso.active) return undefined;
    const box = map.getCanvasContainer();
    map.dragPan.disable();
    box.classList.add("map-drawing");
    return () => {
      map.dragPan.enable();
      box.classList.remove("map-drawing");
    };
  }, [map, lasso.active]);
  return (
    <svg className="map-lasso" aria-hidden="true">
      <path ref={line} />
    </svg>
  );
}
