export { courierForRecipient } from "./courier-for-recipient.ts";
export type { SeenCourier } from "./courier-for-recipient.ts";
export { courierRoom } from "./room.ts";
