export { sightingsRoom } from "./room.ts";
