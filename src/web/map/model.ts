import type { Point, Polygon, Ring } from "#kernel/geo.ts";

export interface MapMarker {
  readonly id: string;
  readonly kind: "pickup" | "dropoff" | "courier" | "stop";
  readonly point: Point;
  /** Shown in a `stop`. */
  readonly number?: number;
  readonly selected?: boolean;
  /** Drawn pale: it was there, and may not be any more. */
  readonly faded?: boolean;
  /** Colour of a `stop`, in place of the usual one. */
  readonly hue?: Hue | undefined;
}

export interface MapLine {
  readonly id: string;
  readonly points: readonly Point[];
  /** `estimate` is a straight line that stands for a road, drawn dashed. */
  readonly kind?: "route" | "done" | "estimate";
  /** In place of the usual colour. */
  readonly hue?: Hue | undefined;
  /** Drawn thin and pale: another route is looked at. */
  readonly faded?: boolean;
}

/** A colour on the light map and on the dark one. */
export interface Hue {
  readonly light: string;
  readonly dark: string;
}

/** A coloured part of the map; of those that overlap the first lies on top. */
export interface MapZone {
  readonly id: string;
  readonly polygon: Polygon;
  readonly hue: Hue;
  readonly selected: boolean;
}

/** A pin to put on the exact entrance: drag it, click the map, or move it by arrow keys. */
export interface MapPin {
  readonly point: Point;
  readonly onMove: (point: Point) => void;
  /** Enter on the pin. */
  readonly onConfirm?: () => void;
}

/** Draws a shape around markers: each press where it is active, else those with Shift. */
export interface MapLasso {
  readonly active: boolean;
  /** A line begins, or (false) is over or given up. */
  readonly onDraw: (isDrawing: boolean) => void;
  /** A closed shape, and the keys held at its end. */
  readonly onShape: (shape: Ring, keys: { readonly add: boolean; readonly remove: boolean }) => void;
  /** Escape, where no line is being drawn. */
  readonly onEnd: () => void;
}

export interface MapContent {
  readonly markers: readonly MapMarker[];
  readonly lines: readonly MapLine[];
  readonly area: Polygon | undefined;
  readonly zones: readonly MapZone[];
  /** Brought into view when it changes. */
  readonly fitTo: readonly Point[];
}

/** The server's own description of its map (`/map/meta.json`). */
export interface MapMeta {
  readonly version: string;
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  readonly center: readonly [number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly attribution: string | null;
  readonly hasSea: boolean;
  /** Address of a tile with {z}, {x} and {y}. */
  readonly tiles: string;
}
