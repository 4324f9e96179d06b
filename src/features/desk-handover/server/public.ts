export { tellHandover } from "./hand-over.ts";
export { deskHandoverRoom } from "./room.ts";
