import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { couriersOf } from "#features/accounts/server/public.ts";
import { couriersOnDuty } from "#features/courier/server/public.ts";
import { readDelivery } from "#features/deliveries/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { rows } from "#server/db/db.ts";
import { keepInverse } from "#server/db/inverse.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Message, messagesApi } from "../contract/api.ts";
import { mayWithdraw } from "../domain/receipt.ts";
import { lockMessage, readMessage } from "./message-rows.ts";
import { tell } from "./tell.ts";

type Asked = ParsedOf<typeof messagesApi.sendMessage>;

/**
 * Sends a message, once for the call's key.
 *
 * @throws Refusal `messages.nobody`, `messages.nobody-on-duty`, `messages.courier-unknown`, `deliveries.not-found`
 */
export function sendMessage(asked: Asked, context: Context): Promise<Message> {
  const { actor, db, now, key: id } = context;
  return db.as(actor, async (tx) => {
    const command = { commandId: id, occurredAt: now, type: "message.send", aggregateId: id, body: asked };
    if (await acceptOnce(tx, actor, now, command)) {
      await send(tx, context, asked);
      keepInverse(tx, { by: "message", data: { id } });
    }
    return readMessage(tx, id);
  });
}

/** Sends a message in the caller's transaction; the context's key is its id. @throws Refusal as `sendMessage` */
export async function send(
  tx: Tx,
  context: Pick<Context, "actor" | "now" | "key">,
  asked: Asked,
): Promise<void> {
  const { actor, now, key: id } = context;
  const { text, toAll, deliveryId } = asked;
  if (deliveryId !== null && !(await readDelivery(tx, deliveryId)))
    throw new Refusal("deliveries.not-found", { id: deliveryId });
  const courierIds = await recipientsOf(tx, asked);
  await sql`
    with sent as (
      insert into message (org_id, id, text, delivery_id, to_all, sent_by, sent_at)
      values (app_org(), ${id}, ${text}, ${deliveryId}, ${toAll}, ${actor.userId ?? null}, ${toIso(now)}))
    insert into message_recipient (org_id, message_id, courier_id, sent_at)
    select app_org(), ${id}, courier_id, ${toIso(now)} from unnest(${courierIds}::uuid[]) courier_id`.execute(
    tx,
  );
  await tell(tx, context, { id, type: "message.sent", deliveryId, courierIds });
}

async function recipientsOf(tx: Tx, { toAll, courierIds }: Asked): Promise<string[]> {
  const active = new Set((await couriersOf(tx)).map(({ id }) => id));
  if (toAll) {
    const onDuty = await rows(tx, sql<{ id: string }>`select courier_id as id from (${couriersOnDuty}) duty`);
    const found = onDuty.map(({ id }) => id).filter((id) => active.has(id));
    if (found.length === 0) throw new Refusal("messages.nobody-on-duty");
    return found;
  }
  const named = [...new Set(courierIds.map((id) => id.toLowerCase()))];
  if (named.length === 0) throw new Refusal("messages.nobody", { field: "courierIds" });
  if (named.some((id) => !active.has(id))) throw new Refusal("messages.courier-unknown");
  return named;
}

/** Takes a message back. @throws Refusal `messages.not-found`, `messages.too-late` */
export function withdrawMessage(
  { id }: ParsedOf<typeof messagesApi.withdrawMessage>,
  context: Context,
): Promise<Message> {
  return context.db.as(context.actor, async (tx) => {
    await takeBack(tx, context, id);
    return readMessage(tx, id);
  });
}

/** Takes a message back in the caller's transaction. @throws Refusal `messages.not-found`, `messages.too-late` */
export async function takeBack(
  tx: Tx,
  context: Pick<Context, "actor" | "now" | "key">,
  id: string,
): Promise<void> {
  const { actor, now, key } = context;
  const held = await lockMessage(tx, id);
  const command = {
    commandId: key,
    occurredAt: now,
    type: "message.withdraw",
    aggregateId: id,
    body: { id },
  };
  if (!(await acceptOnce(tx, actor, now, command))) return;
  if (!mayWithdraw(held, now)) throw new Refusal("messages.too-late", { id });
  await sql`update message set withdrawn_at = ${toIso(now)} where org_id = app_org() and id = ${id}`.execute(
    tx,
  );
  const { deliveryId, receipts } = held;
  const courierIds = receipts.map(({ courierId }) => courierId);
  await tell(tx, context, { id, type: "message.withdrawn", deliveryId, courierIds });
}
