/** Exports of reasons for later rooms and `main`. */
export { ownReasons, readList, readReasons } from "./reasons-record.ts";
export { reasonsRoom } from "./room.ts";
