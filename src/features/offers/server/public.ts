export { offersRoom } from "./room.ts";
