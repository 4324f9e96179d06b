/** Exports of planning for `main`. */
export { answerOf, PlanFault, jobOf } from "./own-orders.ts";
export { planningRoom } from "./room.ts";
