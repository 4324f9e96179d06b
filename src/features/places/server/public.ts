/** What other rooms and the front doors may use of places. */
export { areaOf, createArea } from "./area-queries.ts";
export { hasMap, loadPlaces } from "./load-places.ts";
export { mapFolderOf, placesRoom } from "./room.ts";
