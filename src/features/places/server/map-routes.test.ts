import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/http/app.ts";
import type { Db } from "#server/db/db.ts";
import type { MapMeta } from "#server/geo/import-map.ts";
import { importTown } from "#engines/town/import-town.ts";
import { mapStore, type MapStore } from "#server/geo/map-store.ts";
import { tileOf } from "#server/geo/tiles.ts";
import { mapRoutes } from "./map-routes.ts";

let folder: string;
let meta: MapMeta;
let store: MapStore;
let app: Awaited<ReturnType<typeof buildApp>>;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-map-"));
  store = mapStore(path.join(folder, "map"));
  app = await buildApp({
    db: {} as Db, // no map route touches the database
    routes: [],
    rawRoutes: mapRoutes(store),
    refusals: { "http.not-found": [404, "", "go-back"] },
    actorOf: () => Promise.resolve({ kind: "guest", orgId: "", roles: [] }),
    clock: () => 0,
    log: silent,
    headers: {},
    trustProxy: [],
    limitFactor: 0,
  });
});
afterAll(async () => {
  await app.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("before any import there is no map", async () => {
  expect((await get("/map/meta.json")).statusCode).toBe(404);
  expect((await get("/map/tiles/14/0/0.mvt")).statusCode).toBe(404);
});

test("an import is served without a restart", async () => {
  ({ meta } = await importTown(path.join(folder, "map")));
  const answer = await get("/map/meta.json");
  expect(answer.json()).toMatchObject({
    version: meta.version,
    attribution: null,
    tiles: `/map/tiles/{z}/{x}/{y}.mvt?v=${meta.version}`,
  });
  const again = await get("/map/meta.json", { "if-none-match": String(answer.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test("a tile comes as it is stored, gzipped, and is kept for ever when its version is named", async () => {
  const { x, y } = tileOf(...meta.center, 15);
  const url = `/map/tiles/15/${x}/${y}.mvt`;
  const packed = await get(`${url}?v=${meta.version}`, { "accept-encoding": "gzip, br" });
  expect(packed.headers).toMatchObject({
    "content-type": "application/vnd.mapbox-vector-tile",
    "content-encoding": "gzip",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const plain = await get(url);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.headers["cache-control"]).toBe("no-cache");
  expect(plain.rawPayload.equals(gunzipSync(packed.rawPayload))).toBe(true);
  expect((await get(url, { "if-none-match": String(plain.headers.etag) })).statusCode).toBe(304);
});

test("an empty tile has no content, and what is no tile is not found", async () => {
  expect((await get("/map/tiles/14/0/0.mvt")).statusCode).toBe(204);
  for (const url of [
    "/map/tiles/2/4/0.mvt",
    "/map/tiles/a/0/0.mvt",
    "/map/tiles/27/0/0.mvt",
    "/map/tiles/1/-1/0.mvt",
  ])
    expect((await get(url)).statusCode, url).toBe(404);
});
