import { quietly } from "#web/forms/draft.ts";

/** Cache of the part of the map that this device keeps. */
export const MAP_CACHE = "waybill-map";
/** Stands while a map was stored here that the person did not remove. */
const MARK = "wb.map";

/** Removes the stored map to make room. @returns whether there was one */
export const dropMap = async (): Promise<boolean> =>
  "caches" in globalThis && caches.delete(MAP_CACHE).catch(() => false);

export const markMap = (): void => quietly(() => localStorage.setItem(MARK, "1"));

/** From now on no map is missed here. */
export const unmarkMap = (): void => quietly(() => localStorage.removeItem(MARK));

/** Whether a map that was stored here went to make room, by this code or by the browser. */
export const isMapGone = async (): Promise<boolean> =>
  "caches" in globalThis &&
  quietly(() => localStorage.getItem(MARK)) === "1" &&
  !(await caches.has(MAP_CACHE).catch(() => true));
