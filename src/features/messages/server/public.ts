export { messagesRoom, roomsAfterCourier } from "./room.ts";
