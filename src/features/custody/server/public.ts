/** Exports of custody for `main`. */
export { checkHandovers } from "./alone.ts";
export { custodyActs } from "./in-hand.ts";
export { custodyOfCouriers, custodyRoom } from "./room.ts";
