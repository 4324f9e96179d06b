export { hubRoom } from "./room.ts";
