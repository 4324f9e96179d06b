import type { MapMeta } from "./model.ts";
import { readKept } from "./kept/stored-map.ts";

export type { MapMeta } from "./model.ts";

/** The server has no map: the list beside it must do. */
export class NoMap extends Error {}

let known: Promise<MapMeta> | undefined;

/** Asked once per page; a failure may be tried again, and so may the kept part. @throws NoMap where none was imported */
export function mapMeta(): Promise<MapMeta> {
  known ??= fetchMeta().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** Without a server, the part of the map that this device keeps. */
async function fetchMeta(): Promise<MapMeta> {
  const kept = await readKept().catch(() => undefined);
  try {
    return await askServer();
  } catch (error) {
    if (kept === undefined || error instanceof NoMap) throw error;
    return kept.meta;
  }
}

async function askServer(): Promise<MapMeta> {
  const answer = await fetch("/map/meta.json", { headers: { accept: "application/json" } });
  if (answer.status === 404) throw new NoMap();
  if (!answer.ok) throw new Error(`the map answered ${answer.status}`);
  return answer.json();
}
