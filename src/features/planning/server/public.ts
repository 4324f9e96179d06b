/** Exports of planning for later rooms and `main`. */
export { answerOf, PlanFault, jobOf } from "./own-orders.ts";
export { quoteDelivery } from "./quote-delivery.ts";
export { planningRoom } from "./room.ts";
export { undoPlanIn } from "./publish-plan.ts";
