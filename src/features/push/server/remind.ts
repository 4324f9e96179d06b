import { sql } from "kysely";
import { zoneOf } from "#features/quotes/server/public.ts";
import { HOUR_MS, type Instant, toIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import type { RoomParts } from "#server/room.ts";

/** A shift that a courier with a device has not begun. */
export interface Reminder {
  readonly courierId: string;
  readonly personId: string;
  readonly start: Instant;
  /** Zone of the area. */
  readonly zone: string;
}

/** Couriers hear so long before a shift begins. */
const AHEAD_MS = HOUR_MS;

/** Begins `s` of couriers `p` that are still ahead of those who are not on duty. */
const ahead = (now: Instant) => sql`
  p.org_id = s.org_id and p.courier_id = s.courier_id and p.rides and s.starts_at > ${toIso(now)}
  and not exists (select from duties d
    where d.org_id = s.org_id and d.courier_id = s.courier_id and d.ended_at is null)`;

/** Those of the next hour of whoever has a device and was not reminded. */
const due = (now: Instant) => sql`
  shift_begins s join people p on ${ahead(now)} and s.starts_at <= ${toIso(now + AHEAD_MS)}
  where exists (select from push_people v where v.org_id = p.org_id and v.person_id = p.id)
    and not exists (select from push_reminder r
    where r.org_id = s.org_id and r.courier_id = s.courier_id and r.starts_at = s.starts_at)`;

/** Finds the shifts that begin within the hour, each once, and hands each over in the transaction that notes it. */
export async function remindAll(
  { db, clock }: Pick<RoomParts, "db" | "clock">,
  hand: (context: TxContext, reminder: Reminder) => Promise<void>,
): Promise<void> {
  const now = clock();
  const orgs = await db.owner((tx) =>
    rows(tx, sql<{ id: string }>`select distinct s.org_id as id from ${due(now)}`),
  );
  for (const { id: orgId } of orgs)
    await db.as({ orgId }, async (tx) => {
      const zone = await zoneOf(tx, orgId);
      for (const one of await noteDue(tx, now)) await hand({ tx, orgId, now }, { ...one, zone });
    });
}

const noteDue = (tx: Tx, now: Instant): Promise<Omit<Reminder, "zone">[]> =>
  rows(
    tx,
    sql<Omit<Reminder, "zone">>`
      with found as (
        select s.courier_id, s.starts_at, p.id as person_id from ${due(now)} and s.org_id = app_org()
      ), noted as (
        insert into push_reminder (org_id, courier_id, starts_at)
        select app_org(), f.courier_id, f.starts_at from found f on conflict do nothing
        returning courier_id, starts_at
      )
      select f.courier_id as "courierId", f.person_id as "personId", f.starts_at as start
      from found f join noted n on n.courier_id = f.courier_id and n.starts_at = f.starts_at
      order by f.starts_at, f.courier_id`,
  );

/** Whether a shift that was found is still ahead: it was not moved, given up or begun meanwhile. */
export const isAhead = async (
  tx: Tx,
  { courierId, start }: Pick<Reminder, "courierId" | "start">,
  now: Instant,
): Promise<boolean> =>
  (await first(
    tx,
    sql`select 1 from shift_begins s join people p on ${ahead(now)}
        where s.org_id = app_org() and s.courier_id = ${courierId} and s.starts_at = ${toIso(start)}`,
  )) !== undefined;
