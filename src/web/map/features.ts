import type { Feature, FeatureCollection } from "geojson";
import type { GeoJSONSourceDiff } from "maplibre-gl";
import type { Point, Polygon } from "#kernel/geo.ts";
import type { MapLine, MapMarker, MapZone } from "./model.ts";

const position = ({ lon, lat }: Point): [number, number] => [lon, lat];

/** Selected markers are drawn last, couriers over stops. */
const ORDER: Readonly<Record<MapMarker["kind"], number>> = { stop: 0, dropoff: 1, pickup: 2, courier: 3 };

export function markerFeature(marker: MapMarker): Feature {
  const selected = marker.selected ?? false;
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: position(marker.point) },
    properties: {
      id: marker.id,
      kind: marker.kind,
      number: marker.number === undefined ? "" : String(marker.number),
      selected,
      faded: marker.faded ?? false,
      ...marker.hue,
      order: ORDER[marker.kind] + (selected ? 10 : 0),
    },
  };
}

export function lineFeature(line: MapLine): Feature {
  return {
    type: "Feature",
    geometry: { type: "LineString", coordinates: line.points.map(position) },
    properties: { id: line.id, kind: line.kind ?? "route", faded: line.faded ?? false, ...line.hue },
  };
}

export const zoneFeature = ({ id, polygon, hue, selected }: MapZone, at: number): Feature => ({
  type: "Feature",
  geometry: { type: "Polygon", coordinates: polygon.coordinates.map((ring) => ring.map(([x, y]) => [x, y])) },
  properties: { id, ...hue, selected, order: -at },
});

/** A ring around everything: what is not served is drawn as this with the area cut out. */
const EVERYWHERE = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];

export function areaFeatures(area: Polygon | undefined): FeatureCollection {
  if (!area) return { type: "FeatureCollection", features: [] };
  const rings = area.coordinates.map((ring) => ring.map(([lon, lat]) => [lon, lat]));
  const outside: Feature = {
    type: "Feature",
    geometry: { type: "Polygon", coordinates: [EVERYWHERE, ...rings.slice(0, 1)] },
    properties: { part: "outside" },
  };
  const edge: Feature = {
    type: "Feature",
    geometry: { type: "MultiLineString", coordinates: rings },
    properties: { part: "edge" },
  };
  return { type: "FeatureCollection", features: [outside, edge] };
}

/** Compares two lists of features, by their `id` property; `undefined` when nothing did. */
export function changes(
  before: ReadonlyMap<string, Feature>,
  after: ReadonlyMap<string, Feature>,
): GeoJSONSourceDiff | undefined {
  const remove = [...before.keys()].filter((id) => !after.has(id));
  const add = [...after].flatMap(([id, feature]) => (same(before.get(id), feature) ? [] : [feature]));
  return remove.length + add.length > 0 ? { remove, add } : undefined;
}

const same = (a: Feature | undefined, b: Feature): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);

export const byId = (features: readonly Feature[]): Map<string, Feature> =>
  new Map(features.map((feature) => [String(feature.properties?.["id"]), feature]));
