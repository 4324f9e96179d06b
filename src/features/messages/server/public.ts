export { countMessages, deleteMessages, forgetMessages } from "./forget-messages.ts";
export { unseenBy } from "./read-messages.ts";
export { send as sendNote } from "./send-message.ts";
export { messagesRoom, roomsAfterCourier } from "./room.ts";
export { takeBack } from "./send-message.ts";
