/** Exports of notices for `main`. */
export { sendAgain } from "./failed.ts";
export { noticesRoom } from "./room.ts";
