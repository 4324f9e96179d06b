import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Bounds } from "./osm.ts";
import { readOsm } from "./osm-read.ts";
import { osmPbf } from "./osm-write.ts";
import { placesOf } from "./places.ts";
import { pmtiles, type Tile } from "./pmtiles-write.ts";
import { roadExtract, ROADS_SOURCE } from "./road-extract.ts";
import { LAYERS, shapesOf, thingsOf } from "./shapes.ts";
import { countTiles, cutTiles, MAX_ZOOM, MIN_ZOOM } from "./tiles.ts";

export const MAP_FILES = { tiles: "map.pmtiles", places: "places.ndjson", meta: "meta.json" } as const;

/** Contents of `meta.json` of an imported map. */
export interface MapMeta {
  readonly name: string;
  /** Changes when the map's content does: browsers keep tiles of a version for ever. */
  readonly version: string;
  readonly bounds: Bounds;
  readonly center: readonly [lon: number, lat: number];
  readonly minZoom: number;
  readonly maxZoom: number;
  /** A credit to show on the map, or none for data of our own. */
  readonly attribution: string | null;
  /** Whether it has a coast: what lies beyond its land is then sea. */
  readonly hasSea: boolean;
  readonly generator: string;
  readonly counts: {
    readonly tiles: number;
    readonly addresses: number;
    readonly streets: number;
    readonly pois: number;
  };
}

export const OSM_ATTRIBUTION = "© OpenStreetMap contributors";
const STEPS = ["read", "shape", "tiles", "places", "write"] as const;
export type ImportStep = (typeof STEPS)[number];

/** Told at the start of each step and, for tiles, now and then; `of` is 0 where the amount is unknown. */
export type ImportProgress = (step: ImportStep, done: number, of: number) => void;

export interface ImportOptions {
  readonly name?: string;
  readonly attribution?: string | null;
  readonly signal?: AbortSignal;
  /** Completes the new folder before it takes the old one's place. */
  readonly finish?: (folder: string) => Promise<void>;
}

/**
 * Turns an `.osm.pbf` into a folder with tiles, places and a description. The folder appears whole or not at all.
 *
 * @throws UnreadableMap when the file is no map; the signal's reason when cancelled
 */
export async function importMap(
  file: string,
  targetFolder: string,
  progress: ImportProgress = () => undefined,
  options: ImportOptions = {},
): Promise<MapMeta> {
  const { signal } = options;
  progress("read", 0, 0);
  const data = await readOsm(file, signal);
  await pause(signal);
  progress("shape", 0, 0);
  const things = thingsOf(data);
  const shapes = shapesOf(data, things);
  await pause(signal);
  const tiles: Tile[] = [];
  const of = countTiles(data.bounds);
  let done = 0;
  for await (const tile of cutTiles(shapes, data.bounds)) {
    signal?.throwIfAborted();
    if (done % 50 === 0) progress("tiles", done, of);
    done += 1;
    if (tile) tiles.push(tile);
  }
  await pause(signal);
  progress("places", 0, 0);
  const places = placesOf(things);
  const count = (kind: string) => places.filter((p) => p.kind === kind).length;
  await pause(signal);
  progress("write", 0, 0);
  const archive = pmtiles(tiles, data.bounds, { vector_layers: LAYERS.map((id) => ({ id, fields: {} })) });
  const lines = places.map((place) => `${JSON.stringify(place)}\n`).join("");
  const [west, south, east, north] = data.bounds;
  const meta: MapMeta = {
    name: options.name ?? path.basename(file).replace(/(\.osm)?\.pbf$/, ""),
    version: createHash("sha256").update(archive).update(lines).digest("hex").slice(0, 16),
    bounds: data.bounds,
    center: [(west + east) / 2, (south + north) / 2],
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    attribution: options.attribution === undefined ? OSM_ATTRIBUTION : options.attribution,
    hasSea: things.some((thing) => thing.tags["natural"] === "coastline"),
    generator: "waybill",
    counts: {
      tiles: tiles.length,
      addresses: count("address"),
      streets: count("street"),
      pois: count("poi"),
    },
  };
  const files = {
    [MAP_FILES.tiles]: archive,
    [MAP_FILES.places]: lines,
    [MAP_FILES.meta]: JSON.stringify(meta, null, 2),
    [ROADS_SOURCE]: osmPbf(roadExtract(data)),
  };
  await replaceFolder(targetFolder, files, options.finish);
  return meta;
}

/** Lets other work run and stops when asked to. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise(setImmediate);
  signal?.throwIfAborted();
}

/** Writes beside the target, then swaps by renaming. */
async function replaceFolder(
  target: string,
  files: Readonly<Record<string, string | Buffer>>,
  finish: ((folder: string) => Promise<void>) | undefined,
): Promise<void> {
  const fresh = `${target}.new-${process.pid}`;
  const old = `${target}.old-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(path.join(fresh, name), content)),
  );
  await finish?.(fresh);
  await rename(target, old).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  });
  await rename(fresh, target);
  await rm(old, { recursive: true, force: true });
}
