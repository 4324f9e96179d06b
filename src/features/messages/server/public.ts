export { forgetMessages } from "./forget-messages.ts";
export { unseenBy } from "./read-messages.ts";
export { messagesRoom, roomsAfterCourier } from "./room.ts";
