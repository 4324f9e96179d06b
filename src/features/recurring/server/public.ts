export { recurringRoom } from "./room.ts";
export { recurringActs } from "./failed-day.ts";
