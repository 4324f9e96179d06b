/** Door of places for other rooms and the front doors. */
export { areaHolds, areaJson, areaOf, areaZone, createArea, moveZone } from "./area-queries.ts";
export { hasMap, loadPlaces } from "./load-places.ts";
export { mapFolderOf, placesRoom } from "./room.ts";
export { search as searchPlaces } from "./search.ts";
