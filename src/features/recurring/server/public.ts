export { recurringRoom } from "./room.ts";
