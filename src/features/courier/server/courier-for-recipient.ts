import { sql } from "kysely";
import type { VehicleClass } from "#features/accounts/contract/people.ts";
import type * as z from "zod/mini";
import { dayOf, plannedTasks } from "#features/dispatch/server/public.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { firstName, isRecent, maySeeCourier, snapPoint } from "../domain/visibility.ts";

/** Courier who is coming, as far as a recipient may know them. `point` is to about 50 m. */
export interface SeenCourier {
  readonly firstName: string;
  readonly vehicle: z.output<typeof VehicleClass>;
  readonly point: Point | null;
  readonly at: Instant | null;
}

interface Row {
  readonly name: string;
  readonly vehicle: SeenCourier["vehicle"] | null;
  readonly aboard: boolean;
  readonly is_next: boolean;
  readonly on_duty: boolean;
  readonly dropoff: Point;
  readonly at: Instant | null;
  readonly lon: number;
  readonly lat: number;
}

/**
 * The courier on the way to the recipient of this delivery, or nobody: only on duty, only with the parcels aboard,
 * only while this stop is next or at most 15 minutes away, and no longer once it ended.
 */
export async function courierForRecipient(
  tx: Tx,
  orgId: string,
  deliveryId: string,
  now: Instant,
): Promise<SeenCourier | null> {
  const day = await dayOf(tx, orgId, now);
  const row = await first(
    tx,
    sql<Row>`
      with mine as (
        select t.id, t.courier_id, t.state from tasks t
        where t.org_id = ${orgId} and t.delivery_id = ${deliveryId} and t.kind = 'deliver'
          and t.state in ('assigned', 'en_route', 'arrived')
      ), planned as (${plannedTasks(orgId, day, sql`p.courier_id = (select courier_id from mine)`)})
      select pe.name, pe.vehicle, d.custody = 'courier' as aboard, d.dropoff -> 'point' as dropoff,
        (mine.state in ('en_route', 'arrived')
          or mine.id = (select id from planned where state in ('assigned', 'en_route', 'arrived')
                        order by state = 'assigned', seq limit 1)) as is_next,
        exists (select from shift s where s.org_id = ${orgId} and s.courier_id = mine.courier_id
                  and s.ended_at is null) as on_duty,
        po.at, po.lon, po.lat
      from mine
      join deliveries d on d.org_id = ${orgId} and d.id = ${deliveryId}
      join people pe on pe.org_id = ${orgId} and pe.courier_id = mine.courier_id
      left join position_now po on po.org_id = ${orgId} and po.courier_id = mine.courier_id`,
  );
  if (!row) return null;
  const here = isRecent(row.at, now) ? { lon: row.lon, lat: row.lat } : undefined;
  const seen = maySeeCourier({
    onDuty: row.on_duty,
    aboard: row.aboard,
    pending: true,
    isNext: row.is_next,
    courier: here ?? row.dropoff,
    dropoff: row.dropoff,
  });
  // Without a recent position nobody knows whether they are near: only whose stop is next learns who comes.
  if (!seen || (!here && !row.is_next)) return null;
  return {
    firstName: firstName(row.name),
    vehicle: row.vehicle ?? "bike",
    point: here ? snapPoint(here) : null,
    at: here && row.at !== null ? Math.min(row.at, now) : null,
  };
}
