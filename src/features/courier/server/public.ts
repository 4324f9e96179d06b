export { courierForRecipient } from "./courier-for-recipient.ts";
export type { SeenCourier } from "./courier-for-recipient.ts";
export { couriersOnDuty } from "./couriers-on-duty.ts";
export type { Held, LaterRoom } from "./later-room.ts";
export { courierRoom } from "./room.ts";
export type { Phone } from "./sync/report-row.ts";
export { markPhonesRestored } from "./sync/epoch.ts";
