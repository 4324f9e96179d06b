/** Exports of zones for later rooms and `main`. */
export type { UsesOfZones, ZoneUses } from "./edit-zones.ts";
export { zonesRoom } from "./room.ts";
export {
  NONE as NO_ZONES,
  readStored as readZoneSet,
  zoneCodes,
  zonesHeldSince,
  zonesHold,
  zonesJson,
} from "./zone-record.ts";
export type { StoredZones } from "./zone-record.ts";
