import { sql } from "kysely";
import { couriersOf } from "#features/accounts/server/public.ts";
import { areaAndLevels, zoneOf } from "#features/quotes/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { addDays, instantAt, localAt, weekdayOf } from "#kernel/local-time.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { MyShifts, ShiftWeek } from "../contract/api.ts";
import { meansOf, vehiclesOf } from "./means-rows.ts";
import { readShifts, shiftOf } from "./shift-rows.ts";
import { ownCourier } from "./wishes.ts";

const DAYS = 7;

/** A week of the company from its Monday. Wishes that were refused or freed are the courier's to see. */
export function readShiftWeek(
  { date }: { readonly date?: LocalDate | undefined },
  { db, actor, now }: Context,
): Promise<ShiftWeek> {
  const { orgId } = actor;
  return db.read(actor, async (tx) => {
    const timezone = await zoneOf(tx, orgId);
    const today = localAt(now, timezone).date;
    const day = date ?? today;
    const from = addDays(day, 1 - weekdayOf(day));
    const dates = Array.from({ length: DAYS }, (_, nth) => addDays(from, nth));
    const shifts = await readShifts(
      tx,
      sql`date between ${from} and ${addDays(from, DAYS - 1)} and state in ('asked', 'planned', 'declined')`,
    );
    const means = await meansOf(tx);
    const couriers = (await couriersOf(tx)).map(({ id, name, vehicle }) => ({
      id,
      name,
      vehicle,
      means: means.get(id) ?? { vehicleId: null, skills: [], version: 0 },
      shifts: shifts.filter(({ courierId }) => courierId === id).map((row) => shiftOf(row, timezone)),
    }));
    return {
      timezone,
      today,
      from,
      dates,
      couriers,
      vehicles: await vehiclesOf(tx),
      demand: await demandOf(tx, dates, timezone),
      skills: namesOf([...means.values(), ...(await areaAndLevels(tx)).levels]),
    };
  });
}

/** Names of all skills that are had or asked for, each once. */
const namesOf = (of: readonly { readonly skills?: readonly string[] | undefined }[]): string[] =>
  [...new Set(of.flatMap(({ skills = [] }) => skills))].toSorted();

/** Deliveries of each day that are not cancelled. */
async function demandOf(tx: Tx, dates: readonly LocalDate[], zone: string): Promise<number[]> {
  const bounds = [...dates, addDays(dates.at(-1) ?? "", 1)].map((date) =>
    toIso(instantAt(date, "00:00", zone)),
  );
  const found = await rows(
    tx,
    sql<{ day: number; count: number }>`
      select width_bucket(window_start, ${bounds}::timestamptz[]) as day, count(*) as count
      from deliveries
      where org_id = app_org() and window_start >= ${bounds[0]} and window_start < ${bounds.at(-1)}
        and closed_as is distinct from 'cancelled'
      group by 1`,
  );
  const counts = new Map(found.map(({ day, count }) => [day, count]));
  return dates.map((_, nth) => counts.get(nth + 1) ?? 0);
}

/** A courier's own shifts from last week on. */
export function readMyShifts(_input: object, { db, actor, now }: Context): Promise<MyShifts> {
  const courierId = ownCourier(actor);
  return db.read(actor, async (tx) => {
    const timezone = await zoneOf(tx, actor.orgId);
    const today = localAt(now, timezone).date;
    const shifts = await readShifts(tx, sql`courier_id = ${courierId} and date >= ${addDays(today, -DAYS)}`);
    const own = (await meansOf(tx, courierId)).get(courierId);
    const vehicle = (await vehiclesOf(tx)).find(({ id, retired }) => id === own?.vehicleId && !retired);
    return {
      timezone,
      today,
      shifts: shifts.map((row) => shiftOf(row, timezone)),
      vehicle: vehicle
        ? {
            name: vehicle.name,
            class: vehicle.class,
            parcels: vehicle.parcels,
            massG: vehicle.massG,
            volumeMl: vehicle.volumeMl,
          }
        : null,
      skills: own?.skills ?? [],
    };
  });
}
