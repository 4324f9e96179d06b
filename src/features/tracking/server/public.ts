/** Door of tracking for `main` and the demo. */
export { makeLink } from "./links.ts";
export { trackingRoom } from "./room.ts";
