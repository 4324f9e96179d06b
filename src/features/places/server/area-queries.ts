import { sql } from "kysely";
import type { Polygon } from "#kernel/geo.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import type { OpeningHours, ServiceArea } from "../contract/api.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly currency: string;
  readonly polygon: ServiceArea["polygon"];
  readonly hours: OpeningHours;
  readonly max_distance_m: number;
  readonly max_mass_g: number;
  readonly version: number;
}

const toArea = (row: Row): ServiceArea => ({
  id: row.id,
  name: row.name,
  timezone: row.timezone,
  currency: row.currency.trim(),
  polygon: row.polygon,
  hours: row.hours,
  maxDistanceM: row.max_distance_m,
  maxMassG: row.max_mass_g,
  version: row.version,
});

const selected = sql`select a.id, a.name, a.timezone, o.currency, a.polygon, a.hours, a.max_distance_m, a.max_mass_g, a.version
  from service_area a join organization o on o.id = a.org_id`;

/** Reads the area in which an organisation delivers; `undefined` before it is set up. */
export async function areaOf(tx: Tx, orgId: string): Promise<ServiceArea | undefined> {
  const row = await first(tx, sql<Row>`${selected} where a.org_id = ${orgId} order by a.id limit 1`);
  return row && toArea(row);
}

/** The same, and holds its row until the transaction ends. */
export async function lockArea(tx: Tx, orgId: string): Promise<ServiceArea | undefined> {
  const row = await first(
    tx,
    sql<Row>`${selected} where a.org_id = ${orgId} order by a.id limit 1 for update of a`,
  );
  return row && toArea(row);
}

export type NewArea = Omit<ServiceArea, "version" | "currency" | "polygon"> & { readonly polygon: Polygon };

/** Adds the area of an organisation that has none. The currency is the organisation's own. */
export async function createArea(tx: Tx, orgId: string, area: NewArea): Promise<void> {
  await sql`insert into service_area (org_id, id, name, timezone, polygon, hours, max_distance_m, max_mass_g)
    values (${orgId}, ${area.id}, ${area.name}, ${area.timezone}, ${json(area.polygon)}, ${json(area.hours)},
            ${area.maxDistanceM}, ${area.maxMassG})`.execute(tx);
}

/** Stores the next version of a locked area. */
export async function storeArea(tx: Tx, orgId: string, area: ServiceArea): Promise<void> {
  await sql`update service_area set name = ${area.name}, polygon = ${json(area.polygon)}, hours = ${json(area.hours)},
      max_distance_m = ${area.maxDistanceM}, max_mass_g = ${area.maxMassG}, version = ${area.version}
    where org_id = ${orgId} and id = ${area.id}`.execute(tx);
}
