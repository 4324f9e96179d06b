/** What `main` and the demo may use of tracking. */
export { makeLink } from "./links.ts";
export { trackingRoom } from "./room.ts";
