/** Exports of custody for `main`. */
export { custodyActs } from "./in-hand.ts";
export { custodyOfCouriers, custodyRoom } from "./room.ts";
