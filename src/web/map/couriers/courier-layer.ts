import type { Map as MapLibre } from "maplibre-gl";
import type { MapMarker } from "../model.ts";

/** In pixels of the map's box. */
interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Pictures of couriers on a canvas above the map: where they move, the map is not drawn again. */
export interface CourierLayer {
  show(couriers: readonly MapMarker[]): void;
  setPicture(picture: HTMLCanvasElement): void;
  /** The courier whose picture is uppermost there. */
  at(pixel: Pixel): MapMarker | undefined;
  remove(): void;
}

/** Side of a picture in pixels of the page, and how near to its middle a press counts. */
const SIZE = 40;
const REACH = 16;

interface Placed extends Pixel {
  readonly courier: MapMarker;
}

/** Lays it over a map that is never turned or tilted. */
export function startCourierLayer(map: MapLibre): CourierLayer {
  const canvas = document.createElement("canvas");
  canvas.className = "map-couriers";
  canvas.setAttribute("aria-hidden", "true");
  map.getCanvasContainer().append(canvas);
  const pen = canvas.getContext("2d");
  let couriers: readonly MapMarker[] = [];
  let picture: HTMLCanvasElement | undefined;
  let placed: readonly Placed[] = [];
  let frame = 0;

  const draw = (): void => {
    frame = 0;
    if (couriers.length === 0 && placed.length === 0) return;
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const scale = devicePixelRatio;
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    placed = couriers
      .map((courier) => ({ courier, ...pixelOf(map, courier) }))
      .filter(({ x, y }) => x > -SIZE && y > -SIZE && x < width + SIZE && y < height + SIZE);
    if (!pen) return;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!picture) return;
    for (const { courier, x, y } of placed) {
      pen.globalAlpha = courier.faded === true ? 0.5 : 1;
      pen.drawImage(picture, x - SIZE / 2, y - SIZE / 2, SIZE, SIZE);
    }
  };
  const drawSoon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  // In the frame in which the map itself is drawn elsewhere.
  map.on("move", draw);
  map.on("resize", draw);
  return {
    show(next) {
      couriers = next;
      drawSoon();
    },
    setPicture(next) {
      picture = next;
      drawSoon();
    },
    at: (pixel) => placed.findLast(({ x, y }) => Math.hypot(pixel.x - x, pixel.y - y) <= REACH)?.courier,
    remove() {
      cancelAnimationFrame(frame);
      canvas.remove();
    },
  };
}

function pixelOf(map: MapLibre, { point }: MapMarker): Pixel {
  const { x, y } = map.project([point.lon, point.lat]);
  return { x, y };
}
