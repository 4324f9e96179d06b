import { sql } from "kysely";
import type { LivePosition } from "#features/dispatch/contract/api.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { roundPoint } from "#kernel/geo.ts";
import { type Instant, fromIso, toIso } from "#kernel/instant.ts";
import { json, rows, type Tx } from "#server/db/db.ts";
import type { courierApi } from "../contract/api.ts";
import { LIVE_POSITION_MS, POSITION_KEPT_MS } from "../domain/limits.ts";

type Sent = ParsedOf<typeof courierApi.sendPositions>["positions"][number];

/** Batch of one call. */
export interface SentBatch {
  readonly courierId: string;
  readonly positions: readonly Sent[];
  readonly now: Instant;
}

export interface Kept {
  readonly kept: number;
  /** Set when the courier's newest position moved just now. */
  readonly moved: LivePosition | undefined;
}

/** Half way round the world: no device is less sure of its place. */
const COARSEST_M = 20_000_000;

/** To the centimetre: `real` refuses a number too small for it. */
const accuracyOf = (meters: number): number => Math.round(Math.min(meters, COARSEST_M) * 100) / 100;

/** A phone's clock that runs ahead never writes the future. */
const toRow = (position: Sent, now: Instant) => ({
  at: toIso(Math.min(fromIso(position.at), now)),
  since: toIso(now - POSITION_KEPT_MS),
  ...roundPoint(position.point),
  accuracy_m: accuracyOf(position.accuracyM),
  heading_deg: position.headingDeg === null ? null : ((position.headingDeg % 360) + 360) % 360,
});

interface Row {
  call: number;
  kept: number;
  at: Instant | null;
  lon: number;
  lat: number;
  headingDeg: number | null;
}

/**
 * Keeps what several couriers sent in one statement: the tracks, and the newest as where each courier is now. Positions
 * of a time off duty are dropped, those of a shift of the last 48 hours kept, also when it is over. A position is its
 * courier and its time, so the same batch again changes nothing and counts the same.
 *
 * @returns one result per batch, `undefined` for a courier who is off duty and sent nothing of a shift
 */
export async function keepPositions(tx: Tx, batches: readonly SentBatch[]): Promise<(Kept | undefined)[]> {
  const given = batches.flatMap(({ courierId, positions, now }, call) =>
    positions.map((position) => ({ call, courier_id: courierId, ...toRow(position, now) })),
  );
  const found = await rows(
    tx,
    sql<Row>`
      with given as (
        select g.* from jsonb_to_recordset(${json(given)}) as g (call integer, courier_id uuid, at timestamptz,
          since timestamptz, lon float8, lat float8, accuracy_m real, heading_deg real)
      ), on_duty as (
        select d.courier_id, d.started_at from shift d
        where d.org_id = app_org() and d.ended_at is null and d.courier_id in (select courier_id from given)
      ), on_shift as (
        select * from given g
        where g.at > g.since and exists (
          select from shift s where s.org_id = app_org() and s.courier_id = g.courier_id
            and s.started_at <= g.at and (s.ended_at is null or g.at < s.ended_at))
      ), track as (
        insert into position_track (org_id, courier_id, at, lon, lat, accuracy_m)
        select distinct on (courier_id, at) app_org(), courier_id, at, lon, lat, accuracy_m
        from on_shift order by courier_id, at
        on conflict do nothing
      ), newest as (
        insert into position_now as n (org_id, courier_id, at, lon, lat, accuracy_m, heading_deg)
        select distinct on (courier_id) app_org(), courier_id, at, lon, lat, accuracy_m, heading_deg
        from on_shift join on_duty using (courier_id) where at >= started_at order by courier_id, at desc
        on conflict (org_id, courier_id) do update
          set at = excluded.at, lon = excluded.lon, lat = excluded.lat,
              accuracy_m = excluded.accuracy_m, heading_deg = excluded.heading_deg
          where excluded.at > n.at
        returning courier_id, at, lon, lat, heading_deg
      )
      select c.call, (select count(distinct s.at)::int from on_shift s where s.call = c.call) as kept,
             n.at, n.lon, n.lat, n.heading_deg as "headingDeg"
      from (select call, courier_id from given join on_duty using (courier_id)
            union select call, courier_id from on_shift) c left join newest n using (courier_id)`,
  );
  const byCall = new Map(found.map((row) => [row.call, row]));
  return batches.map((batch, call) => keptOf(batch, byCall.get(call)));
}

/** A position that waited on a phone is no news of where the courier is. */
function keptOf({ courierId, now }: SentBatch, row: Row | undefined): Kept | undefined {
  if (!row) return undefined;
  const { kept, at, lon, lat, headingDeg } = row;
  const isNews = at !== null && now - at <= LIVE_POSITION_MS;
  return {
    kept,
    moved: isNews ? { courierId, at: toIso(at), point: { lon, lat }, headingDeg } : undefined,
  };
}
