export { acknowledgeRoute } from "./acknowledge-route.ts";
export { type Day, dayOf } from "./day.ts";
export { editPlan } from "./edit-plan.ts";
export { planOfToday } from "./plan-of-today.ts";
export { plannedTasks } from "./plan-query.ts";
export { readBoard } from "./read-board.ts";
export { type ReplanNow, replan } from "./replan.ts";
export { lockRoutes } from "./revise-routes.ts";
export { dispatchRoom } from "./room.ts";
