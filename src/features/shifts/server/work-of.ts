import { sql } from "kysely";
import { zoneOf } from "#features/quotes/server/public.ts";
import { addDays, instantAt } from "#kernel/local-time.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { type Capacity, profileOf, usualCapacity } from "../domain/vehicle.ts";
import type { WorkDay, WorkVehicle } from "../domain/work-day.ts";
import { readShifts, standing } from "./shift-rows.ts";

interface VehicleRow extends Capacity {
  readonly name: string;
  readonly class: string;
}
interface CourierRow {
  readonly courierId: string;
  readonly class: string;
  readonly vehicle: VehicleRow | null;
  readonly skills: readonly string[];
}

const named = ({ name, class: kind, parcels, massG, volumeMl }: VehicleRow): WorkVehicle => ({
  name,
  class: kind,
  profile: profileOf(kind),
  capacity: { parcels, massG, volumeMl },
});

const unnamed = (kind: string): WorkVehicle => ({
  name: null,
  class: kind,
  profile: profileOf(kind),
  capacity: usualCapacity(kind),
});

const vehicleJson = sql`json_build_object('name', v.name, 'class', v.class, 'parcels', v.parcels, 'massG', v.mass_g,
  'volumeMl', v.volume_ml)`;

/** Planned work of every courier on a day of the area's zone. */
export async function worksOf(
  tx: Tx,
  orgId: string,
  date: LocalDate,
  courierId?: string,
): Promise<WorkDay[]> {
  const zone = await zoneOf(tx, orgId);
  const [start, end] = [date, addDays(date, 1)].map((day) => toIso(instantAt(day, "00:00", zone)));
  const one = (column: string) =>
    sql`(${courierId ?? null}::uuid is null or ${sql.raw(column)} = ${courierId ?? null})`;
  const couriers = await rows(
    tx,
    sql<CourierRow>`
      select p.courier_id as "courierId", coalesce(p.vehicle, 'bike') as class, coalesce(m.skills, '{}') as skills,
        case when v.id is not null then ${vehicleJson} end as vehicle
      from people p
      left join courier_means m on m.org_id = p.org_id and m.courier_id = p.courier_id
      left join vehicle v on v.org_id = m.org_id and v.id = m.vehicle_id and not v.retired
      where p.org_id = app_org() and p.courier_id is not null and ${one("p.courier_id")}
      order by p.courier_id`,
  );
  const shifts = await readShifts(
    tx,
    sql`${standing} and starts_at < ${end} and ends_at > ${start} and ${one("courier_id")}`,
  );
  const vehicles = await rows(
    tx,
    sql<{ id: string; vehicle: VehicleRow }>`
      select v.id, ${vehicleJson} as vehicle from vehicle v
      where v.org_id = app_org() and v.id = any (${shifts.flatMap(({ vehicleId }) => vehicleId ?? [])}::uuid[])`,
  );
  const ofShift = new Map(vehicles.map(({ id, vehicle }) => [id, named(vehicle)]));
  return couriers.map(({ courierId: id, class: kind, vehicle, skills }) => {
    const usual = vehicle ? named(vehicle) : unnamed(kind);
    return {
      courierId: id,
      vehicle: usual,
      skills,
      shifts: shifts
        .filter((shift) => shift.courierId === id)
        .map((shift) => ({
          window: { start: shift.start, end: shift.end },
          rests: shift.rests,
          vehicle: ofShift.get(shift.vehicleId ?? "") ?? usual,
        })),
    };
  });
}

/** Planned work of one courier on a day; nothing for somebody who is no courier. */
export async function workOf(
  tx: Tx,
  { orgId, courierId }: { readonly orgId: string; readonly courierId: string },
  date: LocalDate,
): Promise<WorkDay | undefined> {
  return (await worksOf(tx, orgId, date, courierId))[0];
}
