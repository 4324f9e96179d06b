export { deskHandoverRoom } from "./room.ts";
