import type { StyleSpecification } from "maplibre-gl";
import type { MapMeta } from "./meta.ts";
import { type MapTheme, PALETTES } from "./palette.ts";
import { labelLayers } from "./style-labels.ts";
import { landLayers } from "./style-land.ts";
import { overlayLayers, overlaySources } from "./style-overlay.ts";
import { roadLayers } from "./style-roads.ts";
import { BASE, KEPT_FIRST } from "./style-tools.ts";

/** Our whole map: one tile source of our own, no glyphs, no sprites, no other host. */
export function mapStyle(meta: MapMeta, theme: MapTheme): StyleSpecification {
  const palette = PALETTES[theme];
  const overlay = overlayLayers(palette);
  return {
    version: 8,
    sources: {
      [BASE]: {
        type: "vector",
        tiles: [`${KEPT_FIRST}://${addressOf(meta.tiles)}`],
        minzoom: meta.minZoom,
        maxzoom: meta.maxZoom,
        bounds: [...meta.bounds],
      },
      ...overlaySources,
    },
    layers: [
      {
        id: "background",
        type: "background",
        paint: { "background-color": meta.hasSea ? palette.water : palette.land },
      },
      ...landLayers(palette),
      ...roadLayers(palette),
      ...overlay.below,
      ...labelLayers(palette),
      ...overlay.above,
    ],
  };
}

const addressOf = (tiles: string): string =>
  new URL(tiles, location.href).href.replaceAll("%7B", "{").replaceAll("%7D", "}");
