/** Exports of rescue for `main`. */
export { rescueRoom } from "./room.ts";
