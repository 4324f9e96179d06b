import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { CourierMessage } from "#features/courier/contract/api.ts";
import { type ReadDay, couriersOnDuty } from "#features/courier/server/public.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Message, messagesApi } from "../contract/api.ts";
import { SHOWN_MOST, SHOWN_MS } from "../domain/limits.ts";
import { answerOf, messageRows } from "./message-rows.ts";

export async function listMessages(
  { cursor, limit, ...asked }: ParsedOf<typeof messagesApi.listMessages>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof messagesApi.listMessages>> {
  const { group, courierId, deliveryId } = asked;
  const page = newestFirst({ list: "messages", ...asked }, { cursor, limit }, ["m.sent_at", "m.id"]);
  const went = (more: ReturnType<typeof sql>) => sql`and exists (
    select from message_recipient r where r.org_id = m.org_id and r.message_id = m.id and ${more})`;
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<Message>`${messageRows}
        where m.org_id = app_org()
          ${deliveryId === undefined ? sql`` : sql`and m.delivery_id = ${deliveryId}`}
          ${courierId === undefined ? sql`` : went(sql`r.courier_id = ${courierId}`)}
          ${group === "open" ? sql`and m.withdrawn_at is null ${went(sql`r.acknowledged_at is null`)}` : sql``}
          ${page.rest}`,
    ),
  );
  return page.of(found, ({ sentAt, id }) => [fromIso(sentAt), id]);
}

export async function listRecipients({
  db,
  actor,
}: Context): Promise<ReplyOf<typeof messagesApi.listRecipients>> {
  const couriers = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<{ id: string; name: string; onDuty: boolean }>`
        select p.courier_id as id, p.name, p.courier_id in (select courier_id from (${couriersOnDuty}) duty) as "onDuty"
        from people p where p.org_id = app_org() and p.rides order by p.name, p.courier_id`,
    ),
  );
  return { couriers };
}

/** Messages in a courier's day, the newest first: those of two days, and those about its deliveries. */
export const messagesFor = (tx: Tx, { courierId, now, deliveryIds }: ReadDay): Promise<CourierMessage[]> =>
  rows(
    tx,
    sql<CourierMessage>`
      select m.id, m.text, ${isoText("m.sent_at")} as "sentAt",
        case when d.id is not null then json_build_object('id', d.id, 'number', d.number) end as delivery,
        ${isoText("r.seen_at")} as "seenAt", ${isoText("r.acknowledged_at")} as "acknowledgedAt", ${answerOf} as answer
      from message_recipient r
      join message m on m.org_id = r.org_id and m.id = r.message_id
      left join deliveries d on d.org_id = m.org_id and d.id = m.delivery_id
      where r.org_id = app_org() and r.courier_id = ${courierId} and r.sent_at > ${toIso(now - SHOWN_MS.stop)}
        and m.withdrawn_at is null
        and (r.sent_at > ${toIso(now - SHOWN_MS.day)} or m.delivery_id = any (${[...deliveryIds]}::uuid[]))
      order by r.sent_at desc, m.id desc limit ${SHOWN_MOST}`,
  );

/** Couriers who have not seen a message that still holds. */
export const unseenBy = async (tx: Tx, messageId: string): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ courierId: string }>`
        select r.courier_id as "courierId" from message_recipient r
          join message m on m.org_id = r.org_id and m.id = r.message_id
        where m.org_id = app_org() and m.id = ${messageId} and m.withdrawn_at is null and r.seen_at is null`,
    )
  ).map(({ courierId }) => courierId);
