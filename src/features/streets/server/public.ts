export { roadChangesNow } from "./road-changes.ts";
export { streetsRoom } from "./room.ts";
