import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";
import { FONT, grow } from "./style-tools.ts";

export const SOURCES = {
  zones: "wb-zones",
  area: "wb-area",
  lines: "wb-lines",
  markers: "wb-markers",
} as const;
export const MARKER_LAYER = "wb-marker";

const empty = { type: "FeatureCollection" as const, features: [] };

export const overlaySources: Readonly<Record<string, SourceSpecification>> = {
  [SOURCES.zones]: { type: "geojson", data: empty, promoteId: "id" },
  [SOURCES.area]: { type: "geojson", data: empty },
  [SOURCES.lines]: { type: "geojson", data: empty, promoteId: "id" },
  [SOURCES.markers]: { type: "geojson", data: empty, promoteId: "id" },
};

/** Draws our own layers on the map: area and routes below the names, markers above everything. */
export function overlayLayers(p: Palette): { below: LayerSpecification[]; above: LayerSpecification[] } {
  /** A line's own colour, if it has one. */
  const hue: ExpressionSpecification = ["coalesce", ["get", p.hue], p.route];
  const round = { "line-cap": "round", "line-join": "round" } as const;
  return {
    below: [
      {
        id: "wb-zone",
        type: "fill",
        source: SOURCES.zones,
        layout: { "fill-sort-key": ["get", "order"] },
        paint: { "fill-color": ["get", p.hue], "fill-opacity": ["case", ["get", "selected"], 0.4, 0.22] },
      },
      {
        id: "wb-zone-edge",
        type: "line",
        source: SOURCES.zones,
        layout: { ...round, "line-sort-key": ["get", "order"] },
        paint: { "line-color": ["get", p.hue], "line-width": ["case", ["get", "selected"], 4, 2] },
      },
      {
        id: "wb-outside",
        type: "fill",
        source: SOURCES.area,
        filter: ["==", ["get", "part"], "outside"],
        paint: { "fill-color": p.outside, "fill-opacity": 0.45, "fill-antialias": false },
      },
      {
        id: "wb-area-edge",
        type: "line",
        source: SOURCES.area,
        filter: ["==", ["get", "part"], "edge"],
        layout: round,
        paint: { "line-color": p.area, "line-width": 2, "line-dasharray": [2, 2], "line-opacity": 0.8 },
      },
      {
        id: "wb-line-edge",
        type: "line",
        source: SOURCES.lines,
        filter: ["!", ["get", "faded"]],
        layout: round,
        paint: { "line-color": p.routeEdge, "line-width": grow([11, 5], [16, 10]), "line-opacity": 0.9 },
      },
      {
        id: "wb-line-faded",
        type: "line",
        source: SOURCES.lines,
        filter: ["get", "faded"],
        layout: round,
        paint: { "line-color": hue, "line-width": grow([11, 1.5], [16, 3]), "line-opacity": 0.45 },
      },
      {
        id: "wb-line",
        type: "line",
        source: SOURCES.lines,
        filter: ["all", ["!=", ["get", "kind"], "estimate"], ["!", ["get", "faded"]]],
        layout: round,
        paint: {
          "line-color": hue,
          "line-width": grow([11, 3], [16, 6]),
          "line-opacity": ["match", ["get", "kind"], "done", 0.4, 1],
        },
      },
      {
        id: "wb-line-estimate",
        type: "line",
        source: SOURCES.lines,
        filter: ["==", ["get", "kind"], "estimate"],
        paint: { "line-color": p.route, "line-width": grow([11, 3], [16, 5]), "line-dasharray": [2, 1.5] },
      },
    ],
    above: [
      {
        id: "wb-marker-halo",
        type: "circle",
        source: SOURCES.markers,
        filter: ["==", ["get", "selected"], true],
        paint: {
          "circle-radius": 24,
          "circle-color": p.accent,
          "circle-opacity": 0.45,
          "circle-translate": [0, 0],
        },
      },
      {
        id: MARKER_LAYER,
        type: "symbol",
        source: SOURCES.markers,
        layout: {
          "icon-image": [
            "concat",
            "wb-",
            ["get", "kind"],
            ["case", ["get", "selected"], "-selected", ["coalesce", ["get", p.hue], ""]],
          ],
          "icon-allow-overlap": true,
          "icon-anchor": "center",
          "text-field": ["get", "number"],
          "text-font": FONT,
          "text-size": 13,
          "text-allow-overlap": true,
          "symbol-sort-key": ["get", "order"],
        },
        paint: {
          "icon-opacity": ["case", ["get", "faded"], 0.5, 1],
          "text-color": ["case", ["get", "selected"], p.onAccent, ["has", p.hue], p.halo, p.onMarker],
        },
      },
    ],
  };
}
