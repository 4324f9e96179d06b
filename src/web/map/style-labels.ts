import type { ExpressionSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";
import { BASE, FONT, kinds } from "./style-tools.ts";

type Filter = ExpressionSpecification;
const NAME: ExpressionSpecification = ["get", "name"];

/** Names, least important first: where two collide, the later layer wins. */
export function labelLayers(p: Palette): SymbolLayerSpecification[] {
  const halo = { "text-halo-color": p.halo, "text-halo-width": 1.4 };
  return [
    {
      id: "housenumbers",
      ...spots("housenumbers", undefined, 16.4),
      layout: { "text-field": ["get", "number"], "text-font": FONT, "text-size": 10.5, "text-padding": 4 },
      paint: { "text-color": p.quietLabel, "text-halo-color": p.building, "text-halo-width": 1 },
    },
    {
      id: "pois",
      ...spots("pois", undefined, 15.5),
      layout: {
        "text-field": NAME,
        "text-font": FONT,
        "text-size": 11.5,
        "text-max-width": 8,
        "text-padding": 10,
        "text-optional": true,
      },
      paint: {
        "text-color": ["match", ["get", "kind"], ["park", "cemetery", "garden"], p.parkLabel, p.quietLabel],
        ...halo,
      },
    },
    {
      id: "landmarks",
      ...spots(
        "pois",
        kinds("hospital", "university", "station", "townhall", "park", "marketplace", "museum", "theatre"),
        13.6,
      ),
      layout: {
        "text-field": NAME,
        "text-font": FONT,
        "text-size": 12,
        "text-max-width": 8,
        "text-padding": 12,
      },
      paint: { "text-color": ["match", ["get", "kind"], ["park"], p.parkLabel, p.label], ...halo },
    },
    along(
      "river-name",
      spots("water", kinds("river"), 12),
      { "text-color": p.waterLabel, "text-halo-color": p.water, "text-halo-width": 1 },
      { size: 12.5, spacing: 0.12 },
    ),
    along(
      "minor-name",
      spots("roads", kinds("minor", "pedestrian", "service"), 14.6),
      { "text-color": p.quietLabel, ...halo },
      { size: 11.5 },
    ),
    along(
      "tertiary-name",
      spots("roads", kinds("tertiary"), 14),
      { "text-color": p.label, ...halo },
      { size: 12 },
    ),
    along(
      "main-name",
      spots("roads", kinds("secondary", "primary", "highway"), 13),
      { "text-color": p.label, ...halo },
      { size: 12.5 },
    ),
    {
      id: "quarters",
      ...spots("places", kinds("suburb", "quarter", "borough", "neighbourhood"), 12),
      maxzoom: 15.5,
      layout: {
        "text-field": NAME,
        "text-font": FONT,
        "text-size": 13,
        "text-letter-spacing": 0.08,
        "text-max-width": 7,
      },
      paint: { "text-color": p.quietLabel, ...halo, "text-opacity": 0.9 },
    },
    {
      id: "towns",
      ...spots("places", kinds("city", "town", "village"), 9),
      maxzoom: 13.5,
      layout: {
        "text-field": NAME,
        "text-font": FONT,
        "text-size": ["interpolate", ["linear"], ["zoom"], 10, 14, 13, 20],
      },
      paint: { "text-color": p.label, ...halo, "text-halo-width": 2 },
    },
  ];
}

function spots(layer: string, filter: Filter | undefined, minzoom: number) {
  return {
    type: "symbol" as const,
    source: BASE,
    "source-layer": layer,
    minzoom,
    ...(filter ? { filter } : {}),
  };
}

/** A name that follows its street or river. */
function along(
  id: string,
  spot: ReturnType<typeof spots>,
  paint: NonNullable<SymbolLayerSpecification["paint"]>,
  { size, spacing = 0 }: { readonly size: number; readonly spacing?: number },
): SymbolLayerSpecification {
  return {
    id,
    ...spot,
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": 320,
      "text-field": NAME,
      "text-font": FONT,
      "text-size": size,
      "text-letter-spacing": spacing,
      "text-max-angle": 35,
      "text-padding": 3,
    },
    paint,
  };
}
