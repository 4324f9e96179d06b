export { chargeReopened } from "./charge-reopened.ts";
export { chargesRoom } from "./room.ts";
