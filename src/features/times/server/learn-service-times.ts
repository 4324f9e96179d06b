import { sql } from "kysely";
import { DAY_MS, HOUR_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { ENOUGH_AT_PLACE, ENOUGH_WITH_VEHICLE } from "../domain/service-time.ts";

/** Stops of this time are observed. */
const OBSERVED_MS = 60 * DAY_MS;
/** An arrival that was recorded together with the outcome tells nothing, and a longer stop was no work. */
const LEAST_S = 10;
const MOST_S = HOUR_MS / SECOND_MS;

/** Learns the median service time of each place and each kind of vehicle from arrivals and outcomes. */
export async function learnServiceTimes(db: Db, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(db))
    await db.as({ orgId }, async (tx) => {
      await sql`delete from service_time where org_id = app_org()`.execute(tx);
      await sql`
        with observed as (
          select t.kind, coalesce(p.vehicle, 'bike') as vehicle,
            ((case when t.kind = 'deliver' then d.dropoff else d.pickup end) -> 'point')::text as place,
            extract(epoch from t.ended_at - t.arrived_at) as seconds
          from tasks t
          join people p on p.org_id = t.org_id and p.courier_id = t.courier_id
          join deliveries d on d.org_id = t.org_id and d.id = t.delivery_id
          where t.org_id = app_org() and t.state = 'succeeded' and t.changed_at > ${toIso(now - OBSERVED_MS)}
            and extract(epoch from t.ended_at - t.arrived_at) between ${LEAST_S} and ${MOST_S}
        )
        insert into service_time (org_id, kind, vehicle, place, median_s, observed, learned_at)
        select app_org(), kind, vehicle, coalesce(place, ''),
          round(percentile_cont(0.5) within group (order by seconds))::int, count(*)::int, ${toIso(now)}
        from observed group by kind, vehicle, grouping sets ((place), ())
        having count(*) >= case when grouping(place) = 1 then ${ENOUGH_WITH_VEHICLE}::int else ${ENOUGH_AT_PLACE}::int end`.execute(
        tx,
      );
    });
}
