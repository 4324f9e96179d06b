import { placesApi } from "#features/places/contract/api.ts";
import type { PlaceHit } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";

/** The addresses that match what was typed, best first. */
export const searchPlaces = async (q: string, signal: AbortSignal): Promise<readonly PlaceHit[]> =>
  (await call(placesApi.searchPlaces, { q }, { signal })).hits;
