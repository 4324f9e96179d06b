import type { LaterRoom } from "#features/courier/server/public.ts";
import { custodyOfCouriers } from "#features/custody/server/public.ts";
import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { messagesApi } from "../contract/api.ts";
import { type MessageBody, readMessageCommand } from "../contract/commands.ts";
import { MESSAGES_REFUSALS } from "../contract/refusals.ts";
import { listMessages, listRecipients, messagesFor } from "./read-messages.ts";
import { recordReceipt } from "./record-receipt.ts";
import { sendMessage, withdrawMessage } from "./send-message.ts";

const isMessageBody = (said: unknown): said is MessageBody =>
  typeof said === "object" && said !== null && "messageId" in said;

/** Everything that rooms after the courier's add to couriers' work: custody and messages. */
export const roomsAfterCourier: LaterRoom = {
  ...custodyOfCouriers,
  read: (report) => readMessageCommand(report) ?? custodyOfCouriers.read(report),
  record: (tx, phone, report) => {
    const { said } = report.body;
    return isMessageBody(said)
      ? recordReceipt(tx, phone, { body: said, happenedAt: report.happenedAt })
      : custodyOfCouriers.record(tx, phone, report);
  },
  messagesFor,
};

/** Notes of the office to couriers. */
export const messagesRoom = (): Room => ({
  name: "messages",
  routes: [
    on(messagesApi.sendMessage, sendMessage),
    on(messagesApi.withdrawMessage, withdrawMessage),
    on(messagesApi.listMessages, listMessages),
    on(messagesApi.listRecipients, (_, context) => listRecipients(context)),
  ],
  refusals: MESSAGES_REFUSALS,
});
