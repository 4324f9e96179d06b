export { editsRoom } from "./room.ts";
