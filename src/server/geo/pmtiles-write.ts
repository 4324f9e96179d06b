import { gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { zxyToTileId } from "pmtiles";
import type { Bounds } from "./osm.ts";

/** One vector tile, already gzipped. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Uint8Array;
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
}

const HEADER_BYTES = 127;
/** Header and root directory must fit in the first 16 KiB of the file. */
const ROOT_LIMIT = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 4096;
const GZIP = 2;
const MVT = 1;

/** Packs tiles into one PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
export function pmtiles(tiles: readonly Tile[], bounds: Bounds, metadata: object): Buffer {
  const sorted = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .toSorted((a, b) => a.id - b.id);
  let offset = 0;
  const entries = sorted.map(({ id, bytes }): Entry => {
    const entry = { id, offset, length: bytes.length };
    offset += bytes.length;
    return entry;
  });
  const { root, leaves } = directories(entries);
  const json = gzipSync(JSON.stringify(metadata));
  const zooms = tiles.map((tile) => tile.z);
  const header = headerBytes(
    [root.length, json.length, leaves.length, offset],
    entries.length,
    zooms,
    bounds,
  );
  return Buffer.concat([header, root, json, leaves, ...sorted.map(({ bytes }) => bytes)]);
}

/** One root where it fits, else a root that points at leaves. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directory(entries, 1);
  if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.alloc(0) };
  const pointers: Entry[] = [];
  const leaves: Buffer[] = [];
  let offset = 0;
  for (let i = 0; i < entries.length; i += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(i, i + LEAF_ENTRIES), 1);
    pointers.push({ id: entries[i]?.id ?? 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(pointers, 0), leaves: Buffer.concat(leaves) };
}

/** `run` is 1 for tiles and 0 for pointers to leaves. */
function directory(entries: readonly Entry[], run: 0 | 1): Buffer {
  const pbf = new PbfWriter();
  pbf.writeVarint(entries.length);
  entries.forEach(({ id }, i) => pbf.writeVarint(id - (entries[i - 1]?.id ?? 0)));
  entries.forEach(() => pbf.writeVarint(run));
  entries.forEach(({ length }) => pbf.writeVarint(length));
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1];
    pbf.writeVarint(before && before.offset + before.length === offset ? 0 : offset + 1);
  });
  return gzipSync(pbf.finish());
}

function headerBytes(
  [root, json, leaves, tileBytes]: readonly [number, number, number, number],
  count: number,
  zooms: readonly number[],
  [west, south, east, north]: Bounds,
): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write("PMTiles", 0, "ascii");
  bytes.writeUInt8(3, 7);
  const sections = [root, json, leaves, tileBytes];
  let start = HEADER_BYTES;
  sections.forEach((size, i) => {
    bytes.writeBigUInt64LE(BigInt(start), 8 + i * 16);
    bytes.writeBigUInt64LE(BigInt(size), 16 + i * 16);
    start += size;
  });
  [72, 80, 88].forEach((at) => bytes.writeBigUInt64LE(BigInt(count), at));
  bytes.writeUInt8(1, 96);
  bytes.writeUInt8(GZIP, 97);
  bytes.writeUInt8(GZIP, 98);
  bytes.writeUInt8(MVT, 99);
  const low = Math.min(...zooms);
  const high = Math.max(...zooms);
  bytes.writeUInt8(low, 100);
  bytes.writeUInt8(high, 101);
  const e7 = (degrees: number) => Math.round(degrees * 1e7);
  [west, south, east, north].forEach((side, i) => bytes.writeInt32LE(e7(side), 102 + i * 4));
  bytes.writeUInt8(Math.min(high, low + 3), 118);
  bytes.writeInt32LE(e7((west + east) / 2), 119);
  bytes.writeInt32LE(e7((south + north) / 2), 123);
  return bytes;
}
