import { sql } from "kysely";
import { closeException, openException, openKeys } from "#features/exceptions/server/public.ts";
import { EARTH_RADIUS_M } from "#kernel/geo.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Db, type Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { STOPPED_M } from "../domain/limits.ts";
import { troubleOf, type Watched } from "../domain/watch.ts";

const KINDS = ["no_position", "stopped_moving"] as const;

interface Row extends Watched {
  readonly courierId: string;
  readonly taskId: string;
  readonly deliveryId: string;
}

/** Metres between a place of the track and the newest one, on a plane: exact enough for some hundred metres. */
const APART_M = sql.raw(
  `radians(1) * ${EARTH_RADIUS_M} * sqrt((p.lat - n.lat) ^ 2 + ((p.lon - n.lon) * cos(radians(n.lat))) ^ 2)`,
);

/**
 * Couriers on duty with an open next stop: on the way to it, or its window began. The search for the last place that was
 * farther away goes back along the index and ends at the first.
 */
const watched = (tx: Tx, now: Instant): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`
      select s.courier_id as "courierId", t.id as "taskId", t.delivery_id as "deliveryId",
        coalesce(n.at, s.started_at) as "seenAt",
        case when n.at is not null and not t.is_arrived then
          (select min(p.at) from position_track p
           where p.org_id = s.org_id and p.courier_id = s.courier_id and p.at >= s.started_at
             and p.at > coalesce((
               select p.at from position_track p
               where p.org_id = s.org_id and p.courier_id = s.courier_id and p.at >= s.started_at
                 and ${APART_M} > ${STOPPED_M}
               order by p.at desc limit 1), '-infinity')) end as "stoodSince"
      from shift s
      left join position_now n on n.org_id = s.org_id and n.courier_id = s.courier_id
      cross join lateral (
        select t.id, t.delivery_id, t.state = 'arrived' as is_arrived from tasks t
        where t.org_id = s.org_id and t.courier_id = s.courier_id
          and (t.state in ('en_route', 'arrived') or (t.state = 'assigned' and t.window_start <= ${toIso(now)}))
        order by t.state = 'arrived' desc, t.state = 'en_route' desc, t.window_start, t.id limit 1) t
      where s.org_id = app_org() and s.ended_at is null`,
  );

/** Opens an exception for each courier on the road who is not seen or does not move, and closes those that ended. */
export async function watchCouriers(db: Db, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(db)) await db.as({ orgId }, (tx) => watchOrganisation(tx, now));
}

async function watchOrganisation(tx: Tx, now: Instant): Promise<void> {
  const still = new Set<string>();
  for (const { seenAt, stoodSince, ...about } of await watched(tx, now)) {
    const trouble = troubleOf({ seenAt, stoodSince }, now);
    if (!trouble) continue;
    const key = `${trouble.kind}:${about.courierId}`;
    still.add(key);
    await openException(tx, { ...about, ...trouble, key, openedAt: now, facts: {}, command: null });
  }
  for (const key of await openKeys(tx, KINDS)) if (!still.has(key)) await closeException(tx, key, now);
}
