/** The server's own description of its map (`/map/meta.json`). */
export interface MapMeta {
  readonly version: string;
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  readonly center: readonly [number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly attribution: string | null;
  readonly hasSea: boolean;
  /** Address of a tile with {z}, {x} and {y}. */
  readonly tiles: string;
}

/** The server has no map: the list beside it must do. */
export class NoMap extends Error {}

let known: Promise<MapMeta> | undefined;

/** Asked once per page; a failure may be tried again. @throws NoMap where none was imported */
export function mapMeta(): Promise<MapMeta> {
  known ??= fetchMeta().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function fetchMeta(): Promise<MapMeta> {
  const answer = await fetch("/map/meta.json", { headers: { accept: "application/json" } });
  if (answer.status === 404) throw new NoMap();
  if (!answer.ok) throw new Error(`the map answered ${answer.status}`);
  return answer.json();
}
