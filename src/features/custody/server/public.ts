/** Exports of custody for later rooms and `main`. */
export { checkHandovers, settleAlone } from "./alone.ts";
export { custodyActs } from "./in-hand.ts";
export { reopenAct } from "./reopen.ts";
export { custodyOfCouriers, custodyRoom } from "./room.ts";
