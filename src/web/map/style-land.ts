import type { FillLayerSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";
import { BASE, grow, kinds } from "./style-tools.ts";

/** Ground, green, water and houses, bottom to top. */
export function landLayers(p: Palette): LayerSpecification[] {
  const fill = (
    id: string,
    names: readonly string[],
    color: string,
    minzoom = 10,
  ): FillLayerSpecification => ({
    id,
    type: "fill",
    source: BASE,
    "source-layer": "landuse",
    filter: kinds(...names),
    minzoom,
    paint: { "fill-color": color, "fill-antialias": false },
  });
  return [
    { id: "earth", type: "fill", source: BASE, "source-layer": "earth", paint: { "fill-color": p.land } },
    fill("farmland", ["farmland"], p.farmland),
    fill("meadow", ["meadow"], p.meadow),
    fill("residential", ["residential", "commercial"], p.residential),
    fill("industrial", ["industrial"], p.industrial),
    fill("institution", ["hospital", "campus"], p.institution, 12),
    fill("sand", ["sand"], p.sand, 12),
    fill("grass", ["grass", "allotments", "cemetery", "sports"], p.meadow, 11),
    fill("park", ["park"], p.park),
    fill("wood", ["wood"], p.wood),
    fill("pitch", ["pitch"], p.park, 14),
    fill("square", ["square", "parking"], p.square, 13),
    {
      id: "water",
      type: "fill",
      source: BASE,
      "source-layer": "water",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": p.water },
    },
    {
      id: "stream",
      type: "line",
      source: BASE,
      "source-layer": "water",
      filter: ["==", ["get", "kind"], "stream"],
      minzoom: 13,
      paint: { "line-color": p.water, "line-width": grow([13, 0.5], [18, 4]) },
    },
    {
      id: "buildings",
      type: "fill",
      source: BASE,
      "source-layer": "buildings",
      minzoom: 13.5,
      paint: {
        "fill-color": p.building,
        "fill-outline-color": p.buildingEdge,
        "fill-opacity": ["interpolate", ["linear"], ["zoom"], 13.5, 0, 14.5, 1],
      },
    },
  ];
}
