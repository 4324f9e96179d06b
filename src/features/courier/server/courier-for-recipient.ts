import { type RawBuilder, sql } from "kysely";
import type { VehicleClass } from "#features/accounts/contract/people.ts";
import type * as z from "zod/mini";
import { type Day, dayOf, plannedTasks } from "#features/dispatch/server/public.ts";
import type { Point } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { firstName, isRecent, maySeeCourier, snapPoint } from "../domain/visibility.ts";

/** Courier who is coming, as far as a recipient may know them. `point` is to about 50 m. */
export interface SeenCourier {
  readonly firstName: string;
  readonly vehicle: z.output<typeof VehicleClass>;
  readonly point: Point | null;
  readonly at: Instant | null;
}

interface Row {
  readonly deliveryId: string;
  readonly courierId: string;
  readonly name: string;
  readonly vehicle: SeenCourier["vehicle"] | null;
  readonly aboard: boolean;
  readonly isNext: boolean;
  readonly onDuty: boolean;
  readonly dropoff: Point;
  readonly at: Instant | null;
  readonly lon: number;
  readonly lat: number;
}

/** Drop-offs that are not over, each with its courier. @param which a condition on the task `t` */
const approaching = (day: Day, which: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  with mine as (
    select t.id, t.delivery_id, t.courier_id, t.state from tasks t
    where t.org_id = app_org() and t.kind = 'deliver' and t.state in ('assigned', 'en_route', 'arrived') and ${which}
  ), planned as (
    ${plannedTasks(day, sql`p.courier_id = any (array(select courier_id from mine))`)}
  ), next as (
    select distinct on (courier_id) id from planned where state in ('assigned', 'en_route', 'arrived')
    order by courier_id, state = 'assigned', seq
  )
  select mine.delivery_id as "deliveryId", mine.courier_id as "courierId", pe.name, pe.vehicle, d.custody = 'courier' as aboard,
    d.dropoff -> 'point' as dropoff,
    (mine.state in ('en_route', 'arrived') or mine.id in (select id from next)) as "isNext",
    exists (select from shift s where s.org_id = app_org() and s.courier_id = mine.courier_id
              and s.ended_at is null) as "onDuty",
    po.at, po.lon, po.lat
  from mine
  join deliveries d on d.org_id = app_org() and d.id = mine.delivery_id
  join people pe on pe.org_id = app_org() and pe.courier_id = mine.courier_id
  left join position_now po on po.org_id = app_org() and po.courier_id = mine.courier_id`;

/** Place of the courier, where it is recent. */
const placeOf = ({ at, lon, lat }: Row, now: Instant): Point | undefined =>
  isRecent(at, now) ? { lon, lat } : undefined;

function isSeen(row: Row, now: Instant): boolean {
  const here = placeOf(row, now);
  const seen = maySeeCourier({
    onDuty: row.onDuty,
    aboard: row.aboard,
    pending: true,
    isNext: row.isNext,
    courier: here ?? row.dropoff,
    dropoff: row.dropoff,
  });
  // Without a recent position nobody knows whether they are near: only whose stop is next learns who comes.
  return seen && (here !== undefined || row.isNext);
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
  const row = await first(tx, approaching(day, sql`t.delivery_id = ${deliveryId}`));
  if (!row || !isSeen(row, now)) return null;
  const here = placeOf(row, now);
  return {
    firstName: firstName(row.name),
    vehicle: row.vehicle ?? "bike",
    point: here ? snapPoint(here) : null,
    at: here && row.at !== null ? Math.min(row.at, now) : null,
  };
}

/** A delivery whose recipient may see its courier. */
export interface Seen {
  readonly deliveryId: string;
  readonly courierId: string;
}

/** Every delivery whose recipient may see its courier now, by the same rule; those of some couriers, or of all. */
export async function seenByRecipients(
  tx: Tx,
  orgId: string,
  now: Instant,
  courierIds?: readonly string[],
): Promise<Seen[]> {
  const day = await dayOf(tx, orgId, now);
  const couriers = courierIds
    ? sql`t.courier_id = any (${[...courierIds]}::uuid[])`
    : sql`t.courier_id in (select s.courier_id from shift s where s.org_id = app_org() and s.ended_at is null)`;
  const found = await rows(tx, approaching(day, couriers));
  return found
    .filter((row) => isSeen(row, now))
    .map(({ deliveryId, courierId }) => ({ deliveryId, courierId }));
}
