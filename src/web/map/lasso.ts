import type { Map as MapLibre } from "maplibre-gl";
import type { Ring } from "#kernel/geo.ts";
import type { MapLasso } from "./model.ts";

/** Pixels between two corners of the line: finer ones nobody sees. */
const STEP = 4;
/** Corners from which on a line is a shape, and no press. */
const LEAST = 4;

type Corner = readonly [x: number, y: number];

interface Drawing {
  readonly pointer: number;
  readonly corners: Corner[];
}

/**
 * Hears presses on a map and draws the line of each, on the element itself: a move of the pointer renders nothing.
 *
 * @param latest what is wished now
 * @returns takes the ears away
 */
export function drawOn(
  map: MapLibre,
  line: SVGPathElement,
  latest: { readonly current: MapLasso },
): () => void {
  const box = map.getCanvasContainer();
  let drawing: Drawing | undefined;

  const at = (event: PointerEvent): Corner => {
    const { left, top } = box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const stop = () => {
    drawing = undefined;
    line.removeAttribute("d");
    if (!latest.current.active) map.dragPan.enable();
    latest.current.onDraw(false);
  };
  const onDown = (event: PointerEvent) => {
    // A second finger zooms.
    if (drawing) return stop();
    if (event.button !== 0 || !(latest.current.active || event.shiftKey)) return;
    map.dragPan.disable();
    drawing = { pointer: event.pointerId, corners: [at(event)] };
    latest.current.onDraw(true);
  };
  const onMove = (event: PointerEvent) => {
    if (drawing?.pointer !== event.pointerId) return;
    const { corners } = drawing;
    const [x, y] = at(event);
    const [lastX, lastY] = corners.at(-1) ?? [x, y];
    if (Math.hypot(x - lastX, y - lastY) < STEP) return;
    if (corners.length === 1) box.setPointerCapture(event.pointerId);
    corners.push([x, y]);
    line.setAttribute("d", `M${corners.map(([a, b]) => `${a} ${b}`).join("L")}Z`);
  };
  const onUp = (event: PointerEvent) => {
    if (drawing?.pointer !== event.pointerId) return;
    const { corners } = drawing;
    if (corners.length >= LEAST)
      latest.current.onShape(ringOf(map, corners), { add: event.shiftKey, remove: event.altKey });
    stop();
  };
  const onCancel = () => drawing && stop();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !(drawing || latest.current.active)) return;
    if (document.querySelector("dialog[open]")) return;
    // Ends the drawing and leaves what is chosen as it is.
    event.stopPropagation();
    event.preventDefault();
    if (drawing) stop();
    else latest.current.onEnd();
  };
  // Before the map, which would move with the pointer.
  box.addEventListener("pointerdown", onDown, { capture: true });
  box.addEventListener("pointermove", onMove);
  box.addEventListener("pointerup", onUp);
  box.addEventListener("pointercancel", onCancel);
  document.addEventListener("keydown", onKey, { capture: true });
  return () => {
    box.removeEventListener("pointerdown", onDown, { capture: true });
    box.removeEventListener("pointermove", onMove);
    box.removeEventListener("pointerup", onUp);
    box.removeEventListener("pointercancel", onCancel);
    document.removeEventListener("keydown", onKey, { capture: true });
  };
}

function ringOf(map: MapLibre, corners: readonly Corner[]): Ring {
  const ring = corners.map(([x, y]): [number, number] => map.unproject([x, y]).toArray());
  const [first] = ring;
  return first ? [...ring, first] : ring;
}
