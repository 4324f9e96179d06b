import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** Places to which parcels of a cancelled delivery can be brought. */
export type Place = "sender" | "hub";

/** Ends of parcels in hand; `none`: the courier never had them; `reopened`: their delivery goes on. */
export type InHandEnd = Place | "recipient" | "none" | "reopened";

export interface InHand {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly courierId: string;
  /** Of the exception of the refused report. */
  readonly key: string;
  readonly bringTo: Place | null;
  readonly endedAs: InHandEnd | null;
}

const columns = sql.raw(`delivery_id as "deliveryId", task_id as "taskId", courier_id as "courierId", key,
  bring_to as "bringTo", ended_as as "endedAs"`);

/** Notes that a courier has parcels of a cancelled delivery, once; again where it was reopened and cancelled once more. */
export async function insertInHand(
  tx: Tx,
  { deliveryId, taskId, courierId, key }: Omit<InHand, "bringTo" | "endedAs">,
  since: Instant,
): Promise<void> {
  await sql`
    insert into parcel_in_hand (org_id, delivery_id, task_id, courier_id, key, since)
    values (app_org(), ${deliveryId}, ${taskId}, ${courierId}, ${key}, ${toIso(since)})
    on conflict (org_id, delivery_id) do update set task_id = excluded.task_id, courier_id = excluded.courier_id,
      key = excluded.key, since = excluded.since, bring_to = null, told_at = null, reminded_at = null, ended_at = null,
      ended_as = null
    where parcel_in_hand.ended_as = 'reopened'`.execute(tx);
}

export const readInHand = (tx: Tx, deliveryId: string): Promise<InHand | undefined> =>
  first(
    tx,
    sql<InHand>`select ${columns} from parcel_in_hand
                where org_id = app_org() and delivery_id = ${deliveryId}`,
  );

export async function markTold(tx: Tx, deliveryId: string, bringTo: Place, now: Instant): Promise<void> {
  await sql`update parcel_in_hand set bring_to = ${bringTo}, told_at = ${toIso(now)}
            where org_id = app_org() and delivery_id = ${deliveryId} and ended_at is null`.execute(tx);
}

export async function markEnded(tx: Tx, deliveryId: string, as: InHandEnd, at: Instant): Promise<void> {
  await sql`update parcel_in_hand set ended_as = ${as}, ended_at = ${toIso(at)}
            where org_id = app_org() and delivery_id = ${deliveryId} and ended_at is null`.execute(tx);
}

/** Marks parcels that were told or reminded of before `before`, and have no end, as reminded of now. @returns them */
export const takeUnended = (tx: Tx, before: Instant, now: Instant): Promise<InHand[]> =>
  rows(
    tx,
    sql<InHand>`update parcel_in_hand set reminded_at = ${toIso(now)}
                where org_id = app_org() and ended_at is null
                  and coalesce(reminded_at, told_at) < ${toIso(before)}
                returning ${columns}`,
  );
