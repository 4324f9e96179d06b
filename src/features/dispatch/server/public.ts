export { acknowledgeRoute } from "./acknowledge-route.ts";
export { dayOf } from "./day.ts";
export type { Day } from "./day.ts";
export { planOfToday } from "./plan-of-today.ts";
export { plannedTasks } from "./plan-query.ts";
export { readBoard } from "./read-board.ts";
export { replan } from "./replan.ts";
export type { ReplanNow } from "./replan.ts";
export { dispatchRoom } from "./room.ts";
