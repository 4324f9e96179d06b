/** Exports of deliveries for later rooms, `main` and the demo. */
export { maySee, tookPart } from "./access.ts";
export type { Who } from "./access.ts";
export { confirmOrder } from "./confirm-order.ts";
export { expireOrder, overdueOrders } from "./expire-orders.ts";
export { agreeToDispose } from "./agree-to-dispose.ts";
export { abandon } from "./abandon-order.ts";
export { deliveryForRecipient } from "./for-recipient.ts";
export type { DeliveryForRecipient } from "./for-recipient.ts";
export { makeLinkKey, makeOrderKey, deleteOldLinkKeys } from "./link-keys.ts";
export { lockOrder, orderFor, ownOrderFor, readOrderRecord } from "./order-record.ts";
export type { OrderRecord } from "./order-record.ts";
export { hasPictures, pictureFolder } from "./proof-records.ts";
export { lockDeliveries, readDeliveries, readDelivery } from "./record.ts";
export type { DeliveryRecord, TaskRecord } from "./record.ts";
export { reportTask } from "./report-task.ts";
export { runCommand, runCommands } from "./run-command.ts";
export { deliveriesRoom } from "./room.ts";
