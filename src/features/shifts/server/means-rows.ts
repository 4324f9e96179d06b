import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Means, Vehicle } from "../contract/api.ts";

/** Vehicles of the company by name; those in use first. */
export const vehiclesOf = (tx: Tx, id?: string): Promise<Vehicle[]> =>
  rows(
    tx,
    sql<Vehicle>`
      select id, name, class, parcels, mass_g as "massG", volume_ml as "volumeMl", retired, version
      from vehicle where org_id = app_org() and (${id ?? null}::uuid is null or id = ${id ?? null})
      order by retired, name, id`,
  );

/** Means of couriers, by their id. */
export async function meansOf(tx: Tx, courierId?: string): Promise<Map<string, Means>> {
  const found = await rows(
    tx,
    sql<Means & { courierId: string }>`
      select courier_id as "courierId", vehicle_id as "vehicleId", skills, version from courier_means
      where org_id = app_org() and (${courierId ?? null}::uuid is null or courier_id = ${courierId ?? null})`,
  );
  return new Map(found.map(({ courierId: id, ...means }) => [id, means]));
}
