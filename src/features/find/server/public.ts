/** Exports of find for `main`. */
export { findRoom } from "./room.ts";
