import { open, readFile, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { PMTiles, SharedPromiseCache } from "pmtiles";
import { MAP_FILES, type MapMeta } from "./import-map.ts";

/** The imported map of a folder, read anew when another import has replaced it. */
export interface MapStore {
  /** `undefined` while no map is imported. */
  meta(): Promise<MapMeta | undefined>;
  /** A gzipped vector tile; `undefined` where the map is empty. */
  tile(z: number, x: number, y: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

interface OpenMap {
  readonly stamp: number;
  readonly meta: MapMeta;
  readonly handle: FileHandle;
  readonly archive: PMTiles;
}

/** Requests under way may still read a replaced file for this long. */
const LINGER_MS = 30_000;

export function mapStore(folder: string): MapStore {
  let current: Promise<OpenMap | undefined> = Promise.resolve(undefined);
  let queue: Promise<unknown> = Promise.resolve();

  const refresh = async (): Promise<OpenMap | undefined> => {
    const before = await current;
    const stamp = await stampOf(folder);
    if (before?.stamp === stamp) return before;
    const fresh = stamp === undefined ? undefined : await openMap(folder, stamp);
    current = Promise.resolve(fresh);
    if (before) setTimeout(() => void before.handle.close(), LINGER_MS).unref();
    return fresh;
  };
  const map = (): Promise<OpenMap | undefined> => {
    const next = queue.then(refresh);
    queue = next.catch(() => undefined);
    return next;
  };
  return {
    meta: async () => (await map())?.meta,
    tile: async (z, x, y) => {
      const tile = await (await map())?.archive.getZxy(z, x, y);
      return tile && Buffer.from(tile.data);
    },
    close: async () => {
      await (await current)?.handle.close();
      current = Promise.resolve(undefined);
    },
  };
}

async function stampOf(folder: string): Promise<number | undefined> {
  const meta = await stat(path.join(folder, MAP_FILES.meta)).catch(() => undefined);
  return meta?.mtimeMs;
}

async function openMap(folder: string, stamp: number): Promise<OpenMap> {
  const meta: MapMeta = JSON.parse(await readFile(path.join(folder, MAP_FILES.meta), "utf8"));
  const handle = await open(path.join(folder, MAP_FILES.tiles));
  const source = {
    getKey: () => meta.version,
    getBytes: async (offset: number, length: number) => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, bytesRead) };
    },
  };
  // Directories are unpacked by the cache; tiles go to the browser as they are stored, gzipped.
  const archive = new PMTiles(source, new SharedPromiseCache(), (bytes) => Promise.resolve(bytes));
  return { stamp, meta, handle, archive };
}
