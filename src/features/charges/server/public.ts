export { chargesRoom } from "./room.ts";
