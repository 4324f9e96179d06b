import { gzipSync } from "node:zlib";
import type { Geometry } from "geojson";
import { GeoJSONVT, type GeoJSONVTTile } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Bounds } from "./osm.ts";
import type { Tile } from "./pmtiles-write.ts";
import { LAYERS, type Layer, type Shape } from "./shapes.ts";

export const MIN_ZOOM = 10;
export const MAX_ZOOM = 15;
const EXTENT = 4096;
/** Tile units beyond the edge, so that wide lines and labels do not break there. */
const BUFFER = 64;

/** Shapes of one layer that appear at one zoom, indexed. */
interface Sheet {
  readonly layer: Layer;
  readonly minZoom: number;
  readonly index: GeoJSONVT;
}

/** Cuts shapes into gzipped vector tiles, zoom by zoom, with a breath for other work after each column. */
export async function* cutTiles(shapes: readonly Shape[], bounds: Bounds): AsyncGenerator<Tile | undefined> {
  const sheets = sheetsOf(shapes);
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const { low, high } = tileRange(bounds, z);
    for (let x = low.x; x <= high.x; x++) {
      for (let y = low.y; y <= high.y; y++) yield tileAt(sheets, z, x, y);
      // oxlint-disable-next-line no-await-in-loop
      await new Promise(setImmediate);
    }
  }
}

/** How many tiles there will be at most. */
export function countTiles(bounds: Bounds): number {
  let count = 0;
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const { low, high } = tileRange(bounds, z);
    count += (high.x - low.x + 1) * (high.y - low.y + 1);
  }
  return count;
}

function sheetsOf(shapes: readonly Shape[]): Sheet[] {
  const groups = new Map<string, Shape[]>();
  for (const shape of shapes) {
    const key = `${LAYERS.indexOf(shape.layer)} ${shape.minZoom}`;
    const group = groups.get(key);
    if (group) group.push(shape);
    else groups.set(key, [shape]);
  }
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    return first ? [{ layer: first.layer, minZoom: first.minZoom, index: indexOf(group) }] : [];
  });
}

function indexOf(group: readonly Shape[]): GeoJSONVT {
  const features = group.map(({ tags, geometry }) => ({
    type: "Feature" as const,
    properties: { ...tags },
    geometry: copy(geometry),
  }));
  return new GeoJSONVT(
    { type: "FeatureCollection", features },
    {
      maxZoom: MAX_ZOOM,
      indexMaxZoom: MIN_ZOOM,
      indexMaxPoints: 0,
      extent: EXTENT,
      buffer: BUFFER,
      tolerance: 3,
    },
  );
}

/** GeoJSON's types want mutable lists; the index copies the numbers and never writes to them. */
function copy(geometry: Shape["geometry"]): Geometry {
  return geometry as unknown as Geometry;
}

function tileAt(sheets: readonly Sheet[], z: number, x: number, y: number): Tile | undefined {
  const layers: Record<string, GeoJSONVTTile> = {};
  for (const sheet of sheets) {
    if (sheet.minZoom > z) continue;
    const tile = sheet.index.getTile(z, x, y);
    if (!tile || tile.features.length === 0) continue;
    const before = layers[sheet.layer];
    layers[sheet.layer] = before ? { ...before, features: [...before.features, ...tile.features] } : tile;
  }
  if (Object.keys(layers).length === 0) return undefined;
  return { z, x, y, bytes: gzipSync(fromGeojsonVt(layers, { version: 2, extent: EXTENT })) };
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

function tileRange([west, south, east, north]: Bounds, z: number): { low: Spot; high: Spot } {
  return { low: tileOf(west, north, z), high: tileOf(east, south, z) };
}

/** Web Mercator tile numbers. */
export function tileOf(lon: number, lat: number, z: number): Spot {
  const size = 2 ** z;
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  const x = (lon + 180) / 360;
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  const clamp = (v: number) => Math.max(0, Math.min(size - 1, Math.floor(v * size)));
  return { x: clamp(x), y: clamp(y) };
}
