export { enterNew } from "./enter-order.ts";
export { orderEntryRoom } from "./room.ts";
