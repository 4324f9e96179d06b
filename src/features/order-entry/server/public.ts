export { orderEntryRoom } from "./room.ts";
