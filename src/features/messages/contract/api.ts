import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, Note, Nothing, PageSize, page } from "#contract/schemas.ts";
import { MessageAnswer } from "#features/courier/contract/api.ts";
import { MESSAGE_LIMITS } from "../domain/limits.ts";

/** A courier to whom a message went; times are those of the taps. */
export const Recipient = z.strictObject({
  courierId: Id,
  name: z.string(),
  seenAt: z.nullable(InstantText),
  acknowledgedAt: z.nullable(InstantText),
  answer: z.nullable(MessageAnswer),
});
export type Recipient = z.output<typeof Recipient>;

export const Message = z.strictObject({
  id: Id,
  text: z.string(),
  sentAt: InstantText,
  /** Null where the person is unknown by now. */
  sentBy: z.nullable(z.string()),
  /** It went to all who were on duty. */
  toAll: z.boolean(),
  delivery: z.nullable(z.strictObject({ id: Id, number: z.string() })),
  withdrawnAt: z.nullable(InstantText),
  /** By name. */
  recipients: z.array(Recipient),
});
export type Message = z.output<typeof Message>;

export const messagesApi = {
  sendMessage: endpoint({
    id: "sendMessage",
    method: "POST",
    path: "/api/messages",
    needs: "message:send",
    summary: "Send a note to couriers; its recipients are fixed by this call",
    input: z.strictObject({
      text: Note.check(z.minLength(1)),
      /** Empty for all on duty. */
      courierIds: z.array(Id).check(z.maxLength(MESSAGE_LIMITS.couriers)),
      /** Goes to all who are on duty now. */
      toAll: z.boolean(),
      deliveryId: z.nullable(Id),
    }),
    reply: Message,
    refusals: [
      "messages.nobody",
      "messages.nobody-on-duty",
      "messages.courier-unknown",
      "deliveries.not-found",
    ],
    limitPerMinute: 30,
  }),
  withdrawMessage: endpoint({
    id: "withdrawMessage",
    method: "POST",
    path: "/api/messages/:id/withdraw",
    needs: "message:send",
    summary: "Take a message back, within ten seconds and before a courier has seen it",
    input: z.strictObject({ id: Id }),
    reply: Message,
    refusals: ["messages.not-found", "messages.too-late"],
  }),
  listMessages: endpoint({
    id: "listMessages",
    method: "GET",
    path: "/api/messages",
    needs: "message:read",
    summary: "Messages to couriers with what became of them, the newest first; page by cursor",
    input: z.strictObject({
      /** `open`: those that a courier has not acknowledged. */
      group: z._default(z.enum(["all", "open"]), "all"),
      courierId: z.optional(Id),
      deliveryId: z.optional(Id),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(Message),
    refusals: [],
  }),
  listRecipients: endpoint({
    id: "listRecipients",
    method: "GET",
    path: "/api/message-recipients",
    needs: "message:send",
    summary: "Couriers to whom a message can go, and who of them is on duty",
    input: Nothing,
    reply: z.strictObject({
      couriers: z.array(z.strictObject({ id: Id, name: z.string(), onDuty: z.boolean() })),
    }),
    refusals: [],
  }),
};
