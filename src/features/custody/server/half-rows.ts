import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { InHand } from "./in-hand-rows.ts";

/** Delivery with the task that its parcels wait for. */
export interface Parcels {
  readonly deliveryId: string;
  readonly taskId: string;
}

/** One courier's word of a handover. `parcels` is null where the digits were typed. */
export interface Half {
  readonly id: string;
  readonly code: string;
  readonly side: "given" | "taken";
  readonly courierId: string;
  readonly parcels: Parcels | null;
  readonly happenedAt: Instant;
}

const parcels = sql.raw(
  "case when delivery_id is not null then json_build_object('deliveryId', delivery_id, 'taskId', task_id) end",
);
const columns = sql`id, code, side, courier_id as "courierId", happened_at as "happenedAt", ${parcels} as parcels`;

/** All halves of a code; both couriers' phones may send at once, so the code is held until the transaction ends. */
export async function lockHalves(tx: Tx, code: string): Promise<Half[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('handover ' || app_org() || ${code}, 0))`.execute(
    tx,
  );
  return rows(
    tx,
    sql<Half>`select ${columns} from handover_half where org_id = app_org() and code = ${code}`,
  );
}

export async function insertHalf(tx: Tx, half: Half, now: Instant): Promise<void> {
  const { id, code, side, courierId, happenedAt } = half;
  await sql`
    insert into handover_half (org_id, id, code, side, courier_id, delivery_id, task_id, happened_at, received_at)
    values (app_org(), ${id}, ${code}, ${side}, ${courierId}, ${half.parcels?.deliveryId ?? null},
      ${half.parcels?.taskId ?? null}, ${toIso(happenedAt)}, ${toIso(now)})`.execute(tx);
}

export async function markJoined(tx: Tx, ids: readonly string[], now: Instant): Promise<void> {
  await sql`update handover_half set joined_at = coalesce(joined_at, ${toIso(now)})
            where org_id = app_org() and id = any (${[...ids]}::uuid[])`.execute(tx);
}

/** Halves that wait for the other one, and of which the office was told or not yet. */
export interface Lone extends Half {
  readonly isTold: boolean;
}

/** Everything that a courier gave, took or has by their own word. */
interface Holding {
  readonly halves: Lone[];
  /** Parcels of cancelled deliveries, the oldest first. */
  readonly inHand: Pick<InHand, "deliveryId" | "taskId" | "bringTo">[];
}

/** One statement, since each call of a phone asks. */
export async function holdingOf(tx: Tx, courierId: string): Promise<Holding> {
  const row = await first(
    tx,
    sql<Holding>`
      select
        (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'side', side, 'courierId', courier_id,
            'happenedAt', round(extract(epoch from happened_at) * 1000)::bigint, 'isTold', told_at is not null,
            'parcels', ${parcels})), '[]')
          from handover_half where org_id = app_org() and courier_id = ${courierId} and joined_at is null) as halves,
        (select coalesce(json_agg(json_build_object('deliveryId', delivery_id, 'taskId', task_id, 'bringTo', bring_to)
            order by since, delivery_id), '[]')
          from parcel_in_hand where org_id = app_org() and courier_id = ${courierId} and ended_at is null) as "inHand"`,
  );
  return row ?? { halves: [], inHand: [] };
}

/** Organisations with lone halves older than `before` that nobody was told of. */
export async function orgsUntold(tx: Tx, before: Instant): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ orgId: string }>`select distinct org_id as "orgId" from handover_half
                           where joined_at is null and told_at is null and received_at < ${toIso(before)}`,
  );
  return found.map(({ orgId }) => orgId);
}

/** Marks the lone halves of a handover that the office decided as told. @returns them */
export const takeDecided = (
  tx: Tx,
  { deliveryId, from, to }: { readonly deliveryId: string; readonly from: string; readonly to: string },
  now: Instant,
): Promise<Half[]> =>
  rows(
    tx,
    sql<Half>`update handover_half set told_at = coalesce(told_at, ${toIso(now)})
              where org_id = app_org() and joined_at is null and delivery_id = ${deliveryId}
                and ((side = 'given' and courier_id = ${from}) or (side = 'taken' and courier_id = ${to}))
              returning ${columns}`,
  );

/** Marks lone halves older than `before` as told. @returns them */
export const takeUntold = (tx: Tx, before: Instant, now: Instant): Promise<Half[]> =>
  rows(
    tx,
    sql<Half>`update handover_half set told_at = ${toIso(now)}
              where org_id = app_org() and joined_at is null and told_at is null and received_at < ${toIso(before)}
              returning ${columns}`,
  );
