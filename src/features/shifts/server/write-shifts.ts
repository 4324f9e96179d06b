import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { ShiftRow } from "./shift-rows.ts";

/** One writer of an organisation's shifts at a time: rests and vehicles are checked over all of them. */
export async function lockShifts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('shifts ' || app_org()::text, 0))`.execute(tx);
}

/** Writes shifts under the lock, new ones and next versions. */
export async function writeShifts(tx: Tx, shifts: readonly ShiftRow[], now: Instant): Promise<void> {
  const given = shifts.map(({ start, end, ...row }) => ({ ...row, start: toIso(start), end: toIso(end) }));
  if (given.length === 0) return;
  await sql`
    insert into planned_shift (org_id, id, courier_id, date, starts_at, ends_at, rests, vehicle_id, state, note, version,
      changed_at)
    select app_org(), id, "courierId", date, start, "end", rests, "vehicleId", state, note, version, ${toIso(now)}
    from jsonb_to_recordset(${json(given)}) as g (id uuid, "courierId" uuid, date date, start timestamptz,
      "end" timestamptz, rests jsonb, "vehicleId" uuid, state text, note text, version integer)
    on conflict (org_id, id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      rests = excluded.rests, vehicle_id = excluded.vehicle_id, state = excluded.state, note = excluded.note,
      version = excluded.version, changed_at = excluded.changed_at`.execute(tx);
}

export async function removeShifts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`delete from planned_shift where org_id = app_org() and id = any (${[...ids]}::uuid[])`.execute(
      tx,
    );
}
