import type { ExpressionSpecification, LayerSpecification, LineLayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";
import { BASE, grow, kinds } from "./style-tools.ts";

interface RoadLook {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly fill: string;
  readonly edge: string;
  readonly minzoom: number;
  readonly width: readonly (readonly [number, number])[];
}

/** From lanes to main roads: wider and warmer the more traffic a street carries. */
function looks(p: Palette): RoadLook[] {
  const plain = { fill: p.road, edge: p.roadEdge };
  return [
    {
      id: "service",
      kinds: ["service"],
      ...plain,
      minzoom: 14.5,
      width: [
        [14, 0.6],
        [16, 2.5],
        [18, 7],
      ],
    },
    {
      id: "minor",
      kinds: ["minor", "pedestrian"],
      ...plain,
      minzoom: 13,
      width: [
        [13, 0.8],
        [15, 3.4],
        [16, 6],
        [18, 18],
      ],
    },
    {
      id: "tertiary",
      kinds: ["tertiary"],
      ...plain,
      minzoom: 12,
      width: [
        [12, 1],
        [14, 3.2],
        [16, 9],
        [18, 24],
      ],
    },
    {
      id: "secondary",
      kinds: ["secondary"],
      fill: p.secondary,
      edge: p.secondaryEdge,
      minzoom: 11,
      width: [
        [11, 1],
        [14, 4.4],
        [16, 11],
        [18, 28],
      ],
    },
    {
      id: "primary",
      kinds: ["primary", "highway"],
      fill: p.primary,
      edge: p.primaryEdge,
      minzoom: 10,
      width: [
        [10, 1.2],
        [14, 5.2],
        [16, 13],
        [18, 32],
      ],
    },
  ];
}

const IS_BRIDGE: ExpressionSpecification = ["==", ["get", "level"], "bridge"];
const IS_TUNNEL: ExpressionSpecification = ["==", ["get", "level"], "tunnel"];

/** Rails and paths, then all edges, then all fills, so that crossings run together; bridges once more on top. */
export function roadLayers(p: Palette): LayerSpecification[] {
  const roads = looks(p);
  const ground: ExpressionSpecification = ["!", IS_BRIDGE];
  return [
    line("rail", kinds("rail"), { "line-color": p.rail, "line-width": grow([11, 0.8], [16, 2.4]) }, 11),
    line(
      "rail-ties",
      kinds("rail"),
      { "line-color": p.land, "line-width": grow([13, 0.4], [16, 1.2]), "line-dasharray": [4, 4] },
      13,
    ),
    line(
      "ferry",
      kinds("ferry"),
      { "line-color": p.waterLabel, "line-width": 1, "line-dasharray": [4, 4] },
      12,
    ),
    line(
      "path",
      kinds("path"),
      { "line-color": p.path, "line-width": grow([14, 0.7], [18, 2.4]), "line-dasharray": [3, 2] },
      14,
    ),
    ...roads.map((road) => edge(road, ground, "")),
    ...roads.map((road) => fill(road, ground, "")),
    ...roads.map((road) => edge(road, IS_BRIDGE, "-bridge")),
    ...roads.map((road) => fill(road, IS_BRIDGE, "-bridge")),
  ];
}

function line(
  id: string,
  filter: ExpressionSpecification,
  paint: NonNullable<LineLayerSpecification["paint"]>,
  minzoom: number,
): LineLayerSpecification {
  const layout = { "line-cap": "round", "line-join": "round" } as const;
  const plain = paint["line-dasharray"] ? {} : { layout };
  return { id, type: "line", source: BASE, "source-layer": "roads", filter, minzoom, paint, ...plain };
}

const both = (a: ExpressionSpecification, b: ExpressionSpecification): ExpressionSpecification => [
  "all",
  a,
  b,
];

function edge(road: RoadLook, level: ExpressionSpecification, suffix: string): LineLayerSpecification {
  const wider = road.width.map(([zoom, pixels]): [number, number] => [zoom, pixels + (zoom < 14 ? 1 : 2)]);
  const paint = { "line-color": road.edge, "line-width": grow(...wider), "line-opacity": fade(0.4) };
  const layer = line(`${road.id}-edge${suffix}`, both(kinds(...road.kinds), level), paint, road.minzoom);
  // A bridge ends square, or its rounded edge would lie across the street it lands on.
  return { ...layer, layout: { "line-cap": suffix ? "butt" : "round", "line-join": "round" } };
}

function fill(road: RoadLook, level: ExpressionSpecification, suffix: string): LineLayerSpecification {
  const paint = { "line-color": road.fill, "line-width": grow(...road.width), "line-opacity": fade(0.6) };
  return line(`${road.id}${suffix}`, both(kinds(...road.kinds), level), paint, road.minzoom);
}

/** Tunnels shine through. */
const fade = (opacity: number): ExpressionSpecification => ["case", IS_TUNNEL, opacity, 1];
