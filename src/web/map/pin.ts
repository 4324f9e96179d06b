import { Marker, type Map as MapLibre } from "maplibre-gl";
import type { Point } from "#kernel/geo.ts";
import { roundPoint } from "#kernel/geo.ts";

/** Pixels per press of an arrow key, and with Shift: a door and a street apart at the usual zoom. */
const STEP = 6;
const BIG_STEP = 48;
/** Pixels from the disc down to its tip (map.css). */
const POINTER = 8;

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface PinEvents {
  readonly onMove: (point: Point) => void;
  readonly onConfirm: () => void;
}

/** The one pin that is dragged or moved by keys. It is an element, so that it can have focus and a name. */
export interface Pin {
  place(point: Point): void;
  remove(): void;
}

export function startPin(map: MapLibre, element: HTMLElement, at: Point, events: PinEvents): Pin {
  const marker = new Marker({ element, draggable: true, anchor: "bottom", offset: [0, -POINTER] })
    .setLngLat([at.lon, at.lat])
    .addTo(map);
  const point = (): Point => {
    const { lng, lat } = marker.getLngLat();
    return roundPoint({ lon: lng, lat });
  };
  const onKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      events.onConfirm();
    }
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? BIG_STEP : STEP;
    const from = map.project(marker.getLngLat());
    marker.setLngLat(map.unproject([from.x + direction[0] * step, from.y + direction[1] * step]));
    keepInView(map, marker);
    events.onMove(point());
  };
  const onDragEnd = () => events.onMove(point());
  marker.on("dragend", onDragEnd);
  element.addEventListener("keydown", onKey);
  return {
    place({ lon, lat }) {
      const here = point();
      if (here.lon !== lon || here.lat !== lat) marker.setLngLat([lon, lat]);
    },
    remove() {
      element.removeEventListener("keydown", onKey);
      marker.remove();
    },
  };
}

/** The map follows when the pin is moved over its edge. */
function keepInView(map: MapLibre, marker: Marker): void {
  const { x, y } = map.project(marker.getLngLat());
  const { clientWidth, clientHeight } = map.getContainer();
  const margin = 40;
  if (x < margin || y < margin || x > clientWidth - margin || y > clientHeight - margin)
    map.panTo(marker.getLngLat());
}
