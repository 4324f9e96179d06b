import path from "node:path";
import { mapStore } from "#server/geo/map-store.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { PLACES_REFUSALS } from "../contract/refusals.ts";
import { loadPlaces } from "./load-places.ts";
import { mapRoutes } from "./map-routes.ts";
import { placesRoutes } from "./routes.ts";

/** Folder of the imported map within the data folder. */
export const mapFolderOf = (dataFolder: string): string => path.join(dataFolder, "map");

export function placesRoom(parts: RoomParts): Room {
  const folder = mapFolderOf(parts.dataFolder);
  return {
    name: "places",
    routes: placesRoutes(parts.orgId),
    rawRoutes: mapRoutes(mapStore(folder)),
    refusals: PLACES_REFUSALS,
    jobs: {
      jobs: {
        loadPlaces: async () => {
          const count = await loadPlaces(parts.db, parts.orgId, folder, parts.clock());
          if (count > 0) parts.log.info({ count }, "places loaded");
        },
      },
      every: { loadPlaces: 1 },
    },
  };
}
