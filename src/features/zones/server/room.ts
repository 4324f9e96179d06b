import { mapFolderOf } from "#features/places/server/public.ts";
import { mapStore } from "#server/geo/map-store.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { zonesApi } from "../contract/api.ts";
import { ZONES_REFUSALS } from "../contract/refusals.ts";
import { reachOf } from "../domain/zone-faults.ts";
import { editZones, readZones, type UsesOfZones } from "./edit-zones.ts";

/** Parts of the town with prices of their own. */
export function zonesRoom({ dataFolder }: RoomParts, uses: UsesOfZones): Room {
  const map = mapStore(mapFolderOf(dataFolder));
  return {
    name: "zones",
    routes: [
      on(zonesApi.readZones, (_input, context) => readZones(uses, context)),
      on(zonesApi.editZones, async (input, context) => {
        const meta = await map.meta();
        return editZones({ uses, reach: meta && reachOf(meta.bounds) }, input, context);
      }),
    ],
    refusals: ZONES_REFUSALS,
  };
}
