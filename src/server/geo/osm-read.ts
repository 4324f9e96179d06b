import { open, type FileHandle } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { parse } from "osm-pbf-parser-node";
import { PbfReader } from "pbf";
import type { Bounds, OsmData, OsmNode, OsmRelation, OsmWay } from "./osm.ts";

/** The file is no `.osm.pbf`, or a part of it is broken. */
export class UnreadableMap extends Error {}

/** Limits of the format: a block header has at most 64 KiB, a block 32 MiB. */
const HEADER_LIMIT = 64 * 1024;
const BLOB_LIMIT = 32 * 1024 * 1024;
const LEAST_CHUNK = 16 * 1024;

/** An item of a map. */
export type OsmItem = OsmNode | OsmWay | OsmRelation;

/** Fields of a group by the kinds of items in it, as the format numbers them; nodes come alone or dense. */
const GROUPS = { nodes: [1, 2], waysAndRelations: [3, 4] } as const;

/**
 * Reads the items of some kinds block after block and keeps none: the map itself never lies in memory.
 *
 * @throws UnreadableMap when the file is missing or is not map data
 */
export async function* readItems(file: string, kinds: keyof typeof GROUPS): AsyncGenerator<OsmItem[]> {
  try {
    for await (const { type, bytes } of blocks(file))
      if (type === "OSMData" && groupsIn(bytes).some((group) => GROUPS[kinds].some((one) => one === group)))
        yield itemsOf(bytes).filter((item) => (item.type === "node") === (kinds === "nodes"));
  } catch (cause) {
    throw new UnreadableMap(`${file} cannot be read as an .osm.pbf file`, { cause });
  }
}

/** Numbers of the fields in the groups of a block (field 2). */
function groupsIn(block: Buffer): number[] {
  const found: number[] = [];
  new PbfReader(block).readFields((tag, into, pbf) => {
    if (tag === 2) pbf.readMessage((group) => void into.push(group), into);
  }, found);
  return found;
}

/**
 * Reads a whole `.osm.pbf` into memory; a city takes a few hundred megabytes at most.
 *
 * @throws UnreadableMap when the file is missing or is not map data
 */
export async function readOsm(file: string, signal?: AbortSignal): Promise<OsmData> {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  const relations: OsmRelation[] = [];
  let declared: Bounds | undefined;
  try {
    for await (const { type, bytes } of blocks(file)) {
      signal?.throwIfAborted();
      if (type === "OSMHeader") declared = boundsIn(bytes);
      if (type !== "OSMData") continue;
      for (const item of itemsOf(bytes)) {
        if (item.type === "node") nodes.push(item);
        else if (item.type === "way") ways.push(item);
        else relations.push(item);
      }
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UnreadableMap(`${file} cannot be read as an .osm.pbf file`, { cause });
  }
  if (nodes.length === 0) throw new UnreadableMap(`${file} holds no map data`);
  return { bounds: declared ?? boundsOf(nodes), nodes, ways, relations };
}

interface Block {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The blocks of a file: length, header, blob, and again. */
async function* blocks(file: string): AsyncGenerator<Block> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let at = 0; at < size;) {
      const headLength = (await bytesAt(handle, at, 4)).readUInt32BE();
      if (headLength === 0 || headLength > HEADER_LIMIT) throw new Error("no block starts here");
      const head = fieldsOf(await bytesAt(handle, at + 4, headLength));
      const length = Number(head.get(3));
      if (!Number.isInteger(length) || length > BLOB_LIMIT) throw new Error("a block without a length");
      const blob = fieldsOf(await bytesAt(handle, at + 4 + headLength, length));
      yield { type: String(head.get(1)), bytes: contentOf(blob) };
      at += 4 + headLength + length;
    }
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(length), position });
  if (bytesRead < length) throw new Error("the file ends within a block");
  return buffer;
}

/** Field number → its value: a number or bytes. */
function fieldsOf(message: Buffer): Map<number, number | Buffer> {
  const fields = new Map<number, number | Buffer>();
  new PbfReader(message).readFields((tag, into, pbf) => {
    const isBytes = pbf.type === 2;
    const value = isBytes ? sameBytes(pbf.readBytes()) : pbf.readVarint();
    into.set(tag, value);
  }, fields);
  return fields;
}

/** The bytes without a copy: they live as long as the block. */
const sameBytes = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Plain (field 1) or deflated (field 3) content; field 2 says its length. */
function contentOf(blob: ReadonlyMap<number, number | Buffer>): Buffer {
  const [raw, deflated] = [blob.get(1), blob.get(3)];
  const length = Number(blob.get(2) ?? 0);
  // In one piece where its length is said: many small pieces stay in memory for a while.
  const chunkSize = Math.min(BLOB_LIMIT, Math.max(LEAST_CHUNK, length));
  if (Buffer.isBuffer(deflated)) return inflateSync(deflated, { chunkSize });
  if (Buffer.isBuffer(raw)) return raw;
  throw new Error("a block in a compression that is not supported");
}

/** The parser declares plain objects; every item it returns is one of these three. */
const itemsOf = (bytes: Buffer) => parse(bytes, {}) as OsmItem[];

/** The header's box (field 1) counts in nanodegrees: left, right, top, bottom. */
function boundsIn(header: Buffer): Bounds | undefined {
  const box = fieldsOf(header).get(1);
  if (!Buffer.isBuffer(box)) return undefined;
  const sides = [0, 0, 0, 0];
  new PbfReader(box).readFields((tag, into, pbf) => void (into[tag - 1] = pbf.readSVarint() / 1e9), sides);
  const [left = 0, right = 0, top = 0, bottom = 0] = sides;
  return left < right && bottom < top ? [left, bottom, right, top] : undefined;
}

function boundsOf(nodes: readonly OsmNode[]): Bounds {
  return nodes.reduce<Bounds>(
    ([w, s, e, n], { lon, lat }) => [Math.min(w, lon), Math.min(s, lat), Math.max(e, lon), Math.max(n, lat)],
    [180, 90, -180, -90],
  );
}
