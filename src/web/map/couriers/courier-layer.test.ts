import type { Map as MapLibre } from "maplibre-gl";
import { expect, test, vi } from "vitest";
import type { MapMarker } from "../model.ts";
import { startCourierLayer } from "./courier-layer.ts";

const courier = (id: string, lon: number): MapMarker => ({ id, kind: "courier", point: { lon, lat: 50 } });

/** A map of 200 pixels on which a degree is a pixel. */
function openMap() {
  const view = { left: 0, listeners: new Map<string, () => void>() };
  const box = document.createElement("div");
  Object.defineProperties(box, { clientWidth: { value: 200 }, clientHeight: { value: 200 } });
  const map = {
    getContainer: () => box,
    getCanvasContainer: () => box,
    project: ([lon, lat]: [number, number]) => ({ x: lon - view.left, y: lat }),
    on: (type: string, listener: () => void) => view.listeners.set(type, listener),
  };
  // Safe: the layer asks a map for these alone.
  const layer = startCourierLayer(map as unknown as MapLibre);
  return { layer, view, box };
}

const at = ({ layer }: ReturnType<typeof openMap>, x: number) => layer.at({ x, y: 50 })?.id;

test("a press finds the courier whose picture is uppermost there, and none beside them", async () => {
  const open = openMap();
  open.layer.show([courier("a", 50), courier("b", 60), courier("c", 150)]);
  await vi.waitFor(() => expect(at(open, 55)).toBe("b"));
  expect([at(open, 40), at(open, 100), at(open, 150)]).toEqual(["a", undefined, "c"]);
});

test("couriers stay at their places when the map is moved, and leave with their duty", async () => {
  const open = openMap();
  open.layer.show([courier("a", 50)]);
  await vi.waitFor(() => expect(at(open, 50)).toBe("a"));
  open.view.left = 30;
  open.view.listeners.get("move")?.();
  expect([at(open, 20), at(open, 50)]).toEqual(["a", undefined]);
  open.layer.show([]);
  await vi.waitFor(() => expect(at(open, 20)).toBeUndefined());
  open.layer.remove();
  expect(open.box.childElementCount).toBe(0);
});
