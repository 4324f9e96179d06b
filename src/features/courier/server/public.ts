export { courierForRecipient } from "./courier-for-recipient.ts";
export type { SeenCourier } from "./courier-for-recipient.ts";
export { couriersOnDuty } from "./couriers-on-duty.ts";
export { courierRoom } from "./room.ts";
export { markPhonesRestored } from "./sync/epoch.ts";
