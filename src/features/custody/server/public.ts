/** Exports of custody for `main`. */
export { custodyOfCouriers, custodyRoom } from "./room.ts";
