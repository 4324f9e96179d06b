/** Exports of the hub for later rooms and `main`. */
export { hubRoom } from "./room.ts";
export { hubJson } from "./setting.ts";
