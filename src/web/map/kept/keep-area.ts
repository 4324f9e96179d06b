import type { Point } from "#kernel/geo.ts";
import { mapMeta, type MapMeta } from "../meta.ts";
import { MAP_CACHE, dropMap, markMap, unmarkMap } from "./map-cache.ts";
import { KEPT_ENTRY, type KeptMap, readKept } from "./stored-map.ts";
import { boxAround, type Tile, tilesOf } from "../tile-grid.ts";

/** Room on the phone that the map may take, unpacked; ten stops in the demo town take 0.8 MB. */
const MOST_BYTES = 8_000_000;
/** Room that work on the phone may need: no map is stored once less is free. */
const SPARE_BYTES = 60_000_000;
const MARGIN_M = 1_000;
/** Choice of the person who removed the map. */
const REFUSED = "wb.no-stored-map";

const isRefused = (): boolean => {
  try {
    return localStorage.getItem(REFUSED) !== null;
  } catch {
    return false;
  }
};

/** Stores the map around the stops of the day, unless the person removed it before. */
export async function keepArea(points: readonly Point[]): Promise<void> {
  if (isRefused() || points.length === 0 || !("caches" in globalThis)) return;
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < SPARE_BYTES) return void (await dropMap());
  const meta = await mapMeta();
  const cache = await caches.open(MAP_CACHE);
  const box = boxAround(points, MARGIN_M);
  const kept = new Set<string>();
  let [bytes, maxZoom] = [0, meta.maxZoom];
  for (const tile of tilesOf(box, meta)) {
    if (tile.z > maxZoom) break;
    const url = addressOf(meta, tile);
    bytes += await keepTile(cache, url);
    kept.add(url);
    // Finer tiles do not fit: the engine enlarges those that do.
    if (bytes > MOST_BYTES) maxZoom = tile.z - 1;
  }
  const { west, south, east, north } = box;
  const entry: KeptMap = { meta: { ...meta, maxZoom, bounds: [west, south, east, north] }, bytes };
  await cache.put(KEPT_ENTRY, new Response(JSON.stringify(entry)));
  markMap();
  const old = (await cache.keys()).filter(({ url }) => !kept.has(url) && !url.endsWith(KEPT_ENTRY));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** @returns the tile's size in bytes */
async function keepTile(cache: Cache, url: string): Promise<number> {
  const stored = await cache.match(url);
  if (stored) return (await stored.blob()).size;
  const fresh = await fetch(url, { priority: "low" });
  if (!fresh.ok) throw new Error(`a tile answered ${fresh.status}`);
  const { size } = await fresh.clone().blob();
  await cache.put(url, fresh);
  return size;
}

const addressOf = ({ tiles }: MapMeta, { z, x, y }: Tile): string =>
  new URL(tiles.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y)), location.href)
    .href;

/** Removes the map from this device, and stores none until somebody asks for it. */
export async function removeArea(): Promise<void> {
  localStorage.setItem(REFUSED, "1");
  unmarkMap();
  await dropMap();
}

/** Stores it now, because somebody asked. */
export async function keepAreaAgain(points: readonly Point[]): Promise<KeptMap | undefined> {
  localStorage.removeItem(REFUSED);
  await keepArea(points);
  return readKept();
}
