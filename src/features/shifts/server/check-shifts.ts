import { sql } from "kysely";
import { couriersById } from "#features/accounts/server/public.ts";
import { type LocalDate, addDays } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { faultOf } from "../domain/rules.ts";
import { type ShiftRow, readShifts, standing, workOfRow } from "./shift-rows.ts";

/**
 * Checks shifts that are to be written together with the ones around them, courier by courier. Wishes are checked as if they
 * were granted.
 *
 * @param gone ids that do not count any more
 * @throws Refusal `shifts.bad-times`, `shifts.break-outside`, `shifts.overlap`, `shifts.rest`, `shifts.too-long`
 */
export async function checkShifts(
  tx: Tx,
  given: readonly ShiftRow[],
  gone: readonly string[] = [],
): Promise<void> {
  if (given.length === 0) return;
  const ids = [...new Set(given.map(({ courierId }) => courierId))].toSorted();
  const [from, to] = daysAround(given);
  const around = await readShifts(
    tx,
    sql`${standing} and courier_id = any (${ids}::uuid[]) and id <> all (${[...given.map(({ id }) => id), ...gone]}::uuid[])
        and date between ${from} and ${to}`,
  );
  for (const courierId of ids) {
    const own = [...around, ...given].filter((row) => row.courierId === courierId);
    const fault = faultOf(own.map(workOfRow));
    if (!fault) continue;
    const [courier] = await couriersById(tx, [courierId]);
    const { code, ...facts } = fault;
    throw new Refusal(`shifts.${code}`, { courier: courier?.name ?? "", ...facts });
  }
}

/** First and last day of shifts that may meet these. */
function daysAround(given: readonly ShiftRow[]): [from: LocalDate, to: LocalDate] {
  const dates = given.map(({ date }) => date).toSorted();
  return [addDays(dates[0] ?? "", -2), addDays(dates.at(-1) ?? "", 2)];
}

/** Checks vehicles of shifts after they were written. @throws Refusal `shifts.vehicle-unknown`, `shifts.vehicle-taken` */
export async function checkVehicles(tx: Tx, given: readonly ShiftRow[]): Promise<void> {
  if (given.length === 0) return;
  const [from, to] = daysAround(given);
  const named = [...new Set(given.flatMap(({ vehicleId }) => vehicleId ?? []))];
  const known = await rows(
    tx,
    sql`select id from vehicle where org_id = app_org() and not retired and id = any (${named}::uuid[])`,
  );
  if (known.length < named.length) throw new Refusal("shifts.vehicle-unknown");
  const taken = await first(
    tx,
    sql<{ vehicle: string; courier: string; date: string }>`
      with used as (
        select s.id, s.courier_id, s.date, s.starts_at, s.ends_at, coalesce(s.vehicle_id, m.vehicle_id) as vehicle_id
        from planned_shift s
        left join courier_means m on m.org_id = s.org_id and m.courier_id = s.courier_id
        where s.org_id = app_org() and s.date between ${from} and ${to} and ${standing})
      select v.name as vehicle, p.name as courier, own.date
      from used own
      join used other on other.vehicle_id = own.vehicle_id and other.courier_id <> own.courier_id
        and other.starts_at < own.ends_at and other.ends_at > own.starts_at
      join vehicle v on v.org_id = app_org() and v.id = own.vehicle_id
      join people p on p.org_id = app_org() and p.courier_id = other.courier_id
      where own.id = any (${given.map(({ id }) => id)}::uuid[])
      order by own.starts_at limit 1`,
  );
  if (taken) throw new Refusal("shifts.vehicle-taken", { ...taken });
}
