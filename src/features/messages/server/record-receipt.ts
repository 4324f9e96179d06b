import type { Phone } from "#features/courier/server/public.ts";
import { accepted } from "#features/courier/domain/sync/verdict.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { MessageBody } from "../contract/commands.ts";
import { type Said, receiptAfter } from "../domain/receipt.ts";
import { lockReceipt, writeReceipt } from "./message-rows.ts";
import { tell } from "./tell.ts";

const noted = (code: string): Verdict => ({ verdict: "noted", code, facts: {} });

/** Records what a phone says of a message, with the time of the tap. @throws Refusal `messages.not-found` */
export async function recordReceipt(
  tx: Tx,
  { actor, now }: Phone,
  { body, happenedAt }: { readonly body: MessageBody; readonly happenedAt: Instant },
): Promise<Verdict> {
  const { messageId } = body;
  const { courierId } = actor;
  const held = await lockReceipt(tx, messageId, courierId);
  if (!held) throw new Refusal("messages.not-found", { id: messageId });
  const { sentAt, withdrawnAt, deliveryId, ...receipt } = held;
  // A phone's clock may say that it was read before it was written.
  const at = Math.max(happenedAt, sentAt);
  const said: Said =
    body.type === "message_seen" ? { type: body.type, at } : { type: body.type, at, answer: body.answer };
  const next = receiptAfter(receipt, said);
  if (!next) return noted("messages.known");
  await writeReceipt(tx, { messageId, courierId }, next);
  const type = body.type === "message_seen" ? "message.seen" : "message.acknowledged";
  await tell(tx, { actor, now }, { id: messageId, type, deliveryId, courierIds: [], occurredAt: at });
  return withdrawnAt === null ? accepted : noted("messages.withdrawn");
}
