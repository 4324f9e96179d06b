export { enterNew, mayEnter } from "./enter-order.ts";
export { orderEntryRoom } from "./room.ts";
