/** Door of setup for the front doors. */
export { shownOrganisation } from "./organisation.ts";
export { setupRoom } from "./room.ts";
