import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Polygon } from "#kernel/geo.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import type { ServiceArea } from "../contract/api.ts";

const areaRow = (): RawBuilder<{ area: ServiceArea }> => sql`
  select json_build_object('id', a.id, 'name', a.name, 'timezone', a.timezone, 'currency', trim(o.currency),
    'polygon', a.polygon, 'hours', a.hours, 'maxDistanceM', a.max_distance_m, 'maxMassG', a.max_mass_g,
    'version', a.version) as area
  from service_area a join organization o on o.id = a.org_id
  where a.org_id = app_org() order by a.id limit 1`;

/** The area as a value in a statement of another room; null before it is set up. */
export const areaJson = (): RawBuilder<ServiceArea | null> => sql`(${areaRow()})`;

/** The area's time zone as a value in a statement of another room; null before it is set up. */
export const areaZone: RawBuilder<string | null> = sql`(
  select timezone from service_area where org_id = app_org() order by id limit 1)`;

/** Whether the area is still this version, as a value in a statement of another room. */
export const areaHolds = ({ id, version }: Pick<ServiceArea, "id" | "version">) =>
  sql`exists (select from service_area where org_id = app_org() and id = ${id} and version = ${version})`;

/** Reads the area in which an organisation delivers; `undefined` before it is set up. */
export async function areaOf(tx: Tx): Promise<ServiceArea | undefined> {
  return (await first(tx, areaRow()))?.area;
}

/** The same, and holds its row until the transaction ends. */
export async function lockArea(tx: Tx): Promise<ServiceArea | undefined> {
  return (await first(tx, sql<{ area: ServiceArea }>`${areaRow()} for update of a`))?.area;
}

export type NewArea = Omit<ServiceArea, "version" | "currency" | "polygon"> & { readonly polygon: Polygon };

/** Adds the area of an organisation that has none. The currency is the organisation's own. */
export async function createArea(tx: Tx, area: NewArea): Promise<void> {
  await sql`insert into service_area (org_id, id, name, timezone, polygon, hours, max_distance_m, max_mass_g)
    values (app_org(), ${area.id}, ${area.name}, ${area.timezone}, ${json(area.polygon)}, ${json(area.hours)},
            ${area.maxDistanceM}, ${area.maxMassG})`.execute(tx);
}

/**
 * Adds the area of the caller's organisation in its time zone, without opening hours.
 * @returns false where there is one; two at once wait for each other on the organisation
 */
export async function addArea(
  tx: Tx,
  {
    id,
    name,
    polygon,
    maxDistanceM,
    maxMassG,
  }: Pick<NewArea, "id" | "name" | "polygon" | "maxDistanceM" | "maxMassG">,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('service_area ' || app_org()::text, 0))`.execute(
    tx,
  );
  const added = await first(
    tx,
    sql<{
      id: string;
    }>`insert into service_area (org_id, id, name, timezone, polygon, hours, max_distance_m, max_mass_g)
      select o.id, ${id}::uuid, ${name}, o.timezone, ${json(polygon)}, '{"weekly": [], "exceptions": []}',
        ${maxDistanceM}::int, ${maxMassG}::int
      from organization o where o.id = app_org() and not exists (select from service_area where org_id = app_org())
      returning id`,
  );
  return added !== undefined;
}

/** Moves the area to another time zone; its next version. */
export async function moveZone(tx: Tx, timezone: string): Promise<void> {
  await sql`update service_area set timezone = ${timezone}, version = version + 1
    where org_id = app_org() and timezone <> ${timezone}`.execute(tx);
}

/** Stores the next version of a locked area. */
export async function storeArea(tx: Tx, area: ServiceArea): Promise<void> {
  await sql`update service_area set name = ${area.name}, polygon = ${json(area.polygon)}, hours = ${json(area.hours)},
      max_distance_m = ${area.maxDistanceM}, max_mass_g = ${area.maxMassG}, version = ${area.version}
    where org_id = app_org() and id = ${area.id}`.execute(tx);
}
