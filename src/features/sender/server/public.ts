/** What `main` may use of the sender's room. */
export { senderRoom } from "./room.ts";
