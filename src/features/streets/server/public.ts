export { roadChangesNow } from "./road-changes.ts";
export { streetsRoom } from "./room.ts";
export { undoStreet } from "./change-street.ts";
