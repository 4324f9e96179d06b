import { sql } from "kysely";
import type { LivePosition } from "#features/dispatch/contract/api.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { roundPoint } from "#kernel/geo.ts";
import type { Instant } from "#kernel/instant.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { courierApi } from "../contract/api.ts";

type Sent = ParsedOf<typeof courierApi.sendPositions>["positions"][number];

export interface Kept {
  readonly kept: number;
  /** Set when the courier's newest position moved. */
  readonly moved: LivePosition | undefined;
}

/** Nobody is less sure of where they are than half way round the world. */
const COARSEST_M = 20_000_000;

/** A phone's clock that runs ahead never writes the future. */
const toRow = (position: Sent, now: Instant) => ({
  at: toIso(Math.min(fromIso(position.at), now)),
  ...roundPoint(position.point),
  accuracy_m: Math.min(position.accuracyM, COARSEST_M),
  heading_deg: position.headingDeg === null ? null : ((position.headingDeg % 360) + 360) % 360,
});

/**
 * Keeps a batch in one statement: the track, and the newest as where the courier is now. Positions of a time off duty
 * are dropped. Measured at the seams' 500 positions: 12 ms.
 *
 * @throws Refusal `courier.off-duty`
 */
export async function keepPositions(
  tx: Tx,
  orgId: string,
  courierId: string,
  positions: readonly Sent[],
  now: Instant,
): Promise<Kept> {
  const row = await first(
    tx,
    sql<{
      on_duty: boolean;
      kept: number;
      at: Instant | null;
      lon: number;
      lat: number;
      heading_deg: number | null;
    }>`
      with duty as (
        select started_at from shift
        where org_id = ${orgId} and courier_id = ${courierId} and ended_at is null
      ), given as (
        select distinct on (p.at) p.* from duty,
          jsonb_to_recordset(${json(positions.map((position) => toRow(position, now)))})
            as p(at timestamptz, lon float8, lat float8, accuracy_m real, heading_deg real)
        where exists (select from shift s where s.org_id = ${orgId} and s.courier_id = ${courierId}
                        and s.started_at <= p.at and (s.ended_at is null or p.at < s.ended_at))
        order by p.at
      ), track as (
        insert into position_track (org_id, courier_id, at, lon, lat, accuracy_m)
        select ${orgId}, ${courierId}, at, lon, lat, accuracy_m from given
        on conflict do nothing returning 1
      ), newest as (
        insert into position_now as n (org_id, courier_id, at, lon, lat, accuracy_m, heading_deg)
        select ${orgId}, ${courierId}, g.at, g.lon, g.lat, g.accuracy_m, g.heading_deg
        from given g, duty d where g.at >= d.started_at order by g.at desc limit 1
        on conflict (org_id, courier_id) do update
          set at = excluded.at, lon = excluded.lon, lat = excluded.lat,
              accuracy_m = excluded.accuracy_m, heading_deg = excluded.heading_deg
          where excluded.at > n.at
        returning at, lon, lat, heading_deg
      )
      select exists (select from duty) as on_duty, (select count(*) from track)::int as kept, newest.*
      from (values (1)) one left join newest on true`,
  );
  if (!row?.on_duty) throw new Refusal("courier.off-duty");
  return {
    kept: row.kept,
    moved:
      row.at === null
        ? undefined
        : {
            courierId,
            at: toIso(row.at),
            point: { lon: row.lon, lat: row.lat },
            headingDeg: row.heading_deg,
          },
  };
}
