/** Exports of replays for `main`. */
export { replaysRoom } from "./room.ts";
