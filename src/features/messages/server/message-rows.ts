import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { MessageAnswer } from "#features/courier/domain/message-answer.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Message } from "../contract/api.ts";
import type { Receipt } from "../domain/receipt.ts";

/** The answer of `message_recipient r` as JSON; null where there is none. */
export const answerOf: RawBuilder<MessageAnswer | null> = sql.raw(
  "case when num_nonnulls(r.ready, r.answer) > 0 then json_build_object('ready', r.ready, 'text', r.answer) end",
);

/** The columns of `Message`, from `message m`. */
export const messageRows = sql`
  select m.id, m.text, ${isoText("m.sent_at")} as "sentAt", s.name as "sentBy", m.to_all as "toAll",
    case when d.id is not null then json_build_object('id', d.id, 'number', d.number) end as delivery,
    ${isoText("m.withdrawn_at")} as "withdrawnAt",
    (select json_agg(json_build_object('courierId', r.courier_id, 'name', coalesce(c.name, ''),
       'seenAt', ${isoText("r.seen_at")}, 'acknowledgedAt', ${isoText("r.acknowledged_at")}, 'answer', ${answerOf})
       order by c.name, r.courier_id)
     from message_recipient r left join people c on c.org_id = r.org_id and c.courier_id = r.courier_id
     where r.org_id = m.org_id and r.message_id = m.id) as recipients
  from message m
  left join people s on s.org_id = m.org_id and s.id = m.sent_by
  left join deliveries d on d.org_id = m.org_id and d.id = m.delivery_id`;

/** @throws Refusal `messages.not-found` */
export async function readMessage(tx: Tx, id: string): Promise<Message> {
  const found = await first(tx, sql<Message>`${messageRows} where m.org_id = app_org() and m.id = ${id}`);
  if (!found) throw new Refusal("messages.not-found", { id });
  return found;
}

/** A message as its commands see it, locked until the transaction ends. */
export interface Locked {
  readonly sentAt: Instant;
  readonly withdrawnAt: Instant | null;
  readonly deliveryId: string | null;
}

/** Holds a message alone. @throws Refusal `messages.not-found` */
export async function lockMessage(
  tx: Tx,
  id: string,
): Promise<Locked & { readonly receipts: readonly (Pick<Receipt, "seenAt"> & { courierId: string })[] }> {
  const held = await first(
    tx,
    sql<Locked>`
      select sent_at as "sentAt", withdrawn_at as "withdrawnAt", delivery_id as "deliveryId" from message
      where org_id = app_org() and id = ${id} for update`,
  );
  if (!held) throw new Refusal("messages.not-found", { id });
  // Read behind the lock: a phone's word that was being written is there.
  const read = await first(
    tx,
    sql<{ receipts: { courierId: string; seenAt: Instant | null }[] }>`
      select json_agg(json_build_object('courierId', courier_id,
        'seenAt', round(extract(epoch from seen_at) * 1000)::bigint) order by courier_id) as receipts
      from message_recipient where org_id = app_org() and message_id = ${id}`,
  );
  return { ...held, receipts: read?.receipts ?? [] };
}

interface Held extends Locked, Omit<Receipt, "answer"> {
  readonly answer: MessageAnswer | null;
}

/** Holds a courier's receipt of a message that went to them; undefined where none did. */
export const lockReceipt = (tx: Tx, messageId: string, courierId: string): Promise<Held | undefined> =>
  first(
    tx,
    sql<Held>`
      select m.sent_at as "sentAt", m.withdrawn_at as "withdrawnAt", m.delivery_id as "deliveryId",
        r.seen_at as "seenAt", r.acknowledged_at as "acknowledgedAt", ${answerOf} as answer
      from message_recipient r join message m on m.org_id = r.org_id and m.id = r.message_id
      where r.org_id = app_org() and r.message_id = ${messageId} and r.courier_id = ${courierId}
      for share of m for update of r`,
  );

const isoOf = (at: Instant | null): string | null => (at === null ? null : toIso(at));

export async function writeReceipt(
  tx: Tx,
  { messageId, courierId }: { readonly messageId: string; readonly courierId: string },
  { seenAt, acknowledgedAt, answer }: Receipt,
): Promise<void> {
  await sql`
    update message_recipient set seen_at = ${isoOf(seenAt)}, acknowledged_at = ${isoOf(acknowledgedAt)},
      ready = ${answer?.ready ?? null}, answer = ${answer?.text ?? null}
    where org_id = app_org() and message_id = ${messageId} and courier_id = ${courierId}`.execute(tx);
}
