import { existsSync } from "node:fs";
import { mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { PbfReader } from "pbf";
import { Compression, PMTiles } from "pmtiles";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { houseNumbers, addressLine } from "./address-line.ts";
import { importMap, MAP_FILES } from "./import-map.ts";
import { importTown } from "#engines/town/import-town.ts";
import { UnreadableMap } from "./osm-read.ts";
import type { PlaceRecord } from "./places.ts";
import { pmtiles } from "./pmtiles-write.ts";
import { ROADS_SOURCE } from "./road-extract.ts";
import { tileOf } from "./tiles.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "waybill-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tileIn(target: string, z: number, x: number, y: number): Promise<Buffer | undefined> {
  const handle = await open(path.join(target, MAP_FILES.tiles));
  const archive = new PMTiles({
    getKey: () => target,
    getBytes: async (offset, length) => {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: offset });
      return { data: new Uint8Array(buffer).buffer };
    },
  });
  const tile = await archive.getZxy(z, x, y);
  await handle.close();
  return tile && Buffer.from(tile.data);
}

function layersOf(tile: Buffer): string[] {
  const names: string[] = [];
  new PbfReader(tile).readFields((tag, _result, pbf) => {
    if (tag !== 3) return;
    const end = pbf.readVarint() + pbf.pos;
    pbf.readFields((inner, _none, layer) => void (inner === 1 && names.push(layer.readString())), null, end);
  }, null);
  return names;
}

const placesIn = async (target: string): Promise<PlaceRecord[]> =>
  (await readFile(path.join(target, MAP_FILES.places), "utf8"))
    .trim()
    .split("\n")
    .map((line): PlaceRecord => JSON.parse(line));

describe("importing the demo town", () => {
  test("writes tiles with every layer, places and a description without a foreign credit", async () => {
    const target = path.join(folder, "town");
    const steps: string[] = [];
    const { meta, town } = await importTown(
      target,
      (step) => void (steps.at(-1) === step || steps.push(step)),
    );
    expect(steps).toEqual(["read", "shape", "tiles", "places", "write"]);
    expect(meta).toMatchObject({ name: town.name, attribution: null, minZoom: 10, maxZoom: 15 });
    const { x, y } = tileOf(...meta.center, 15);
    const tile = await tileIn(target, 15, x, y);
    for (const layer of ["earth", "landuse", "water", "roads", "buildings", "pois", "housenumbers"])
      expect(tile && layersOf(tile)).toContain(layer);
    const places = await placesIn(target);
    expect(places.filter((p) => p.kind === "address")).toHaveLength(meta.counts.addresses);
    expect(places).toContainEqual(
      expect.objectContaining({ kind: "street", label: "Brückenstraße", city: town.name }),
    );
    expect(places).toContainEqual(
      expect.objectContaining({ kind: "poi", label: "Rathaus", precision: "rooftop" }),
    );
  });

  test("gives the same version again, and leaves nothing but its files", async () => {
    const target = path.join(folder, "twice");
    const first = await importTown(target);
    const second = await importTown(target);
    expect(second.meta).toEqual(first.meta);
    expect((await readdir(target)).toSorted()).toEqual(
      [...Object.values(MAP_FILES), ROADS_SOURCE].toSorted(),
    );
    expect(
      (await readdir(folder)).filter((name) => name.includes(".new-") || name.includes(".old-")),
    ).toEqual([]);
  });

  test("stops when cancelled and leaves the old map as it was", async () => {
    const target = path.join(folder, "cancelled");
    const { meta } = await importTown(target);
    const cancel = new AbortController();
    const again = importTown(target, (step) => void (step === "tiles" && cancel.abort()), {
      seed: 3,
      signal: cancel.signal,
    });
    await expect(again).rejects.toThrow(/abort/i);
    expect(JSON.parse(await readFile(path.join(target, MAP_FILES.meta), "utf8"))).toEqual({ ...meta });
  });
});

describe("files that are no map", () => {
  test.each([
    ["text", Buffer.from("hello, this is no map at all")],
    ["nothing", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(4096)],
  ])("are refused: %s", async (name, bytes) => {
    const file = path.join(folder, `${name}.osm.pbf`);
    await writeFile(file, bytes);
    await expect(importMap(file, path.join(folder, "never"))).rejects.toThrow(UnreadableMap);
    expect(existsSync(path.join(folder, "never"))).toBe(false);
  });

  test("a missing one is refused too", async () => {
    await expect(importMap(path.join(folder, "absent.osm.pbf"), path.join(folder, "never"))).rejects.toThrow(
      UnreadableMap,
    );
  });
});

const MONACO = "../shared/data/osm/monaco.osm.pbf";
describe.skipIf(!existsSync(MONACO))(
  "a real extract (skipped where ../shared/data/osm/monaco.osm.pbf is absent)",
  () => {
    test("gets land and sea, a credit, and addresses with every number of a list", async () => {
      const target = path.join(folder, "monaco");
      const meta = await importMap(MONACO, target);
      expect(meta.attribution).toBe("© OpenStreetMap contributors");
      expect(meta.counts.streets).toBeGreaterThan(150);
      const [west, south] = meta.bounds;
      const corner = tileOf(west, south, 14);
      expect(await tileIn(target, 14, corner.x, corner.y)).toBeDefined();
      const places = await placesIn(target);
      expect(places.filter((p) => /[;,]/.test(p.houseNumber ?? ""))).toEqual([]);
      expect(places).toContainEqual(
        expect.objectContaining({ kind: "poi", label: "Gucci", houseNumber: "1" }),
      );
    });
  },
);

describe("address lines", () => {
  test.each([
    ["Lindenstraße", "12", "Lindenstraße 12"],
    ["Sutter Street", "500", "500 Sutter Street"],
    ["Rue Grimaldi", "12", "12 Rue Grimaldi"],
  ])("%s %s reads %s", (street, number, line) => expect(addressLine(street, number)).toBe(line));

  test("a list of numbers becomes one address each", () => {
    expect(houseNumbers("323;325, 333;323")).toEqual(["323", "325", "333"]);
  });
});

test("an archive of many tiles points from its root at leaves", async () => {
  const target = path.join(folder, "many");
  const tiles = Array.from({ length: 20_000 }, (_, i) => ({
    z: 12,
    x: i % 200,
    y: Math.floor(i / 200),
    bytes: Buffer.from(`${i}`.repeat((i % 7) + 1)),
  }));
  const archive = pmtiles(tiles, [-180, -85, 180, 85], {});
  await writeFile(`${target}.pmtiles`, archive);
  const source = new PMTiles(
    {
      getKey: () => "many",
      getBytes: async (offset, length) => ({
        data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
      }),
    },
    undefined,
    async (data, compression) =>
      compression === Compression.Gzip && new Uint8Array(data)[0] === 0x1f
        ? new Uint8Array(gunzipSync(data)).buffer
        : data,
  );
  for (const i of [0, 1, 199, 4096, 12_345, 19_999]) {
    const tile = await source.getZxy(12, i % 200, Math.floor(i / 200));
    expect(tile && Buffer.from(tile.data).toString()).toBe(`${i}`.repeat((i % 7) + 1));
  }
});
