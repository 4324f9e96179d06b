import { gunzipSync } from "node:zlib";
import { Refusal } from "#kernel/refusal.ts";
import type { MapStore } from "#server/geo/map-store.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";

/** Panning over a town asks for dozens of tiles at once. */
const TILES_PER_MINUTE = 6000;
/** A tile whose address names the map's version never changes. */
const FOR_EVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

/** The basemap: what is on it and its vector tiles. Nothing here is about a person. */
export function mapRoutes(store: MapStore): RawRoute[] {
  return [
    {
      id: "mapMeta",
      method: "GET",
      path: "/map/meta.json",
      needs: "anyone",
      summary: "Bounds, credit and tile address of the basemap",
      run: (request) => meta(store, request),
    },
    {
      id: "mapTile",
      method: "GET",
      path: "/map/tiles/:z/:x/:y.mvt",
      needs: "anyone",
      summary: "One vector tile of the basemap",
      run: (request) => tile(store, request),
      limitPerMinute: TILES_PER_MINUTE,
    },
  ];
}

/** @throws Refusal `http.not-found` while no map is imported */
async function meta(store: MapStore, request: RawRequest): Promise<RawReply> {
  const map = await store.meta();
  if (!map) throw new Refusal("http.not-found");
  const etag = `"${map.version}"`;
  const headers = { etag, "cache-control": ASK_AGAIN };
  if (request.header("if-none-match") === etag) return { status: 304, headers, body: null };
  const body = JSON.stringify({ ...map, tiles: `/map/tiles/{z}/{x}/{y}.mvt?v=${map.version}` });
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body };
}

/** @throws Refusal `http.not-found` for no tile address, or while no map is imported */
async function tile(store: MapStore, request: RawRequest): Promise<RawReply> {
  const { z, x, y } = addressOf(request.params);
  const map = await store.meta();
  if (!map) throw new Refusal("http.not-found");
  const etag = `"${map.version}"`;
  const cache = request.query["v"] === map.version ? FOR_EVER : ASK_AGAIN;
  const headers = { etag, vary: "accept-encoding", "cache-control": cache };
  if (request.header("if-none-match") === etag) return { status: 304, headers, body: null };
  const bytes = await store.tile(z, x, y);
  if (!bytes) return { status: 204, headers, body: null };
  const typed = { ...headers, "content-type": "application/vnd.mapbox-vector-tile" };
  return /\bgzip\b/.test(request.header("accept-encoding") ?? "")
    ? { status: 200, headers: { ...typed, "content-encoding": "gzip" }, body: bytes }
    : { status: 200, headers: typed, body: gunzipSync(bytes) };
}

/** @throws Refusal `http.not-found` for anything but a tile that can exist */
function addressOf(params: RawRequest["params"]): { z: number; x: number; y: number } {
  const [z, x, y] = ["z", "x", "y"].map((name) => {
    const text = params[name];
    if (!text || !/^\d{1,8}$/.test(text)) throw new Refusal("http.not-found");
    return Number(text);
  });
  if (z === undefined || x === undefined || y === undefined || z > 26 || Math.max(x, y) >= 2 ** z)
    throw new Refusal("http.not-found");
  return { z, x, y };
}
