export { viewsRoom } from "./room.ts";
