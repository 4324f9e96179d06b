/** Exports of times for later rooms and `main`. */
export { timesRoom } from "./room.ts";
