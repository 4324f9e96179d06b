/** Exports of the sender's room for `main`. */
export { senderRoom } from "./room.ts";
