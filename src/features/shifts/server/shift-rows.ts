import { type RawBuilder, sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Shift } from "../contract/api.ts";
import { type Rest, type Work, timesOf } from "../domain/shift.ts";
import { STANDING, type ShiftState } from "../domain/wish.ts";

/** Planned shift or wish as it is stored. */
export interface ShiftRow {
  readonly id: string;
  readonly courierId: string;
  readonly date: LocalDate;
  readonly start: Instant;
  readonly end: Instant;
  readonly rests: readonly Rest[];
  readonly vehicleId: string | null;
  readonly state: ShiftState;
  readonly note: string | null;
  readonly version: number;
}

/** Shifts that meet a condition, each courier's by time. */
export const readShifts = (tx: Tx, condition: RawBuilder<unknown>): Promise<ShiftRow[]> =>
  rows(
    tx,
    sql<ShiftRow>`
      select id, courier_id as "courierId", date, starts_at as start, ends_at as end, rests,
        vehicle_id as "vehicleId", state, note, version
      from planned_shift where org_id = app_org() and ${condition}
      order by courier_id, starts_at, id`,
  );

/** Shifts that are work. */
export const standing: RawBuilder<unknown> = sql`state = any (${[...STANDING]}::text[])`;

export const workOfRow = ({ date, start, end, rests }: ShiftRow): Work => ({
  date,
  window: { start, end },
  rests,
});

/** A shift as it is sent. */
export function shiftOf(row: ShiftRow, zone: string): Shift {
  const { id, courierId, date, vehicleId, state, note, version } = row;
  const { from, to, breaks } = timesOf(workOfRow(row), zone);
  return {
    id,
    courierId,
    date,
    from,
    to,
    breaks: [...breaks],
    vehicleId,
    start: toIso(row.start),
    end: toIso(row.end),
    state,
    note,
    version,
  };
}
