import { MAP_CACHE } from "./map-cache.ts";
import type { MapMeta } from "../model.ts";

/** Entry that says what is kept; without it nothing is. */
export const KEPT_ENTRY = "/map/kept.json";

/** The part of the map that this device keeps. */
export interface KeptMap {
  /** Of that part: its bounds, and the zooms that are whole. */
  readonly meta: MapMeta;
  readonly bytes: number;
}

export async function readKept(): Promise<KeptMap | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const stored = await caches.match(KEPT_ENTRY, { cacheName: MAP_CACHE });
  return stored?.json();
}

/** Bytes of a tile: the kept one, else the server's; nothing for a tile that is empty. */
export async function tileBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const kept = "caches" in globalThis && (await caches.match(url, { cacheName: MAP_CACHE }));
  const answer = kept || (await fetch(url, { signal }));
  if (!answer.ok) throw new Error(`a tile answered ${answer.status}`);
  return answer.arrayBuffer();
}
