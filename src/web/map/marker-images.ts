import type { Map as MapLibre } from "maplibre-gl";
import type { Palette } from "./palette.ts";

/** Pictures are drawn at twice their size, sharp on every screen we saw. */
const SCALE = 2;
const SIZE = 40;

interface Look {
  readonly fill: string;
  readonly ink: string;
  readonly edge: string;
}

type Draw = (c: CanvasRenderingContext2D, look: Look) => void;

/** The shape names the kind, not only its colour: up = pickup, square = drop-off, round = stop, arrow = courier. */
const SHAPES: Readonly<Record<string, Draw>> = {
  stop: (c, look) => disc(c, look, 14),
  pickup: (c, look) => {
    disc(c, look, 15);
    arrow(c, look.ink, -1);
  },
  dropoff: (c, look) => {
    box(c, look);
    arrow(c, look.ink, 1);
  },
  courier: (c, look) => {
    disc(c, look, 13);
    wheels(c, look.ink);
  },
};

/** Adds the marker pictures of a palette; again after the style was changed. */
export function addMarkerImages(map: MapLibre, p: Palette): void {
  const plain: Look = { fill: p.marker, ink: p.onMarker, edge: p.halo };
  const bright: Look = { fill: p.accent, ink: p.onAccent, edge: p.halo };
  for (const [kind, draw] of Object.entries(SHAPES)) {
    put(map, `wb-${kind}`, draw, kind === "courier" ? bright : plain);
    put(map, `wb-${kind}-selected`, draw, { ...bright, edge: p.marker });
  }
}

/** Adds the picture of a kind in a colour of its own: `wb-stop#d04720`. */
export function addColouredImage(map: MapLibre, p: Palette, id: string): void {
  const [kind = "", fill] = id.slice("wb-".length).split("#");
  const draw = SHAPES[kind];
  if (draw && fill !== undefined) put(map, id, draw, { fill: `#${fill}`, ink: p.halo, edge: p.halo });
}

/** A courier's picture of a palette, 40 pixels of the page wide. */
export const courierPicture = (p: Palette): HTMLCanvasElement =>
  drawn(SHAPES["courier"], { fill: p.accent, ink: p.onAccent, edge: p.halo });

function drawn(draw: Draw | undefined, look: Look): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE * SCALE;
  canvas.height = SIZE * SCALE;
  const context = canvas.getContext("2d");
  if (!context || !draw) return canvas;
  context.scale(SCALE, SCALE);
  context.translate(SIZE / 2, SIZE / 2);
  draw(context, look);
  return canvas;
}

function put(map: MapLibre, id: string, draw: Draw, look: Look): void {
  const canvas = drawn(draw, look);
  const image = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  if (!image) return;
  if (map.hasImage(id)) map.removeImage(id);
  map.addImage(id, image, { pixelRatio: SCALE });
}

function paint(c: CanvasRenderingContext2D, { fill, edge }: Look): void {
  c.shadowColor = "rgb(10 12 40 / 0.35)";
  c.shadowBlur = 4 * SCALE;
  c.shadowOffsetY = SCALE;
  c.fillStyle = fill;
  c.fill();
  c.shadowColor = "transparent";
  c.lineWidth = 2.5;
  c.strokeStyle = edge;
  c.stroke();
}

function disc(c: CanvasRenderingContext2D, look: Look, radius: number): void {
  c.beginPath();
  c.arc(0, 0, radius, 0, 2 * Math.PI);
  paint(c, look);
}

function box(c: CanvasRenderingContext2D, look: Look): void {
  c.beginPath();
  c.roundRect(-13, -13, 26, 26, 6);
  paint(c, look);
}

/** `way` −1 points up (pickup), 1 down (drop-off). */
function arrow(c: CanvasRenderingContext2D, ink: string, way: 1 | -1): void {
  c.beginPath();
  c.moveTo(0, -6 * way);
  c.lineTo(0, 6 * way);
  c.moveTo(-5, way);
  c.lineTo(0, 6 * way);
  c.lineTo(5, way);
  c.lineWidth = 2.5;
  c.lineCap = "round";
  c.lineJoin = "round";
  c.strokeStyle = ink;
  c.stroke();
}

/** Two wheels and a frame. */
function wheels(c: CanvasRenderingContext2D, ink: string): void {
  c.lineWidth = 1.8;
  c.strokeStyle = ink;
  for (const x of [-4.5, 4.5]) {
    c.beginPath();
    c.arc(x, 2, 3.2, 0, 2 * Math.PI);
    c.stroke();
  }
  c.beginPath();
  c.moveTo(-4.5, 2);
  c.lineTo(-1, -4);
  c.lineTo(3, -4);
  c.lineTo(4.5, 2);
  c.stroke();
}
