export { offersRoom } from "./room.ts";
export { takeBack } from "./end-offers.ts";
